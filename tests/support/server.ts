import { execFile, spawn, type ChildProcess } from 'node:child_process';
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
  process: ChildProcess;
  output: () => string;
  stop: () => Promise<void>;
};

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

/** `startServer` at the address of one that is through. */
export async function nextServer(env: Record<string, string> = {}, prepare?: (dataDir: string) => Promise<void>): Promise<RunningServer> {
  const { port, leave } = await nextPort();
  const server = await startServer({ PORT: String(port), ...env }, prepare);
  const stop = async (): Promise<void> => {
    await server.stop();
    leave();
  };
  return { ...server, stop };
}

/**
 * The real server as `npm start` runs it, on a free port and a data directory of its own, which holds the demo network
 * already when `prepare` is called.
 */
export async function startServer(env: Record<string, string> = {}, prepare?: (dataDir: string) => Promise<void>): Promise<RunningServer> {
  const port = Number(env['PORT']) || (await freePort());
  const folder = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'wan-console-data-'));
  const ownWorld = ['DATA_DIR', 'DATABASE_URL', 'DEMO', 'SEED', 'API_URL'].some((name) => (env[name] ?? process.env[name]) !== undefined);
  if (!ownWorld && sharesSeeds()) await copySeeded('demo', folder, seedDemo);
  else if (prepare) await seedDemo(folder);
  await prepare?.(folder);
  const child = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, CAPTCHA: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://localhost:${port}`;
  await waitFor(url + '/healthz', child, () => output);
  return {
    url,
    port,
    folder,
    process: child,
    output: () => output,
    stop: async () => {
      if (child.exitCode === null) {
        const ended = new Promise((done) => child.once('exit', done));
        child.kill('SIGTERM');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
