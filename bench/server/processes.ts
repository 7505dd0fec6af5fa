import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/support/server.ts';

const root = resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;
/** Longest that it is waited for, and how often it is looked at. */
const SETTLE_MS = 20_000;
const LOOK_MS = 3000;

export type Running = { url: string; pid: number; startedInMs: number; stop: () => Promise<void> };

/** `npm start` with a data directory of its own, until it serves the log-in page. */
export async function npmStart(): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'wan-console-bench-'));
  const port = await freePort();
  const running = await start('npm', ['start', '--silent'], port, '/login', { PORT: String(port), DATA_DIR: folder, CAPTCHA: 'off' });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Prism over the same contract. It stores nothing. */
export async function prism(): Promise<Running> {
  const port = await freePort();
  const script = 'node_modules/@stoplight/prism-cli/dist/index.js';
  return start(process.execPath, [script, 'mock', 'generated/openapi.json', '-p', String(port)], port, '/healthz', {});
}

/** The bare platform, see `bare.ts`. */
export async function bare(): Promise<Running> {
  const port = await freePort();
  return start(process.execPath, ['bench/server/bare.ts', String(port)], port, '/healthz', {});
}

/**
 * Waits until a server that has started has caught up: alarms, reports and tasks that were due while it did not run. It has
 * when it works less than a twentieth of the time.
 */
export async function settled(pid: number): Promise<void> {
  // where the system does not say it, as long as it may take
  if (!existsSync('/proc/self/stat')) return wait(SETTLE_MS);
  const until = performance.now() + SETTLE_MS;
  let [at, worked] = [performance.now(), workedMs(pid)];
  while (performance.now() < until) {
    await wait(LOOK_MS);
    const [now, work] = [performance.now(), workedMs(pid)];
    if (work - worked < (now - at) / 20) return;
    [at, worked] = [now, work];
  }
}

/** Processor time of a process so far, in hundredths of a second that the system counts. */
function workedMs(pid: number): number {
  const [user = 0, system = 0] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ').slice(11, 13).map(Number);
  return (user + system) * 10;
}

/** Resident memory of a process, in MB. */
export function residentMemory(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

async function start(command: string, args: string[], port: number, page: string, env: Record<string, string>): Promise<Running> {
  const started = performance.now();
  // a group of its own, so that what npm starts ends with it
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'ignore', detached: true });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => end(child);
  try {
    await answering(url + page, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, pid: child.pid ?? 0, startedInMs: performance.now() - started, stop };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode} before it answered at ${url}.`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await wait(20);
  }
  throw new Error(`No answer at ${url}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((done) => child.once('exit', done));
  process.kill(-child.pid, 'SIGTERM');
  await ended;
}
