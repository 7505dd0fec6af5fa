import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort, waitFor } from './server.ts';

const root = resolve(import.meta.dirname, '../..');
/** All that `npm run dev` reads, packages aside. */
const PARTS = [
  'openapi',
  'schemas',
  'locales',
  'codegen',
  'domain',
  'generated',
  'server',
  'src',
  'public',
  'bench/first-load.ts',
  'index.html',
  'package.json',
  'vite.config.ts',
];

export type DevPlace = {
  url: string;
  folder: string;
  process: ChildProcess;
  output: () => string;
  read: (file: string) => string;
  /** As most editors save: beside the file, then over it. */
  save: (file: string, text: string) => void;
  /** A command of the project, run there. */
  run: (...args: string[]) => Promise<void>;
  stop: () => Promise<void>;
};

/** A copy of the project, which may be edited, under `npm run dev`. */
export async function startDev(env: Record<string, string> = {}): Promise<DevPlace> {
  // its real address: what watches and what is served agree on it
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wan-console-dev-')));
  for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const data = mkdtempSync(join(tmpdir(), 'wan-console-data-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['codegen/commands/dev.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), DATA_DIR: data, CAPTCHA: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://localhost:${port}`;
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    }
    for (const each of [folder, data]) rmSync(each, { recursive: true, force: true });
  };
  try {
    await waitFor(`${url}/api/v1/captcha`, child, () => output);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    folder,
    process: child,
    output: () => output,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    save(file, text) {
      writeFileSync(join(folder, `${file}~`), text);
      renameSync(join(folder, `${file}~`), join(folder, file));
    },
    run: async (...args) => void (await promisify(execFile)(process.execPath, args, { cwd: folder })),
    stop,
  };
}

/** What a process started and what is still there, with its command. */
export function childrenOf(pid: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map((name) => ({ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }));
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
