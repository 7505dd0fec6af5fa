import { afterAll, beforeAll, expect, test } from 'vitest';

import { simulateAlarms } from '#server/simulator/run.ts';
import { resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

test('alarms fire and clear as time passes, once each, and go on after a rest', async () => {
  const boss = await server.as(SUPER);
  const alerts = async () => resultsOf(await (await server.as(SUPER)).get('/api/v1/mgr/alerts', { query: { limit: '1000' } }));
  const before = await alerts();
  await simulateAlarms(server.services);
  await server.services.jobs.runDue();
  expect(await alerts()).toEqual(before);
  server.clock.advance(3 * 3_600_000);
  await server.services.jobs.runDue();
  const after = await alerts();
  expect(after.length).toBeGreaterThan(before.length);
  const firing = new Set(before.filter((alert) => alert['status'] === 'firing').map((alert) => alert['alertId']));
  const cleared = after.filter((alert) => firing.has(alert['alertId']) && alert['status'] === 'resolved');
  expect(cleared.length).toBeGreaterThan(0);
  expect(cleared.every((alert) => alert['resolvedBy'] === 'system')).toBe(true);
  expect(new Set(after.map((alert) => alert['alertId'])).size).toBe(after.length);
  expect((await boss.get('/healthz')).status).toBe(200);
});
