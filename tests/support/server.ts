import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { copySeeded, sharesSeeds } from './seeded.ts';

export type RunningServer = {
  url: string;
  port: number;
  folder: string;
  output: () => string;
  stop: () => Promise<void>;
};

/** One in a process of its own. */
export type StartedServer = RunningServer & { process: ChildProcess };

type Prepare = (dataDir: string) => Promise<void>;

const root = resolve(import.meta.dirname, '../..');

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? done(address.port) : fail(new Error('no port'))));
    });
  });
}

/** Of servers that are through: whoever comes to where one was finds what the browser knows of it. */
const left: number[] = [];

/** The port of one that is through, or another; whoever is through with it leaves it to the next. */
export async function nextPort(): Promise<{ port: number; leave: () => void }> {
  const port = left.pop() ?? (await freePort());
  return { port, leave: () => left.push(port) };
}

/**
 * The real server as `npm start` runs it, on a free port and a data directory of its own, which holds the demo network
 * already when `prepare` is called.
 */
export async function startServer(env: Record<string, string> = {}, prepare?: Prepare): Promise<StartedServer> {
  const port = Number(env['PORT']) || (await freePort());
  const folder = await dataFolder(env, prepare);
  const child = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: environment(port, folder, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return {
    ...(await answering(child, port, folder, outputOf(child))),
    process: child,
    stop: async () => {
      if (child.exitCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Processes in which a server has stopped: what the next one is made of they have read. */
const hosts: { host: ChildProcess; said: () => string }[] = [];

/**
 * The same server at the address of one that is through, in a process that one was in: for files that want a server and ask
 * nothing of its process.
 */
export async function nextServer(env: Record<string, string> = {}, prepare?: Prepare): Promise<RunningServer> {
  const { port, leave } = await nextPort();
  const folder = await dataFolder(env, prepare);
  const { host, said } = hosts.pop() ?? newHost();
  const before = said().length;
  const output = (): string => said().slice(before);
  const order = async (message: { env?: NodeJS.ProcessEnv }): Promise<void> => {
    const heard = new AbortController();
    host.send(message);
    const [told]: unknown[] = await Promise.race([once(host, 'message', heard), once(host, 'exit', heard)]);
    heard.abort();
    if (told !== 'done') throw new Error(`The server ended with ${host.exitCode}:\n${output()}`);
  };
  await order({ env: environment(port, folder, env) });
  return {
    ...(await answering(host, port, folder, output)),
    stop: async () => {
      await order({});
      hosts.push({ host, said });
      rmSync(folder, { recursive: true, force: true });
      leave();
    },
  };
}

function newHost(): (typeof hosts)[number] {
  const host = fork('tests/support/server-host.ts', { cwd: root, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  return { host, said: outputOf(host) };
}

async function answering(child: ChildProcess, port: number, folder: string, output: () => string): Promise<Omit<RunningServer, 'stop'>> {
  const url = `http://localhost:${port}`;
  await waitFor(url + '/healthz', child, output);
  return { url, port, folder, output };
}

async function dataFolder(env: Record<string, string>, prepare: Prepare | undefined): Promise<string> {
  const folder = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'wan-console-data-'));
  const ownWorld = ['DATA_DIR', 'DATABASE_URL', 'DEMO', 'SEED', 'API_URL'].some((name) => (env[name] ?? process.env[name]) !== undefined);
  if (!ownWorld && sharesSeeds()) await copySeeded('demo', folder, seedDemo);
  else if (prepare) await seedDemo(folder);
  await prepare?.(folder);
  return folder;
}

function environment(port: number, folder: string, env: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, PORT: String(port), DATA_DIR: folder, CAPTCHA: 'off', ...env };
}

/** What a process says, so far. */
function outputOf({ stdout, stderr }: ChildProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return () => output;
}

async function seedDemo(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['tests/support/seed-demo.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
  });
}

export async function waitFor(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    try {
      const answer = await fetch(url);
      if (answer.status < 500) return;
    } catch {
      // not listening yet
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`The server did not answer at ${url}:\n${output()}`);
}
