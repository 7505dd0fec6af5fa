import { afterAll, beforeAll, expect, test } from 'vitest';

import type { JsonObject } from '#domain/json.ts';
import { type Client, COMPANY, testServer, type TestServer } from '#tests/server/harness.ts';
import { objects } from '#tests/support/answers.ts';

const sites = '/api/v1/companies/c-huaxin/sites';
const ALL = 1000;
const BAD = 37;
/** 36, 63, 90 … spread over the sheet. */
const isBad = (index: number): boolean => index % 27 === 9 && index < 27 * BAD;

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
});
afterAll(() => server.remove());

/** What is wrong with a bad one, in turn: its name, its ports, its device, its subnets. */
function site(index: number): JsonObject {
  const net = (third: number): string => `10.${200 + (index >> 8)}.${index & 255}.${third}`;
  const good: JsonObject = {
    name: `Batch_${index}`,
    deployMode: 'gateway',
    wan: [{ logicName: 'WAN1', port: 'eth0', ipmode: 'dhcp', metric: 10 }],
    lan: [{ name: 'LAN1', lanIp: net(1), mask: 25, ipmode: 'FIA' }],
  };
  if (!isBad(index)) return good;
  return (
    [
      { ...good, name: 'Batch_0' },
      { ...good, wan: [{ logicName: 'WAN1', port: 'eth0', ipmode: 'dhcp', metric: 500 }] },
      { ...good, sn: 'AR9999-000000' },
      { ...good, lan: [1, 2].map((each) => ({ name: `LAN${each}`, lanIp: net(each), mask: 25, ipmode: 'FIA' })) },
    ][index % 4] ?? good
  );
}

test('a thousand sites, 37 of them bad: a dry run names them all, what is created is whole, and of a bad one nothing is left', async () => {
  const items = Array.from({ length: ALL }, (_, index) => ({
    operation: 'createSite',
    path: { companyId: 'c-huaxin' },
    body: site(index),
  }));
  const failed = (results: JsonObject[]): number[] =>
    results.filter(({ status }) => Number(status) >= 400).map(({ index }) => Number(index));
  const bad = Array.from({ length: ALL }, (_, index) => index).filter(isBad);
  expect(bad).toHaveLength(BAD);
  const before = Number((await client.get(sites)).body['total']);

  const tried = await client.post('/api/v1/bulk', { items, dryRun: true });
  const told = objects(tried.body['results']);
  expect(failed(told)).toEqual(bad);
  // each with its place, to be mended in the sheet
  expect(
    told.filter(({ status }) => Number(status) >= 400).every(({ errors }) => objects(errors).some(({ pointer }) => pointer !== '')),
  ).toBe(true);
  expect((await client.get(sites)).body['total']).toBe(before);

  const done = await client.post('/api/v1/bulk', { items });
  expect(failed(objects(done.body['results']))).toEqual(bad);
  expect((await client.get(sites)).body['total']).toBe(before + ALL - BAD);
  const devices = await client.get('/api/v1/companies/c-huaxin/devices', { query: { sn: 'AR9999-000000' } });
  expect(devices.body['total']).toBe(0);
  // the addresses of those that failed are free
  const plan = await client.get('/api/v1/companies/c-huaxin/addressPlan', { query: { within: '10.200.0.0/14', prefix: '24' } });
  expect(plan.body['total']).toBe(ALL - BAD);
}, 120_000);

test('what failed is mended and sent again', async () => {
  const again = Array.from({ length: ALL }, (_, index) => index)
    .filter(isBad)
    .map((index) => ({
      operation: 'createSite',
      path: { companyId: 'c-huaxin' },
      body: { name: `Mended_${index}`, deployMode: 'gateway' },
    }));
  const { body } = await client.post('/api/v1/bulk', { items: again });
  expect(objects(body['results']).every(({ status }) => status === 201)).toBe(true);
});
