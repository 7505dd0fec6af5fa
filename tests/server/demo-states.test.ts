import { afterAll, beforeAll, expect, test } from 'vitest';

import { resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

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
