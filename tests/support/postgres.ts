import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './server.ts';

/** A PostgreSQL that tests may do with as they like. `url` names its maintenance database, as a role that is no superuser. */
export type Cluster = {
  url: string;
  /** The same as a superuser. */
  adminUrl: string;
  /** Ends it at once and starts it again on the same port and data. */
  stop: (signal?: 'SIGQUIT' | 'SIGINT' | 'SIGKILL') => Promise<void>;
  start: () => Promise<void>;
  /** Stops all of its processes without ending them, as a machine that hangs does; and lets them go on. */
  freeze: () => void;
  thaw: () => void;
  remove: () => Promise<void>;
};

const ROLE = 'console';
const ATTEMPTS = 200;
/** Nothing of it must outlive the tests. */
const careless = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  // of a database that lives for seconds there is nothing to clean up, and who does so keeps it from being dropped
  'autovacuum=off',
  // plans of a moment each: to compile them takes longer than they do
  'jit=off',
  'shared_buffers=64MB',
  'max_connections=200',
  'max_locks_per_transaction=256',
];

/** As delivered, but for the memory that a machine of its own would give it. */
const figures = ['shared_buffers=256MB', 'max_connections=100', 'max_locks_per_transaction=256'];

/** Waits for a process to be gone; then lets a cluster go on, ends it and removes its folder. */
const AFTER_ITS_END = `
while kill -0 "$1" 2>/dev/null; do sleep 1; done
postmaster=$(head -n 1 "$2/postmaster.pid" 2>/dev/null) || exit 0
kill -CONT "$postmaster" $(ps -o pid= --ppid "$postmaster") 2>/dev/null
kill -QUIT "$postmaster" 2>/dev/null
for wait in 1 2 3 4 5; do kill -0 "$postmaster" 2>/dev/null || break; sleep 1; done
kill -KILL "$postmaster" 2>/dev/null
rm -rf "$3"`;

/** Folder of `initdb` and `postgres`: on the path, or where Debian puts them. */
export function findPostgres(): string | undefined {
  const installed = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    : [];
  const folders = [...installed, ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** A cluster of its own in a temporary folder, on a free port of the loopback. `durable` as an operator would run it, for figures. */
export async function startCluster({ durable = false } = {}): Promise<Cluster> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error('There is no initdb on this machine.');
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-postgres-'));
  const user = unprivileged();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  try {
    // an order of texts that is not that of bytes: what the console sorts must not depend on it
    execFileSync(join(bin, 'initdb'), [...init, '--locale-provider=icu', '--icu-locale=en', '--locale=C'], {
      ...user,
      stdio: 'ignore',
      cwd: folder,
    });
  } catch {
    rmSync(data, { recursive: true, force: true });
    execFileSync(join(bin, 'initdb'), init, { ...user, stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
  }
  const port = await freePort();
  const urlOf = (role: string): string => `postgres://${role}@127.0.0.1:${port}/postgres`;
  // whoever is killed cleans up nothing, and processes that stand still hear of no end
  const watchdog = spawn('sh', ['-c', AFTER_ITS_END, 'sh', String(process.pid), data, folder], { detached: true, stdio: 'ignore' });
  watchdog.unref();
  let server: ReturnType<typeof run> | undefined;
  const run = () => {
    const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, ...(durable ? figures : careless)].flatMap(
      (setting) => ['-c', setting],
    );
    return spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], { ...user, stdio: 'ignore', cwd: folder });
  };
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): void => {
    if (server?.pid === undefined || server.exitCode !== null) return;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' });
    for (const pid of [server.pid, ...children.trim().split(/\s+/).filter(Boolean).map(Number)]) process.kill(pid, name);
  };
  const cluster: Cluster = {
    url: urlOf(ROLE),
    adminUrl: urlOf('postgres'),
    async start() {
      server = run();
      await answering(urlOf('postgres'));
    },
    async stop(how = 'SIGQUIT') {
      const child = server;
      server = undefined;
      if (!child || child.exitCode !== null) return;
      const ended = new Promise((done) => child.once('exit', done));
      child.kill(how);
      await ended;
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async remove() {
      cluster.thaw();
      await cluster.stop();
      watchdog.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    await cluster.start();
    await query(urlOf('postgres'), `create role ${ROLE} login createdb nosuperuser nobypassrls`);
  } catch (error) {
    await cluster.remove();
    throw error;
  }
  return cluster;
}

export type Database = { url: string; drop: () => Promise<void> };

/** A database of a cluster: empty, or a copy of another one. */
export async function createDatabase(
  url: string,
  template = 'template0',
  name = `wan_${randomBytes(6).toString('hex')}`,
): Promise<Database> {
  const copy = (how: string): Promise<void> => query(url, `create database ${name} template ${template}${how}`);
  // file by file it takes half as long as page by page; before version 15 there is no other way, and no word for it
  await copy(' strategy file_copy').catch(() => copy(''));
  const own = new URL(url);
  own.pathname = `/${name}`;
  return { url: own.href, drop: () => query(url, `drop database if exists ${name} with (force)`) };
}

export async function query(url: string, text: string): Promise<void> {
  // the configuration of the tests reads this file too, and needs no driver
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** PostgreSQL refuses to run as root: somebody who may do less. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = new Map(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => [line.split(':', 1)[0], line.split(':')]),
  );
  const found = users.get('postgres') ?? users.get('nobody');
  if (!found) throw new Error('PostgreSQL cannot run as root, and there is no other user to run it as.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query(url, 'select 1');
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
