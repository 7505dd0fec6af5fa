import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { settable } from '#server/kernel/resource/settable.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Client, COMPANY, companyOf, REGIONAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

const CODE = 'device.fan';
const HOUR = 3_600_000;

let server: TestServer;
let client: Client;
let company: string;
let sick: string;
let well: string;

const before = async (by: Client, query: Record<string, string> = { code: CODE }) => {
  const reply = await by.get(`/api/v1/companies/${company}/monitor/changesBefore`, { query });
  expect(reply.status).toBe(200);
  return answered('getChangesBefore', reply.body);
};
const remark = async (siteId: string, text: string): Promise<void> => {
  const url = `/api/v1/companies/${company}/sites/${siteId}`;
  const { body, etag } = await client.get(url);
  expect((await client.put(url, { ...settable(server.services.store.spec('Site'), body), remark: text }, { ifMatch: etag })).status).toBe(
    200,
  );
};
const tag = async (name: string): Promise<void> => {
  const reply = await client.post(
    `/api/v1/companies/${company}/tags`,
    { name, type: 'site' },
    { headers: { 'x-request-id': 'both-tags' } },
  );
  expect(reply.status).toBe(201);
};
const work = async (name: string, at: number, siteIds: string[]): Promise<void> => {
  const body = { name, startTime: timestamp(at), endTime: timestamp(at + HOUR), siteIds };
  expect((await client.post(`/api/v1/companies/${company}/maintenanceWindows`, body)).status).toBe(201);
};

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  company = await companyOf(client);
  const online = resultsOf(
    await client.get(`/api/v1/companies/${company}/sites`, { query: { limit: '1000', state: 'ONLINE', sort: 'name' } }),
  );
  [sick = '', well = ''] = online.map(({ siteId }) => String(siteId));
  await remark(sick, 'long before');
  server.clock.advance(30 * HOUR);
  client = await server.as(COMPANY);
  await remark(sick, 'at the site');
  await remark(well, 'elsewhere');
  server.clock.advance(60_000);
  await tag('one-tag');
  await tag('other-tag');
  await work('here', server.clock.now() + 60_000, [sick]);
  await work('there', server.clock.now() + 60_000, [well]);
  await work('everywhere', server.clock.now() + 120_000, []);
  server.clock.advance(30 * 60_000);
  const { store, system, clock } = server.services;
  const devices = store.spec('Device');
  const [device = ''] = await system.ids(devices, { siteId: sick });
  await system.write(async (tx) => {
    const found = await tx.get(devices, device);
    if (found) await tx.update(devices, found, { ...found.doc, softwareVersion: '9.9.9' }, found.secret, 'upgradeDevice');
  });
  // what was worked on is over: alarms ask for somebody again
  server.clock.advance(2 * HOUR);
  await system.write(async (tx) => {
    await tx.insert(store.spec('Alert'), {
      alertId: 'al-before',
      companyId: company,
      neId: sick,
      code: CODE,
      name: 'Fan',
      severity: 'Warning',
      status: 'firing',
      attention: 'due',
      raisedAt: timestamp(clock.now()),
    });
  });
  server.clock.advance(60_000);
  client = await server.as(COMPANY);
  await remark(sick, 'too late');
}, 60_000);
afterAll(() => server.remove());

describe('what changed before something went wrong', () => {
  test('at its sites first, then in the whole company, the latest in front; nothing of other sites, of later, or of long ago', async () => {
    const { cause, results, from } = await before(client);
    expect([cause?.code, cause?.count]).toEqual([CODE, 1]);
    expect(Date.parse(from ?? '')).toBe(Date.parse(cause?.since ?? '') - 24 * HOUR);
    const name = String((await client.get(`/api/v1/companies/${company}/sites/${sick}`)).body['name']);
    const [sn] = resultsOf(await client.get(`/api/v1/companies/${company}/devices`, { query: { siteId: sick } })).map(
      (device) => device['sn'],
    );
    expect(results.map(({ kind, scope, what, site }) => [kind, scope, what, site])).toEqual([
      ['upgrade', 'site', sn, name],
      ['maintenance', 'site', 'here', name],
      ['operation', 'site', name, name],
      ['maintenance', 'company', 'everywhere', undefined],
      ['operation', 'company', 'other-tag', undefined],
    ]);
    // what one request changed is one line
    expect(results.at(-1)).toMatchObject({ actor: COMPANY, items: 2 });
  });

  test('an operation leads to its entry in the log, which says what it changed', async () => {
    const { results } = await before(client);
    const { logId } = results.find(({ kind, scope }) => kind === 'operation' && scope === 'site') ?? {};
    const { body } = await client.get(`/api/v1/operationLogs/${logId}`);
    expect(body).toMatchObject({ itemId: sick, after: { remark: 'at the site' } });
  });

  test('further back is asked for in hours', async () => {
    const long = await before(client, { code: CODE, hours: '168' });
    expect(long.results.filter(({ kind, scope }) => kind === 'operation' && scope === 'site')).toHaveLength(2);
  });

  test('without a code it is the gravest cause, without a cause there is nothing', async () => {
    const first = resultsOf(await client.get('/api/v1/mgr/alertCauses', { query: { companyId: company } }))[0];
    expect((await before(client, {})).cause?.code).toBe(first?.['code']);
    expect(await before(client, { code: 'sla.probe' })).toEqual({ results: [] });
    const boss = await server.as(SUPER);
    expect((await before(boss)).results.length).toBeGreaterThan(0);
  });

  test('who looks after other sites is told nothing of this one', async () => {
    expect(await before(await server.as(REGIONAL))).toEqual({ results: [] });
  });
});
