import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const ROWS = 6000;
let server: TestServer;
let boss: Client;
let tags: string;

beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
  boss = await server.as(SUPER);
  tags = `/api/v1/companies/${await companyOf(boss)}/tags`;
  const { store, system } = server.services;
  const spec = store.specs.get('Tag');
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
});

test('a total follows every write', async () => {
  const total = async () => Number((await boss.get(tags)).body['total']);
  const before = await total();
  const made = await boss.post(tags, { name: 'counted', type: 'site' });
  expect(await total()).toBe(before + 1);
  await boss.delete(`${tags}/${String(made.body['id'])}`, { ifMatch: made.etag });
  expect(await total()).toBe(before);
});
