import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, GLOBAL, REGIONAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { asArray, asObject } from '#domain/json.ts';

const OWN = 'c-huaxin';
const sites = `/api/v1/companies/${OWN}/sites`;

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
});
afterAll(() => server.remove());

type Row = Record<string, unknown>;
const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => String(row['siteId']));
const listed = async (who: Client, query: Record<string, string> = {}): Promise<Row[]> =>
  resultsOf(await who.get('/api/v1/sites', { query: { limit: '1000', ...query } }));
const given = async (who: Client, path: string, siteId: string[]): Promise<Row[]> => {
  const reply = await who.get(path, { query: { siteId } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return resultsOf(reply);
};

describe('figures of given sites', () => {
  test('the series of a site are those of its own page; what never reported says so', async () => {
    const rows = await listed(client);
    const ids = idsOf(rows).slice(0, 100);
    const found = await given(client, '/api/v1/siteTraffic', ids);
    expect(idsOf(found).toSorted()).toEqual(ids.toSorted());
    const online = String(rows.find((row) => row['state'] === 'ONLINE')?.['siteId']);
    const own = found.find((row) => row['siteId'] === online);
    const page = await client.get(`/api/v1/companies/${OWN}/monitor/networkBandwidth`, {
      query: { siteId: [online], option: '0', points: '30' },
    });
    const values = (series: unknown): unknown[] => asArray(series).map((each) => asObject(each)['values']);
    expect(values(own?.['series'])).toEqual(values(page.body['series']));
    expect(values(own?.['series'])).toHaveLength(2);
    const silent = idsOf(rows.filter((row) => row['state'] === 'UNCONFIGURED'));
    expect(silent.length).toBeGreaterThan(0);
    for (const id of silent) expect(found.find((row) => row['siteId'] === id)).toEqual({ siteId: id, gap: 'neverReported', series: [] });
  });

  test.each([COMPANY, REGIONAL, SUPER, GLOBAL])(
    'to %s the number of alarms is the length of the list that it leads to',
    async (username) => {
      const who = await server.as(username);
      const rows = (await listed(who)).slice(0, 100);
      const ids = idsOf(rows);
      const counts = await given(who, '/api/v1/siteAlarms', ids);
      expect(idsOf(counts).toSorted()).toEqual(ids.toSorted());
      expect(counts.some((row) => Number(row['count']) > 0)).toBe(true);
      for (const row of counts) {
        const companyId = String(rows.find(({ siteId }) => siteId === row['siteId'])?.['companyId']);
        const reply = await who.get('/api/v1/mgr/alerts', {
          query: { companyId, status: 'firing', neId: String(row['siteId']), limit: '1' },
        });
        expect([row['siteId'], reply.body['total']]).toEqual([row['siteId'], row['count']]);
      }
    },
  );

  test('a site that is not reached is not there, whoever asks for it', async () => {
    const all = idsOf(await listed(await server.as(SUPER)));
    const regional = await server.as(REGIONAL);
    const own = new Set(idsOf(await listed(regional)));
    const beyond = all.filter((id) => !own.has(id)).slice(0, 50);
    expect(beyond.length).toBeGreaterThan(10);
    for (const path of ['/api/v1/siteTraffic', '/api/v1/siteAlarms']) expect(await given(regional, path, beyond)).toEqual([]);
    expect((await client.get('/api/v1/siteTraffic')).status).toBe(422);
  });
});

test.each([COMPANY, REGIONAL])('to %s the sites of a cause are the length of the list that it leads to', async (username) => {
  const who = await server.as(username);
  const causes = resultsOf(await who.get('/api/v1/mgr/alertCauses', { query: { companyId: OWN } }));
  expect(causes.length).toBeGreaterThan(0);
  for (const { code, sites: count } of causes) {
    const reply = await who.get(sites, { query: { alarm: String(code), limit: '1' } });
    expect([code, reply.body['total']]).toEqual([code, count]);
  }
});

test('whoever may not read alarms finds no site by them', async () => {
  const { read = [], edit = [] } = server.services.contract.permissions.get('configuration/site') ?? {};
  const scopes = read.map(({ id }) => id).filter((id) => !edit.some((each) => each.id === id));
  const role = await client.post(`/api/v1/companies/${OWN}/roles`, { name: 'Reads sites', type: 'company', scopes });
  const username = 'sites-alone@demo.example';
  const account = {
    username,
    name: 'Sites',
    password: 'Demo12345',
    accountType: 'company',
    companyId: OWN,
    rolesId: [role.body['roleId']],
  };
  expect([role.status, (await client.post('/api/v1/users', account)).status]).toEqual([201, 201]);
  const who = await server.as(username);
  expect((await who.get('/api/v1/mgr/alerts', { query: { companyId: OWN } })).status).toBe(403);
  const all = (await who.get(sites, { query: { limit: '1' } })).body['total'];
  expect(all).toBeGreaterThan(0);
  const found = async (as: Client): Promise<unknown> =>
    (await as.get(sites, { query: { alarm: 'device.offline', limit: '1' } })).body['total'];
  expect(await found(client)).toBeGreaterThan(0);
  expect(await found(who)).toBe(0);
});

describe('where sites are', () => {
  test.each(['city', 'province'])('by %s every site of the list is counted once, with its filters', async (by) => {
    const all = await listed(client);
    const queries: Record<string, string>[] = [
      {},
      { state: 'ONLINE' },
      { keyword: 'store' },
      { siteMode: 'cloudGateway' },
      { located: 'false' },
      { alarm: 'device.offline' },
      { siteId: String(all[0]?.['siteId']) },
    ];
    for (const query of queries) {
      const rows = await listed(client, query);
      const places = resultsOf(await client.get(`/api/v1/siteLocations/${by}`, { query: { companyId: OWN, ...query } }));
      const sum = (name: string): number => places.reduce((total, place) => total + Number(place[name]), 0);
      const count = (...states: string[]): number => rows.filter((row) => states.includes(String(row['state']))).length;
      expect([sum('sites'), sum('online'), sum('degraded'), sum('down')]).toEqual([
        rows.length,
        count('ONLINE', 'EXCEPTION'),
        count('EXCEPTION'),
        count('OFFLINE', 'TEMPORARYOFFLINE'),
      ]);
      // the cities of a place narrow the list to what stands there
      const first = places.find((place) => asArray(place['cities']).length > 0);
      if (first) expect(rows.filter((row) => asArray(first['cities']).includes(String(row['city'])))).toHaveLength(Number(first['sites']));
    }
  });

  test('a city without coordinates of its own stands where it is known to be', async () => {
    expect((await client.post(sites, { name: 'Located_by_city', deployMode: 'gateway', city: '拉萨' })).status).toBe(201);
    expect((await client.post(sites, { name: 'Located_nowhere', deployMode: 'gateway', city: 'Atlantis' })).status).toBe(201);
    const places = resultsOf(await client.get('/api/v1/siteLocations/city', { query: { companyId: OWN, keyword: 'located' } }));
    expect(places.toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)).toEqual([
      expect.objectContaining({ cities: ['拉萨'], longitude: expect.any(Number), latitude: expect.any(Number), sites: 1, online: 0 }),
      { province: 'Atlantis', cities: ['Atlantis'], sites: 1, online: 0, degraded: 0, down: 0 },
    ]);
  });
});
