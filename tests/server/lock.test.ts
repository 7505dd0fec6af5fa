import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterAll, expect, test } from 'vitest';

import { boot } from '#server/boot.ts';

const root = resolve(import.meta.dirname, '../..');
const directory = mkdtempSync(join(tmpdir(), 'wan-console-lock-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const start = (env: Record<string, string>) =>
  spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: directory, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const outputOf = (child: ReturnType<typeof start>): Promise<{ code: number | null; text: string }> =>
  new Promise((done) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.once('exit', (code) => done({ code, text }));
  });

const listening = (child: ReturnType<typeof start>): Promise<string> =>
  new Promise((done, fail) => {
    child.stdout.on(
      'data',
      (chunk: Buffer) => /WAN Console on (\S+)/.test(chunk.toString()) && done(/on (\S+)/.exec(chunk.toString())?.[1] ?? ''),
    );
    child.once('exit', (code) => fail(new Error(`ended with ${code}`)));
  });

test('a second process is refused by the name of the first; kill -9 frees the directory', async () => {
  const first = start({ SEED: 'examples' });
  await listening(first);
  const second = await outputOf(start({}));
  expect(second.code).toBe(1);
  expect(second.text).toContain(`process ${first.pid} on host ${hostname()}`);
  expect(second.text).toContain(directory);
  expect(second.text.trim().split('\n')).toHaveLength(1);
  first.kill('SIGKILL');
  await new Promise((done) => first.once('exit', done));
  const third = start({});
  const url = await listening(third);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  third.kill('SIGTERM');
  expect((await outputOf(third)).code).toBe(0);
  const own = await boot({ dataDir: directory, seed: 'examples' });
  await expect(boot({ dataDir: directory, seed: 'examples' })).rejects.toThrow(`process ${process.pid}`);
  await own.stop();
});

test.each([
  ['console.db', 'no database', () => 'x'.repeat(10_000), 'Restore it from a backup'],
  [
    'console.db',
    'a torn one',
    (whole: Buffer) => Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(20_000, 0xee)]),
    'Restore it from a backup',
  ],
  ['lock.db', 'no database', () => 'x'.repeat(10_000), 'delete it'],
] as const)('a damaged %s (%s) is told in one line, with what to do', async (file, _, damage, advice) => {
  const own = await boot({ dataDir: directory, seed: 'examples' });
  await own.stop();
  const path = join(directory, file);
  const whole = readFileSync(path);
  for (const each of ['-wal', '-shm']) rmSync(`${path}${each}`, { force: true });
  writeFileSync(path, damage(whole));
  const { code, text } = await outputOf(start({ SEED: 'examples' }));
  writeFileSync(path, whole);
  expect(code).toBe(1);
  expect(text).toContain(`${path} is damaged`);
  expect(text).toContain(advice);
  expect(text.trim().split('\n')).toHaveLength(1);
});

test.each([
  [{ HOST: '0.0.0.0' }, 'DEMO=on'],
  [{ HOST: '0.0.0.0', DEMO: 'off', CAPTCHA: 'off' }, 'DEMO=on'],
  [{ DATABASE_URL: 'mysql://x' }, 'postgres://'],
  [{ DATABASE_URL: 'postgres://console@127.0.0.1:1/console' }, 'ECONNREFUSED'],
  [{ PORT: 'http' }, 'PORT=http'],
])('what cannot be is told in one line: %o', async (env, message) => {
  const { code, text } = await outputOf(start(env));
  expect(code).toBe(1);
  expect(text).toContain(message);
  expect(text.trim().split('\n')).toHaveLength(1);
});
