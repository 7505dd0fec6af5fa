import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Engine } from '#server/store/engine.ts';
import { rowsAtOnce } from '#server/store/query/at-once.ts';
import { sqliteEngine } from '#server/store/sqlite/engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'wan-console-turn-'));
const file = join(folder, 'test.db');
let engine: Engine;
let beside: DatabaseSync;

beforeAll(async () => {
  // a disk that is done at once: a write takes no turn of the loop
  engine = sqliteEngine(file, () => ({ kept: async () => {}, close: async () => {} }));
  await engine.write((tx) => sql`create table meta (name text primary key, value text not null)`.execute(tx));
  beside = new DatabaseSync(file);
});
afterAll(async () => {
  beside.close();
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string) => engine.write((tx) => tx.insertInto('meta').values({ name, value: 'x' }).execute());
const names = () =>
  rowsAtOnce<{ name: string }>(engine.read, sql`select name from meta order by name`.compile(engine.read))?.map((row) => row.name);
/** Whether the log can be brought into the file as a whole: nobody reads from it. */
const isFree = () => beside.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;

test('reads of one turn see one state, whoever writes beside them', async () => {
  await turn();
  const before = names();
  beside.exec("insert into meta values ('elsewhere', 'x')");
  expect(names()).toEqual(before);
  await turn();
  expect(names()).toEqual([...(before ?? []), 'elsewhere']);
});

test('a write that is acknowledged within the turn is read within it', async () => {
  let turns = 0;
  let counting: NodeJS.Immediate | undefined;
  await engine.write(async (tx) => {
    await tx.insertInto('meta').values({ name: 'first', value: 'x' }).execute();
    counting = setImmediate(() => turns++);
    expect(names()).not.toContain('first');
  });
  expect([turns, names()]).toEqual([0, expect.arrayContaining(['first'])]);
  clearImmediate(counting);
});

test('the log is held up by no reader longer than its turn', async () => {
  await put('logged');
  names();
  expect(isFree()).toBe(false);
  await turn();
  expect(isFree()).toBe(true);
});

test('a read that fails ends the turn, and the next begins another', async () => {
  await put('in the log');
  names();
  expect(() => rowsAtOnce(engine.read, sql`select * from nothing`.compile(engine.read))).toThrow('nothing');
  expect(isFree()).toBe(true);
  expect(names()).toContain('first');
  await turn();
  expect(isFree()).toBe(true);
});
