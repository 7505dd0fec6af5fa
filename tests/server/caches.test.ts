import { afterAll, beforeAll, expect, test } from 'vitest';

import { Sessions } from '#server/kernel/access/sessions.ts';
import { answersAtOnce, cellsAtOnce } from '#server/store/query/at-once.ts';
import { listItems, pageNow } from '#server/store/query/list.ts';
import { unlimited } from '#server/store/query/reach.ts';
import { resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ seed: 'examples' });
});
afterAll(() => server.remove());

test('a process remembers the session that is in use when many others come and go', async () => {
  const { store, system, state } = server.services;
  const sessions = new Sessions(store, system, () => state.lifetime(), 4);
  const { token } = await sessions.create(SUPER);
  const seen = await sessions.authenticate(token);
  for (let other = 0; other < 10; other++) {
    await sessions.authenticate((await sessions.create(SUPER)).token);
    // read anew, it would be another object
    expect(await sessions.authenticate(token)).toBe(seen);
  }
});

test('the total of the list in use is known while others are counted', async () => {
  const { store } = server.services;
  const spec = store.spec('Tag');
  expect(spec).toBeDefined();
  if (!spec) return;
  let counted = 0;
  const read = store.engine.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      if (result.rows.some((row) => 'total' in row)) counted++;
      return Promise.resolve(result);
    },
  });
  const reads = { read, slow: store.engine.slow.bind(store.engine) };
  const list = (name: string): Promise<unknown> =>
    listItems({ store, spec, reach: unlimited, reads }, { among: [{ path: 'name', in: [name] }], skip: 0, limit: 1 });
  await list('in use');
  for (let other = 0; other < 600; other++) {
    await list(`other ${other}`);
    await list('in use');
  }
  expect(counted).toBe(601);
});

/** Reads of the store that say how often something was asked of them at once. */
function countedReads() {
  const { store } = server.services;
  const read = store.engine.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => Promise.resolve(result),
  });
  let asked = 0;
  answersAtOnce(read, {
    rows: () => [],
    cells: (text, parameters) => {
      asked++;
      return cellsAtOnce(store.engine.read, { sql: text, parameters });
    },
  });
  return { store, spec: store.spec('Tag'), reads: { read, slow: store.engine.slow.bind(store.engine) }, asked: () => asked };
}

test('a page is read once until its table changes, and once for everybody who reaches other rows', async () => {
  const { store, spec, reads, asked } = countedReads();
  const everybody = { ...unlimited };
  const nobody = { ...unlimited, tenants: new Set<string>(), shared: false };
  const lengths = (reach = everybody) => pageNow({ store, spec, reach, reads }, { skip: 0, limit: 5 })?.length;
  const all = lengths();
  expect([all, lengths(), asked()]).toEqual([expect.any(Number), all, 2]);
  expect(all).toBeGreaterThan(0);
  expect([lengths(nobody), asked()]).toEqual([0, 4]);
  await store.changed(new Set(['Site']));
  expect([lengths(), asked()]).toEqual([all, 4]);
  await store.changed(new Set(['Tag']));
  expect([lengths(), lengths(nobody), asked()]).toEqual([all, 0, 8]);
});

test('who goes through a list reads each page once, and counts once', async () => {
  const { store, spec, reads, asked } = countedReads();
  const view = { store, spec, reach: { ...unlimited }, reads };
  const pages = 300;
  const through = (): unknown[] => Array.from({ length: pages }, (_, page) => pageNow(view, { skip: page, limit: 1 })?.text);
  const first = through();
  expect(asked()).toBe(pages + 1);
  expect(new Set(first).size).toBeGreaterThan(1);
  expect([through(), asked()]).toEqual([first, pages + 1]);
});

test('the total of rows of a channel is another one when a company changes its channel', async () => {
  const client = await server.as(SUPER);
  const [first] = resultsOf(await client.get('/api/v1/strategyApplications'));
  const asked = async (channel: string) => {
    const reply = await client.get(`/api/v1/strategyApplications?channelTradeId=${channel}`);
    return { total: reply.body['total'], rows: resultsOf(reply).length };
  };
  const { system, store } = server.services;
  const companies = store.spec('Company');
  const company = await system.get(companies, String(first?.['companyId']));
  const from = String(company?.doc.channelTradeId);
  const before = await asked(from);
  expect(before.rows).toBeGreaterThan(0);
  expect(before.total).toBe(before.rows);
  await system.write(async (tx) => {
    const stored = await tx.get(companies, String(company?.id));
    if (stored) await tx.update(companies, stored, { ...stored.doc, channelTradeId: from === 'ch-north' ? 'ch-south' : 'ch-north' });
  });
  const after = await asked(from);
  expect(after.rows).toBeLessThan(before.rows);
  expect(after.total).toBe(after.rows);
});
