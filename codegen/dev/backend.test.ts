import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Backend } from './backend.ts';

let root = '';
let backend: Backend;
const said: (string | undefined)[] = [];

/** Stands in for the server: says who it is while it runs, and takes its time to stop. */
const server = `
import { existsSync, rmSync, writeFileSync } from 'node:fs';
if (existsSync('broken')) { console.error('There is no handler of readTags.'); process.exit(1); }
writeFileSync('alive-' + process.pid, '');
process.once('SIGTERM', () => setTimeout(() => { rmSync('alive-' + process.pid); process.exit(0); }, 200));
setTimeout(() => console.log('WAN Console on somewhere'), 100);
setInterval(() => {}, 1000);
`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'backend-'));
  writeFileSync(join(root, 'server.mjs'), server);
  said.length = 0;
  backend = new Backend({ root, port: 1, script: 'server.mjs', onState: (failure) => said.push(failure) });
});
afterEach(async () => {
  await backend.stop();
  rmSync(root, { recursive: true, force: true });
});

const alive = (): string[] => readdirSync(root).filter((name) => name.startsWith('alive-'));

test('however often and however soon it is started anew, there is one', async () => {
  let most = 0;
  const watching = setInterval(() => (most = Math.max(most, alive().length)), 10);
  for (const wait of [0, 0, 30, 120, 250, 400, 0]) {
    backend.restart();
    await new Promise((done) => setTimeout(done, wait));
  }
  await expect.poll(() => backend.isUp(), { timeout: 10_000 }).toBe(true);
  await new Promise((done) => setTimeout(done, 700));
  clearInterval(watching);
  expect(alive()).toHaveLength(1);
  expect(most).toBe(1);
  await backend.stop();
  expect(alive()).toEqual([]);
});

test('a server that does not start says why, and the next one that does takes it back', async () => {
  writeFileSync(join(root, 'broken'), '');
  backend.restart();
  expect(await backend.isUp()).toBe(false);
  expect(said).toEqual(['There is no handler of readTags.']);
  rmSync(join(root, 'broken'));
  backend.restart();
  expect(await backend.isUp()).toBe(true);
  expect(said.at(-1)).toBeUndefined();
});

test('it ends with whoever started it, however that one ends', async () => {
  const starter = join(root, 'starter.ts');
  const module = join(import.meta.dirname, 'backend.ts');
  writeFileSync(
    starter,
    `import { Backend } from ${JSON.stringify(module)};\nnew Backend({ root: ${JSON.stringify(root)}, port: 1, script: 'server.mjs' }).restart();\n`,
  );
  const parent = spawn(process.execPath, [starter], { stdio: 'ignore' });
  await expect.poll(() => alive().length, { timeout: 10_000 }).toBe(1);
  await new Promise((done) => setTimeout(done, 200));
  parent.kill('SIGKILL');
  await expect.poll(() => alive().length, { timeout: 10_000 }).toBe(0);
});
