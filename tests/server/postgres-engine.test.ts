import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Engine, QueryTimeoutError } from '#server/store/engine.ts';
import { openPostgres } from '#server/store/postgres/engine.ts';
import { DatabaseUnavailableError } from '#server/store/postgres/errors.ts';
import type { Scope } from '#server/store/query/scope.ts';
import { StartError } from '#server/store/start-error.ts';
import { testServer } from '#tests/server/harness.ts';
import { createDatabase, type Cluster, type Database, startCluster } from '#tests/support/postgres.ts';

describe('on a database of its own', () => {
  let database: Database;
  let engine: Engine;
  let other: Engine;
  const events: unknown[] = [];

  beforeAll(async () => {
    database = await createDatabase(process.env['TEST_DATABASE_URL'] ?? '');
    const open = (): Promise<Engine> => openPostgres(database.url, { capMs: 400, callers: 1, slow: 1 });
    [engine, other] = await Promise.all([open(), open()]);
    await engine.write((tx) => sql`create table meta (name text primary key, value text not null)`.execute(tx));
    other.onElsewhere((resources) => events.push(resources && [...resources]));
  });
  afterAll(async () => {
    await Promise.all([engine, other].map((each) => each?.close()));
    await database?.drop();
  });

  const put = (name: string, by = engine) => by.write((tx) => tx.insertInto('meta').values({ name, value: '0' }).execute());
  const names = async (like: string) =>
    (await engine.read.selectFrom('meta').select('name').where('name', 'like', like).orderBy('name').execute()).map((row) => row.name);

  test('of writes that share a commit, one that fails takes no other along, and leaves nothing', async () => {
    const failing = engine.write(async (tx) => {
      await tx.insertInto('meta').values({ name: 'a0', value: '0' }).execute();
      throw new Error('on purpose');
    });
    const results = await Promise.allSettled([put('a1'), failing, put('a2'), put('a1'), put('a3')]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await names('a%')).toEqual(['a1', 'a2', 'a3']);
  });

  test('no statement is compiled: neither the server’s own, nor those of a caller, nor what writes', async () => {
    const asked = sql<{ jit: string }>`select current_setting('jit') as jit`;
    const caller: Scope = { tenants: ['c-1'], shared: false, self: [], cities: new Map() };
    const readers = [engine, engine.as(caller)].map(async ({ read }) => (await asked.execute(read)).rows[0]?.jit);
    const written = engine.write(async (tx) => (await asked.execute(tx)).rows[0]?.jit);
    expect(await Promise.all([...readers, written])).toEqual(['off', 'off', 'off']);
  });

  test('readers see a write when it is acknowledged, and not before', async () => {
    let during: string[] = [];
    await engine.write(async (tx) => {
      await tx.insertInto('meta').values({ name: 'b1', value: '0' }).execute();
      during = await names('b%');
    });
    expect([during, await names('b%')]).toEqual([[], ['b1']]);
  });

  test('a failure that the work hides commits nothing', async () => {
    const hiding = engine.write(async (tx) => {
      await tx.insertInto('meta').values({ name: 'c1', value: '0' }).execute();
      await sql`select 1 / 0`.execute(tx).catch(() => {});
    });
    await expect(hiding).rejects.toThrow();
    expect(await names('c%')).toEqual([]);
  });

  test('no count is lost between processes, though each reads before it writes', async () => {
    await put('count');
    const add = (by: Engine) =>
      by.write(async (tx) => {
        const { value } = await tx.selectFrom('meta').select('value').where('name', '=', 'count').executeTakeFirstOrThrow();
        await tx
          .updateTable('meta')
          .set({ value: String(Number(value) + 1) })
          .where('name', '=', 'count')
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, (_, index) => add(index % 2 ? engine : other)));
    const row = await engine.read.selectFrom('meta').select('value').where('name', '=', 'count').executeTakeFirst();
    expect(row?.value).toBe('40');
  });

  test('a change is told to the others, and counted', async () => {
    const touched = new Set(['Site', 'session:a%20b']);
    await engine.write((tx) => sql`create sequence "v_Site"`.execute(tx));
    const before = await other.version('Site');
    await engine.write((tx) => tx.insertInto('meta').values({ name: 'd1', value: '0' }).execute(), { touched: () => touched });
    expect(await other.version('Site')).not.toBe(before);
    await expect.poll(() => events).toEqual([['Site', 'session:a%20b']]);
    await engine.announce(new Set(['Alert']));
    await expect.poll(() => events.at(-1)).toEqual(['Alert']);
  });

  test('a long read is ended at the cap, whoever reads', async () => {
    const endless = sql<{ n: number }>`with recursive c(n) as (select 1 union all select n + 1 from c) select count(*) as n from c`;
    const scope = { tenants: ['c-1'], shared: false, self: [], cities: new Map() };
    for (const reads of [engine, engine.as(scope)]) {
      await expect(reads.slow(endless.compile(reads.read))).rejects.toThrow(QueryTimeoutError);
      await expect(reads.read.executeQuery(endless.compile(reads.read))).rejects.toThrow(QueryTimeoutError);
    }
    expect(await engine.as(scope).slow(sql<{ one: number }>`select 1 as one`.compile(engine.read))).toEqual([{ one: 1 }]);
  });

  test('a read that takes its time holds up no other; of many on few connections one that fails fails alone', async () => {
    const ended: string[] = [];
    const read = (name: string, query = sql`select 1`): Promise<unknown> => query.execute(engine.read).finally(() => ended.push(name));
    await Promise.all(Array.from({ length: 20 }, () => read('warm')));
    const slow = read('slow', sql`select pg_sleep(0.3)`);
    const quick = Array.from({ length: 40 }, (_, index) => read('quick', index % 4 ? sql`select 1` : sql`select 1 / 0`));
    const results = await Promise.allSettled(quick);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    // those that were sent behind it are few: it is known to take longer than the others
    expect(ended.slice(20).indexOf('slow')).toBeGreaterThan(20);
    await slow;
  });

  test('who waits too long for a connection is told so', { timeout: 30_000 }, async () => {
    const patient = await openPostgres(database.url, { capMs: 20_000, callers: 1 });
    const { read } = patient.as({ tenants: [], shared: false, self: [], cities: new Map() });
    const holding = sql`select pg_sleep(7)`.execute(read);
    await new Promise((done) => setTimeout(done, 200));
    await expect(sql`select 1`.execute(read)).rejects.toThrow(DatabaseUnavailableError);
    await holding;
    await patient.close();
  });

  test('one after the other, where only one may', async () => {
    const order: string[] = [];
    const enter = (name: string, by: Engine) =>
      by.exclusively('test', async () => {
        order.push(`${name} in`);
        await new Promise((done) => setTimeout(done, 100));
        order.push(`${name} out`);
      });
    await Promise.all([enter('a', engine), enter('b', other)]);
    expect(order.map((each) => each.split(' ')[1])).toEqual(['in', 'out', 'in', 'out']);
  });

  test('a superuser is refused: no policy binds one', async () => {
    const admin = new URL(database.url);
    admin.username = 'postgres';
    await expect(openPostgres(admin.href)).rejects.toThrow(StartError);
  });
});

describe('when the database goes', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster?.remove());

  test('calls answer 503 and when to come again, and go on when it is back; what others changed meanwhile is not missed', async () => {
    const { url } = await createDatabase(cluster.url);
    const server = await testServer({ databaseUrl: url, seed: 'examples' });
    const missed: boolean[] = [];
    server.services.store.engine.onElsewhere((resources) => missed.push(resources === undefined));
    const client = await server.as('super@demo.example');
    expect((await client.get('/api/v1/tags')).status).toBe(200);
    await cluster.stop();
    for (const reply of [
      await client.get('/api/v1/tags'),
      await client.post('/api/v1/companies/c-acme/tags', { name: 'lost', type: 'site' }),
      await server.anonymous.get('/readyz'),
    ]) {
      expect(reply).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    await cluster.start();
    await expect.poll(async () => (await client.post('/api/v1/companies/c-acme/tags', { name: 'found', type: 'site' })).status).toBe(201);
    const totals = () =>
      Promise.all(['found', 'lost'].map(async (keyword) => (await client.get('/api/v1/tags', { query: { keyword } })).body['total']));
    await expect.poll(totals).toEqual([1, 0]);
    await expect.poll(() => missed, { timeout: 10_000 }).toContain(true);
    await server.remove();
  });

  test(
    'frozen, it is told within two seconds to whoever waits and whoever comes; when it goes on so do the calls',
    { timeout: 60_000 },
    async () => {
      const { url } = await createDatabase(cluster.url);
      const server = await testServer({ databaseUrl: url, seed: 'examples' });
      const client = await server.as('super@demo.example');
      const ask = () => [
        client.get('/api/v1/tags'),
        client.get('/api/v1/operationLogs'),
        client.post('/api/v1/companies/c-acme/tags', { name: `frozen-${performance.now()}`.replace('.', '-'), type: 'site' }),
        server.anonymous.get('/readyz'),
      ];
      await Promise.all(ask());
      cluster.freeze();
      try {
        for (const when of ['as it freezes', 'while it is frozen']) {
          const since = performance.now();
          const replies = await Promise.all(ask());
          expect(
            replies.map(({ status }) => status),
            when,
          ).toEqual([503, 503, 503, 503]);
          expect(performance.now() - since, when).toBeLessThan(2300);
        }
      } finally {
        cluster.thaw();
      }
      await expect
        .poll(async () => (await Promise.all(ask())).map(({ status }) => status), { timeout: 15_000 })
        .toEqual([200, 200, 201, 200]);
      await server.remove();
    },
  );

  test('frozen as soon as it is back from an end, it is told all the same', { timeout: 60_000 }, async () => {
    const { url } = await createDatabase(cluster.url);
    const server = await testServer({ databaseUrl: url, seed: 'examples' });
    const client = await server.as('super@demo.example');
    const status = async (): Promise<number> => (await client.get('/api/v1/tags')).status;
    await cluster.stop('SIGINT');
    await expect.poll(status).toBe(503);
    await cluster.start();
    // calls are answered before the server hears again what other processes change
    await expect.poll(status, { interval: 5 }).toBe(200);
    cluster.freeze();
    try {
      await expect.poll(status, { timeout: 10_000 }).toBe(503);
      expect(await status()).toBe(503);
    } finally {
      cluster.thaw();
    }
    await expect.poll(status).toBe(200);
    await server.remove();
  });
});
