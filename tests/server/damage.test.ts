import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { afterEach, expect, test } from 'vitest';

import { createServices } from '#server/services-of.ts';
import { loadContract } from '#server/kernel/contract.ts';
import { manualClock } from '#server/store/clock.ts';
import { companyOf, SUPER, testServer } from '#tests/server/harness.ts';

const root = resolve(import.meta.dirname, '../..');
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Overwrites the page that a table begins at: the rest of the file is well, and it opens. */
function damage(directory: string, table: string): void {
  const file = join(directory, 'console.db');
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  const { rootpage } = database.prepare('select rootpage from sqlite_master where name = ?').get(table) ?? {};
  const { page_size: size } = database.prepare('pragma page_size').get() ?? {};
  database.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(Number(size), 0xee), 0, Number(size), (Number(rootpage) - 1) * Number(size));
  closeSync(handle);
}

test('a damaged page that is found while the server runs is told by a code of its own, and the server is no longer ready', async () => {
  const server = await testServer({ seed: 'examples' });
  cleanups.push(() => server.remove());
  if (server.services.store.engine.dialect.name !== 'sqlite') return;
  const before = await server.as(SUPER);
  const company = await companyOf(before);
  await server.restart(() => damage(server.directory, 'r_tag'));
  const client = await server.as(SUPER);
  // as long as nobody has met it
  expect((await server.anonymous.get('/readyz')).status).toBe(200);
  const tags = `/api/v1/companies/${company}/tags`;
  for (const [language, detail] of [
    ['en', 'The database is damaged, and part of its data cannot be read. Ask your administrator to restore it from a backup.'],
    ['zh', '数据库已损坏，部分数据无法读取，请联系管理员从备份恢复。'],
  ] as const) {
    const answer = await client.get(tags, { query: { locale: language } });
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'database-damaged', detail }]);
    expect(answer.headers['retry-after']).toBeUndefined();
    expect(JSON.stringify(answer.body)).not.toMatch(/malformed|sqlite|node_modules|\.ts/i);
  }
  const written = await client.post(tags, { name: 'new', type: 'site' });
  expect([written.status, written.body['code']]).toEqual([503, 'database-damaged']);
  expect((await client.get('/api/v1/companies')).status).toBe(200);
  const ready = await server.anonymous.get('/readyz');
  expect([ready.status, ready.body['code']]).toEqual([503, 'database-damaged']);
  expect((await server.anonymous.get('/healthz')).status).toBe(200);
});

test('damage that the seeding of a new database finds is told in one line', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'wan-console-damage-'));
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }));
  const services = await createServices({
    root,
    contract: loadContract(join(root, 'generated')),
    dataDir: directory,
    clock: manualClock(),
    captcha: false,
    demo: true,
    passwordCost: 1024,
  });
  await services.store.close();
  damage(directory, 'r_tag');
  const child = spawn(process.execPath, ['server/main.mjs'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: directory, SEED: 'examples', CAPTCHA: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  cleanups.push(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const code = await new Promise((done) => child.once('close', done));
  expect([code, text.trim().split('\n')]).toEqual([1, [expect.stringContaining('console.db is damaged: ')]]);
  expect(text).toContain('Restore it from a backup');
});
