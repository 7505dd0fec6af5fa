import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const MINUTE = 60_000;
let server: TestServer;
let boss: Client;

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10_000) {
    server.clock.advance(10_000);
    await server.services.jobs.runDue();
  }
  boss = await server.as(SUPER);
}

test('where nothing reaches devices no upgrade begins or ends by itself: it waits, and says for what', async () => {
  const release = { version: '9.1.0', models: ['TEST'], rebootMinutes: 1, fileName: 'a.bin', fileSize: 1000, sha256: 'b'.repeat(64) };
  const releaseId = String((await boss.post('/api/v1/releases', release)).body['id']);
  await boss.post(`/api/v1/releases/${releaseId}/publish`);
  const company = String((await boss.post('/api/v1/companies', { name: 'Nothing reaches it' })).body['companyId']);
  for (const sn of ['TEST-A', 'TEST-B']) {
    const made = await boss.post(`/api/v1/companies/${company}/devices`, { sn, model: 'TEST' });
    await boss.post(`/api/v1/companies/${company}/sites`, { name: sn.replace('-', '_'), deployMode: 'gateway', sn });
    const spec = server.services.store.spec('Device');
    await server.services.system.write(async (tx) => {
      const device = await tx.get(spec, String(made.body['deviceId']));
      if (device) await tx.update(spec, device, { ...device.doc, state: 'ONLINE', softwareVersion: '5.0.0' }, device.secret, 'report');
    });
  }
  const rings = [{ name: 'All', by: 'percent', percent: 100 }];
  const policy = { name: 'Nowhere', releaseId, companyIds: [company], rings, concurrency: 1, soakMinutes: 0, maxFailures: 0 };
  const id = String((await boss.post('/api/v1/upgradePolicies', policy)).body['id']);
  expect((await boss.post(`/api/v1/upgradePolicies/${id}/start`)).status).toBe(200);
  const rows = async () => resultsOf(await boss.get('/api/v1/deviceUpgrades', { query: { policyId: [id], sort: 'sn' } }));
  await pass(20_000);
  expect((await rows()).map(({ state }) => String(state)).toSorted()).toEqual(['pending', 'running']);

  const { network } = server.services;
  server.services.network = undefined;
  await pass(10 * MINUTE);
  expect(await rows()).toMatchObject([
    { state: 'pending', waitsFor: 'network', progress: 0 },
    { state: 'pending', waitsFor: 'network', progress: 0 },
  ]);
  expect((await boss.get(`/api/v1/upgradePolicies/${id}`)).body).toMatchObject({ state: 'running', succeeded: 0, waiting: 2 });

  server.services.network = network;
  await pass(10 * MINUTE);
  expect((await boss.get(`/api/v1/upgradePolicies/${id}`)).body).toMatchObject({ state: 'complete', succeeded: 2 });
  expect((await rows()).every((row) => row['waitsFor'] === undefined)).toBe(true);
});
