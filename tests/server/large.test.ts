import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { addFacts } from '#server/simulator/world/platform/bulk-logs.ts';
import { StatementCache } from '#server/store/sqlite/database.ts';
import { type Client, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

const ROWS = 6000;
let server: TestServer;
let boss: Client;
let tags: string;

beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
  boss = await server.as(SUPER);
  tags = `/api/v1/companies/${await companyOf(boss)}/tags`;
  const { store, system } = server.services;
  const spec = store.spec('Tag');
  const companyId = await companyOf(boss);
  await system.write(async (tx) => {
    if (!spec) throw new Error('no tags');
    for (let index = 0; index < ROWS; index++) {
      await tx.insert(spec, {
        id: `big-${index}`,
        companyId,
        name: `Big ${String(index).padStart(5, '0')}`,
        type: index % 2 ? 'site' : 'line',
        scope: 'company',
        global: false,
      });
    }
  });
});
afterAll(() => server.remove());

test('lists over a large table answer the same from the main thread and from a reader', async () => {
  const page = await boss.get(tags, { query: { sort: 'name', limit: '1000' } });
  expect(Number(page.body['total'])).toBeGreaterThanOrEqual(ROWS);
  const filtered = await boss.get(tags, { query: { sort: 'name', type: 'line', keyword: 'big', limit: '1000' } });
  expect(filtered.body['total']).toBe(ROWS / 2);
  expect(resultsOf(filtered).map((row) => row['name'])).toEqual(
    Array.from({ length: 1000 }, (_, index) => `Big ${String(index * 2).padStart(5, '0')}`),
  );
  const deep = await boss.get(tags, { query: { sort: 'name', keyword: 'big', skip: '5990', limit: '1000' } });
  expect(resultsOf(deep)).toHaveLength(10);
  const backwards = await boss.get(tags, { query: { sort: '-name', keyword: 'big', skip: '5990', limit: '1000' } });
  const first = Array.from({ length: 10 }, (_, index) => `Big 0000${index}`);
  expect(resultsOf(backwards).map((row) => row['name'])).toEqual(first.toReversed());
});

test('a total follows every write', async () => {
  const total = async () => Number((await boss.get(tags)).body['total']);
  const before = await total();
  const made = await boss.post(tags, { name: 'counted', type: 'site' });
  expect(await total()).toBe(before + 1);
  await boss.delete(`${tags}/${String(made.body['id'])}`, { ifMatch: made.etag });
  expect(await total()).toBe(before);
});

describe('a log of more rows than are counted', () => {
  const LOGGED = 10_200;
  const words: Readonly<Record<number, string>> = {
    10: '巡检 门店',
    11: '门卫',
    12: '100% sure',
    13: 'snake_case',
    14: 'say "hello" *',
    15: '\\path',
  };
  const list = async (query: Record<string, string>) =>
    answered('listLoginLogs', (await boss.get('/api/v1/loginLogs', { query: { option: '7', ...query } })).body);
  const found = async (keyword: string) => (await list({ keyword })).results.map(({ id }) => id);

  beforeAll(async () => {
    const spec = server.services.store.spec('LoginLog');
    const companyId = await companyOf(boss);
    if (!spec) throw new Error('no log-ins');
    const now = server.clock.now();
    await addFacts(server.services, spec, LOGGED, (index) => ({
      id: `long-${String(index).padStart(5, '0')}`,
      at: new Date(now - index * 60_000).toISOString(),
      username: `user${index % 50}@long.example`,
      companyId,
      success: index % 3 > 0,
      userAgent: words[index] ?? 'Chrome 156 on Windows',
    }));
  });

  test('says that there are more, on every page, and never a total that is not true', async () => {
    const first = await list({ keyword: 'long.example' });
    expect(first).toMatchObject({ total: 10_000, capped: true });
    expect(first.results.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => `long-${String(index).padStart(5, '0')}`));
    expect(await list({ keyword: 'long.example', skip: '10100' })).toMatchObject({ total: 10_120, capped: true });
    const last = await list({ keyword: 'long.example', skip: '10190' });
    expect([last.total, last.capped, last.results.length]).toEqual([LOGGED, undefined, 10]);
    const behind = await list({ keyword: 'long.example', skip: '20000' });
    expect([behind.total, behind.capped, behind.results.length]).toEqual([LOGGED, undefined, 0]);
  });

  test('is counted exactly where that is not far', async () => {
    const failed = await list({ keyword: 'long.example', success: 'false', limit: '5' });
    expect([failed.total, failed.capped]).toEqual([LOGGED / 3, undefined]);
    expect(await list({ keyword: 'user49@long' })).toMatchObject({ total: LOGGED / 50 });
    const from = new Date(server.clock.now() - 30 * 60_000).toISOString();
    const half = await list({ startTime: from, keyword: 'long.example', limit: '1000' });
    expect([half.total, half.capped, half.results.length]).toEqual([31, undefined, 31]);
  });

  test.each([
    ['门店', ['long-00010']],
    ['门', ['long-00010', 'long-00011']],
    ['店 巡检', ['long-00010']],
    ['100%', ['long-00012']],
    ['1%sure', []],
    ['snake_case', ['long-00013']],
    ['snakeXcase', []],
    ['SAY "HELLO"', ['long-00014']],
    ['hello" *', ['long-00014']],
    ['hel*', []],
    ['\\path', ['long-00015']],
    ["'; drop table r_login_log; --", []],
    ['x'.repeat(200), []],
    ['user7@long.example long-00007', ['long-00007']],
  ])('finds %s as it is written', async (keyword, ids) => {
    expect(await found(keyword)).toEqual(ids);
  });

  test.runIf(process.env['TEST_DATABASE_URL'] === undefined)(
    'is read beside others only where its index bounds what is touched',
    async () => {
      const { engine } = server.services.store;
      const apart = vi.spyOn(engine, 'slow');
      const here = vi.spyOn(StatementCache.prototype, 'rows');
      const startTime = new Date(server.clock.now() - 30 * 60_000).toISOString();
      try {
        for (const [sort, indexed] of [
          ['-at', true],
          ['at', true],
          ['at,-username', false],
          ['username', false],
        ] as const) {
          apart.mockClear();
          here.mockClear();
          await list({ startTime, sort });
          expect([sort, apart.mock.calls.length === 0]).toEqual([sort, indexed]);
          const read = here.mock.calls.filter(([text]) => text.includes('from "r_login_log" where'));
          expect([sort, read.length > 0]).toEqual([sort, indexed]);
          for (const [text, values] of read) {
            const [head = '', ...rest] = text.split('?');
            const plan = rest.reduce(
              (made, part, at) => sql`${made}${values[at]}${sql.raw(part)}`,
              sql`${sql.raw(`explain query plan ${head}`)}`,
            );
            const steps = (await plan.execute(engine.read)).rows.map((row) => JSON.stringify(row)).join('; ');
            expect(steps).toMatch(/SEARCH r_login_log USING (COVERING )?INDEX/);
            expect(steps).not.toMatch(/SCAN r_login_log|TEMP B-TREE/);
          }
        }
        // more than the main thread counts is counted in a reader, the page is not
        apart.mockClear();
        expect(await list({})).toMatchObject({ total: 10_000, capped: true });
        expect(apart).toHaveBeenCalledTimes(1);
        for (const [name, value] of Object.entries({ success: 'false', keyword: 'long', username: 'user1' })) {
          apart.mockClear();
          await list({ [name]: value, startTime });
          expect(apart).toHaveBeenCalled();
        }
      } finally {
        apart.mockRestore();
        here.mockRestore();
      }
    },
  );

  test('a blank keyword narrows nothing, one that is too long is refused at its place', async () => {
    expect(await list({ keyword: '  ' })).toMatchObject({ total: 10_000, capped: true });
    const refused = await boss.get('/api/v1/loginLogs', { query: { keyword: 'x'.repeat(201) } });
    expect([refused.status, refused.body['errors']]).toMatchObject([422, [{ pointer: '/query/keyword', code: 'schema.maxLength' }]]);
  });
});
