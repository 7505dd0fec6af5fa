import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DocOf } from '#server/store/items/typed.ts';
import { Handle } from '#server/store/items/handle.ts';
import { COMPANY, companyOf, type Client, REGIONAL, testServer, type TestServer } from '#tests/server/harness.ts';

// Sites on the map, and how they are counted: by the database where it can, compared with what one by one says.

type Site = DocOf<'Site'>;
type Cluster = { place: string; longitude: string; latitude: string; sites: number; down: number; alarms: number };

let server: TestServer;
let client: Client;
let companyId: string;
beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  companyId = await companyOf(client);
});
afterAll(() => server.remove());

const among = () => ({ among: [{ path: 'companyId', in: [companyId] }], skip: 0, limit: 1000 });
const sitesOf = (): Promise<Site[]> => server.services.system.docs(server.services.store.spec('Site'), among());
const answered = async (as = client) => (await as.get(`/api/v1/companies/${companyId}/monitor/state`)).body;
const inOrder = (clusters: Cluster[]): Cluster[] => clusters.toSorted((a, b) => (a.place < b.place ? -1 : 1));

async function expected(sites: readonly Site[]): Promise<Cluster[]> {
  const alerts = await server.services.system.docs(server.services.store.spec('Alert'), { ...among(), limit: 100_000 });
  const due = alerts.filter(({ status, attention }) => status === 'firing' && attention === 'due');
  const placed = sites.filter(({ longitude, latitude }) => longitude !== undefined && latitude !== undefined);
  return [...Map.groupBy(placed, ({ city, siteId }) => city ?? siteId)].map(([place, own]) => {
    const mean = (of: 'longitude' | 'latitude'): string => (own.reduce((sum, site) => sum + (site[of] ?? 0), 0) / own.length).toFixed(2);
    return {
      place,
      longitude: mean('longitude'),
      latitude: mean('latitude'),
      sites: own.length,
      down: own.filter(({ state }) => state === 'OFFLINE' || state === 'TEMPORARYOFFLINE').length,
      alarms: due.filter(({ neId }) => own.some(({ siteId }) => siteId === neId)).length,
    };
  });
}

function shown(body: Awaited<ReturnType<typeof answered>>): Cluster[] {
  const clusters = body['clusters'] as (Record<'longitude' | 'latitude' | 'sites' | 'down' | 'alarms', number> &
    Record<'city' | 'siteId', string>)[];
  return clusters.map(({ city, siteId, longitude, latitude, sites, down, alarms }) => ({
    place: city ?? siteId,
    longitude: longitude.toFixed(2),
    latitude: latitude.toFixed(2),
    sites,
    down,
    alarms,
  }));
}

async function change(site: Site | undefined, values: Partial<Site>): Promise<void> {
  const spec = server.services.store.spec('Site');
  const stored = site && (await server.services.system.get(spec, site.siteId));
  if (stored) await server.services.system.write((tx) => tx.update(spec, stored, { ...stored.doc, ...values }));
}

test('cities with what rings in them are counted without a site being read', async () => {
  const pluck = vi.spyOn(Handle.prototype, 'pluck');
  const body = await answered();
  expect(pluck.mock.calls.map(([{ name }]) => name)).not.toContain('Site');
  pluck.mockRestore();
  const sites = await sitesOf();
  const clusters = shown(body);
  expect(inOrder(clusters)).toEqual(inOrder(await expected(sites)));
  expect(clusters.length).toBeGreaterThan(5);
  expect(clusters.reduce((sum, { alarms }) => sum + alarms, 0)).toBeGreaterThan(5);
  expect(body).toMatchObject({ unplaced: 0, sites: { total: sites.length } });
});

test('one without coordinates is on no map and in every count, one without a city stands for itself', async () => {
  const [first, second, third] = (await sitesOf()).filter(({ state }) => state === 'OFFLINE' || state === 'EXCEPTION');
  await change(first, { longitude: undefined, latitude: undefined });
  await change(second, { city: undefined });
  await change(third, { longitude: undefined });
  const sites = await sitesOf();
  const body = await answered();
  expect(inOrder(shown(body))).toEqual(inOrder(await expected(sites)));
  expect(shown(body).find(({ place }) => place === second?.siteId)).toMatchObject({ sites: 1 });
  expect(body).toMatchObject({ unplaced: 2, sites: { total: sites.length } });
});

test('who is responsible for some cities sees these', async () => {
  const cities = new Set(shown(await answered(await server.as(REGIONAL))).map(({ place }) => place));
  expect(cities.size).toBeGreaterThan(0);
  expect(cities.size).toBeLessThan(shown(await answered()).length);
});
