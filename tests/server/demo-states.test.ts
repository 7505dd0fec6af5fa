import { afterAll, beforeAll, expect, test } from 'vitest';

import { withDefaults } from '#server/kernel/resource/defaults.ts';
import { resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { asObject } from '#domain/json.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

test('of the demo no site is said to be on its way while nothing is', async () => {
  const client = await server.as(SUPER);
  const all = resultsOf(await client.get('/api/v1/sites', { query: { limit: '1000' } }));
  const seeded = all.filter(({ siteId }) => /^s-[a-z]+-\d{3}$/.test(String(siteId)));
  const states = new Map(
    resultsOf(await client.get('/api/v1/devices', { query: { limit: '1000' } })).map((row) => [row['sn'], row['state']]),
  );
  expect(seeded.length).toBeGreaterThan(50);
  const wrong = seeded.filter(
    ({ sn, configState, ztpStatus }) =>
      ztpStatus === 'sending' ||
      configState === 'running' ||
      (configState === 'pending' && ['ONLINE', 'EXCEPTION'].includes(String(states.get(sn)))),
  );
  expect(wrong.map(({ name, configState, ztpStatus }) => [name, configState, ztpStatus])).toEqual([]);
});

test('what is told as delivered was delivered after the last change', async () => {
  const client = await server.as(SUPER);
  const { rows } = await server.services.system.list(server.services.store.spec('Site'), { skip: 0, limit: 1000, whole: true });
  const sites = rows.map(({ text }) => asObject(JSON.parse(text)));
  const delivered = sites.filter(({ configState }) => configState === 'success');
  expect(delivered.length).toBeGreaterThan(20);
  expect(
    delivered.filter(({ configuredAt, updatedAt }) => String(configuredAt ?? '') < String(updatedAt ?? '')).map(({ name }) => name),
  ).toEqual([]);
  const devices = resultsOf(await client.get('/api/v1/devices', { query: { limit: '1000' } }));
  const silent = devices.filter(({ lastSeenAt }) => lastSeenAt === undefined);
  expect(silent.length).toBeGreaterThan(0);
  // who never reported was never tried
  expect(silent.filter(({ reachability }) => reachability !== undefined).map(({ sn }) => sn)).toEqual([]);
});

test('what an installation comes with holds the defaults of the contract: no first change adds any', () => {
  const { specs } = server.services.store;
  const bare: string[] = [];
  return Promise.all(
    specs.map(async (spec) => {
      const { rows } = await server.services.system.list(spec, { skip: 0, limit: 1000, whole: true });
      for (const { id, text } of rows) {
        const doc = asObject(JSON.parse(text));
        if (JSON.stringify(withDefaults(spec.fields, doc)) !== JSON.stringify(doc)) bare.push(`${spec.name} ${id}`);
      }
    }),
  ).then(() => expect(bare).toEqual([]));
});

test('what was seeded is no request that anybody could take back', async () => {
  const client = await server.as(SUPER);
  const revisions = resultsOf(await client.get('/api/v1/history', { query: { resource: 'Site', id: 's-huaxin-001' } }));
  const seeded = revisions.filter(({ operation }) => operation === 'seed');
  expect(seeded.length).toBe(1);
  expect(seeded.filter(({ requestId }) => requestId !== undefined)).toEqual([]);
});
