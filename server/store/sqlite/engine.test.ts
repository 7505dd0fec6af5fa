import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { isUnavailable } from '#server/store/availability.ts';
import { type Engine, QueryTimeoutError } from '#server/store/engine.ts';
import { ReaderPool } from '#server/store/sqlite/reader-pool.ts';
import { sqliteEngine } from '#server/store/sqlite/engine.ts';

const folder = mkdtempSync(join(tmpdir(), 'wan-console-engine-'));
let engine: Engine;

beforeAll(async () => {
  engine = sqliteEngine(join(folder, 'test.db'));
  await engine.write((tx) => sql`create table meta (name text primary key, value text not null)`.execute(tx));
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string) => engine.write((tx) => tx.insertInto('meta').values({ name, value: 'x' }).execute());
const names = async (like: string) =>
  (await engine.read.selectFrom('meta').select('name').where('name', 'like', like).orderBy('name').execute()).map((row) => row.name);

describe('writes that share a commit', () => {
  test('one that fails takes no other along', async () => {
    const results = await Promise.allSettled([put('a1'), put('a2'), put('a1'), put('a3')]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await names('a%')).toEqual(['a1', 'a2', 'a3']);
  });

  test('what a failed one did before it failed is undone', async () => {
    const failing = engine.write(async (tx) => {
      await tx.insertInto('meta').values({ name: 'b1', value: 'x' }).execute();
      throw new Error('on purpose');
    });
    const [failed, fine] = await Promise.allSettled([failing, put('b2')]);
    expect([failed.status, fine.status]).toEqual(['rejected', 'fulfilled']);
    expect(await names('b%')).toEqual(['b2']);
  });

  test('readers see a write when it is acknowledged, and not before', async () => {
    let during: string[] = [];
    await engine.write(async (tx) => {
      await tx.insertInto('meta').values({ name: 'c1', value: 'x' }).execute();
      during = await names('c%');
    });
    expect(during).toEqual([]);
    expect(await names('c%')).toEqual(['c1']);
  });

  test('more than a group, and in order', async () => {
    const order: number[] = [];
    await Promise.all(Array.from({ length: 300 }, (_, index) => put(`d${String(index).padStart(3, '0')}`).then(() => order.push(index))));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(await names('d%')).toHaveLength(300);
  });
});

describe('the way to the disk', () => {
  /** A log whose disk does what a test says. */
  function onDisk(name: string, kept: () => Promise<void>): Engine {
    return sqliteEngine(join(folder, name), () => ({ kept, close: async () => {} }));
  }
  const createIn = (place: Engine, name: string) =>
    place.write((tx) => sql`create table ${sql.table(name)} (name text primary key, value text not null)`.execute(tx));

  test('a write is acknowledged when the disk has it; reads are answered meanwhile', async () => {
    const disk = Promise.withResolvers<void>();
    const slow = onDisk('slow.db', () => disk.promise);
    let acknowledged = false;
    const writing = createIn(slow, 'one').then(() => (acknowledged = true));
    await expect.poll(() => slow.read.introspection.getTables().then((tables) => tables.length)).toBe(1);
    expect(acknowledged).toBe(false);
    disk.resolve();
    await writing;
    expect(acknowledged).toBe(true);
    await slow.close();
  });

  test('a write that the disk refuses is refused as one that may be tried again', async () => {
    const full = onDisk('full.db', () =>
      Promise.reject(Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })),
    );
    const refused = await createIn(full, 'one').then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(isUnavailable(refused)).toBe(true);
    await full.close();
  });

  test('what was undone does not wait for the disk', async () => {
    let asked = 0;
    const counted = onDisk('undone.db', async () => void asked++);
    await expect(counted.write(() => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose');
    expect(asked).toBe(0);
    await createIn(counted, 'one');
    expect(asked).toBe(1);
    await counted.close();
  });

  test('the log is brought into the file before it grows long, and nothing of it is lost', async () => {
    const file = join(folder, 'long.db');
    const long = sqliteEngine(file);
    await createIn(long, 'meta');
    const value = 'x'.repeat(200_000);
    for (let row = 0; row < 150; row++)
      await long.write((tx) =>
        tx
          .insertInto('meta')
          .values({ name: `n${row}`, value })
          .execute(),
      );
    // thirty megabytes were written
    expect(statSync(`${file}-wal`).size).toBeLessThan(8e6);
    expect(statSync(file).size).toBeGreaterThan(25e6);
    await long.close();
    const after = new DatabaseSync(file, { readOnly: true });
    expect(after.prepare('select count(*) as n, sum(length(value)) as signs from meta').get()).toEqual({ n: 150, signs: 150 * 200_000 });
    expect(after.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    after.close();
  });
});

describe('long reads', () => {
  /** Some seconds of counting. */
  const LONG = 10_000_000;
  const upTo = (most: number) =>
    sql<{
      n: number;
    }>`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${most}) select count(*) as n from c`.compile(engine.read);

  test('run elsewhere, and are ended at the cap', async () => {
    const count = sql<{ n: number }>`select count(*) as n from meta`.compile(engine.read);
    expect(await engine.slow(count)).toEqual([{ n: (await names('%')).length }]);
    const pool = new ReaderPool(join(folder, 'test.db'), { capMs: 50 });
    const started = performance.now();
    // what has no end would have none in its thread either, to the end of this process
    await expect(pool.run(upTo(LONG))).rejects.toThrow(QueryTimeoutError);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(await pool.run(count)).toEqual([{ n: (await names('%')).length }]);
    await expect(pool.run(sql`select * from nothing`.compile(engine.read))).rejects.toThrow('nothing');
    await pool.close();
  });

  test('that go on after their cap are so many at most, and others are read again when they are through', async () => {
    const pool = new ReaderPool(join(folder, 'test.db'), { capMs: 50 });
    const few = upTo(1);
    for (let index = 0; index < 3; index++) await expect(pool.run(upTo(LONG))).rejects.toThrow('too long');
    await expect(pool.run(few)).rejects.toThrow('over the cap');
    await expect.poll(() => pool.run(few).catch(() => [])).toEqual([{ n: 1 }]);
    await pool.close();
  });

  test('give back what a reader takes when nobody asks for a while, and begin again', async () => {
    const ended = vi.spyOn(Worker.prototype, 'terminate');
    const pool = new ReaderPool(join(folder, 'test.db'), { idleMs: 50 });
    const count = sql<{ n: number }>`select count(*) as n from meta`.compile(engine.read);
    const [first] = await pool.run(count);
    expect(ended).not.toHaveBeenCalled();
    await expect.poll(() => ended.mock.calls.length).toBe(1);
    expect(await pool.run(count)).toEqual([first]);
    await pool.close();
    ended.mockRestore();
  });

  test('of very many rows come whole and in order, whoever else asks meanwhile', async () => {
    const pool = new ReaderPool(join(folder, 'test.db'));
    const many = (count: number) =>
      sql<{ n: number }>`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${count}) select n from c`.compile(
        engine.read,
      );
    const counts = [1, 999, 1000, 1001, 3500];
    const answers = await Promise.all(counts.map((count) => pool.run(many(count))));
    for (const [index, rows] of answers.entries())
      expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: counts[index] ?? 0 }, (_, at) => at + 1));
    await pool.close();
  });
});
