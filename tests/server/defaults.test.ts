import { afterAll, beforeAll, expect, test } from 'vitest';

import { asObject } from '#domain/json.ts';
import { type Client, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { there } from '#tests/support/answers.ts';

/** What holds where nobody says anything: in what is stored, and in how much a list answers. */
let server: TestServer;
let boss: Client;
const huaxin = '/api/v1/companies/c-huaxin';

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

test('a policy route leads over tun1 to the address of the interface', async () => {
  const any = { source: { kind: 'any' }, destination: { kind: 'any' } };
  const route = await boss.post(`${huaxin}/policyRoutes`, { name: 'Defaults', priority: 1999, ...any });
  expect(route).toMatchObject({ status: 201, body: { dstInterface: 'tun1', nextHop: '{ip}' } });
});

/** As many more of a kind as no demo has. */
async function copies(resource: 'Alert' | 'Company', count: number, more: object = {}): Promise<void> {
  const { store, system } = server.services;
  const spec = store.spec(resource);
  const [row] = (await system.list(spec, { skip: 0, limit: 1, whole: true })).rows;
  const doc = asObject(JSON.parse(there(row).text));
  const now = server.clock.now();
  const times = { secret: {}, createdAt: now, updatedAt: now };
  const made = Array.from({ length: count }, (_, index) => ({
    doc: { ...doc, name: `Many ${index}`, ...more, [spec.id]: `many-${index}` },
    ...times,
  }));
  await system.write((tx) => tx.insertAll(spec, made, 'create'));
}

test('a list of alerts that is asked for no number answers 1000', async () => {
  await copies('Alert', 1001, { status: 'firing' });
  const all = await boss.get('/api/v1/mgr/alerts', { query: { status: 'firing' } });
  expect(Number(all.body['total'])).toBeGreaterThan(1000);
  expect(resultsOf(all)).toHaveLength(1000);
});

test('companies as ids and names come in one answer of up to a million', async () => {
  await copies('Company', 1200);
  const list = (limit: number) => boss.get('/api/v1/companies', { query: { view: 'list', limit: String(limit) } });
  const all = await list(1_000_000);
  expect(resultsOf(all)).toHaveLength(Number(all.body['total']));
  expect(resultsOf(all).length).toBeGreaterThan(1200);
  expect(await list(1_000_001)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/query/limit' }] } });
});
