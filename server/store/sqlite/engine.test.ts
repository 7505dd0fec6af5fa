import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

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

describe('long reads', () => {
  test('run elsewhere, and are ended at the cap', async () => {
    const count = sql<{ n: number }>`select count(*) as n from meta`.compile(engine.read);
    expect(await engine.slow(count)).toEqual([{ n: (await names('%')).length }]);
    const pool = new ReaderPool(join(folder, 'test.db'), 300);
    const endless = sql<{ n: number }>`with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) as n from c`.compile(
      engine.read,
    );
    const started = performance.now();
    await expect(pool.run(endless)).rejects.toThrow(QueryTimeoutError);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(await pool.run(count)).toEqual([{ n: (await names('%')).length }]);
    await expect(pool.run(sql`select * from nothing`.compile(engine.read))).rejects.toThrow('nothing');
    await pool.close();
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
