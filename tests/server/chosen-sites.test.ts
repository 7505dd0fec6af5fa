import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';
import { isText, type JsonObject, texts } from '#domain/json.ts';
import { listOf, shaped, sure } from '#tests/support/shape.ts';

let server: TestServer;
let client: Client;
let own: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  own = await companyOf(client);
});
afterAll(() => server.remove());

type Site = { siteId: string; city: string; siteTag: string[] };
type AtSite = { siteId: string };

const isAtSite = shaped({ siteId: isText });
const rows = async (path: string): Promise<JsonObject[]> => resultsOf(await client.get(`/api/v1/companies/${own}/${path}`));
const listed = async (path: string): Promise<AtSite[]> => sure(await rows(path), listOf(isAtSite));
const sitesOf = async (): Promise<Site[]> =>
  (await rows('sites?limit=1000')).map((site) => ({
    siteId: String(site['siteId']),
    city: String(site['city'] ?? ''),
    siteTag: texts(site['siteTag']),
  }));

test('LAN users by the tags of their site: any, or all', async () => {
  const sites = await sitesOf();
  const users = await listed('lanUsers?limit=1000');
  const busy = sites.find(({ siteId, siteTag }) => siteTag.length > 1 && users.some((user) => user.siteId === siteId));
  const [one = '', two = ''] = busy?.siteTag ?? [];
  expect(two).not.toBe('');
  const carry = (tags: string[], every: boolean): Set<string> =>
    new Set(
      sites
        .filter(({ siteTag }) => (every ? tags.every((tag) => siteTag.includes(tag)) : tags.some((tag) => siteTag.includes(tag))))
        .map(({ siteId }) => siteId),
    );
  for (const match of ['any', 'all']) {
    const wanted = carry([one, two], match === 'all');
    const found = await listed(`lanUsers?limit=1000&siteTag=${one}&siteTag=${two}&tagMatch=${match}`);
    expect(found.length).toBe(users.filter(({ siteId }) => wanted.has(siteId)).length);
    expect(found.every(({ siteId }) => wanted.has(siteId))).toBe(true);
  }
  expect((await listed('lanUsers?limit=1000&siteTag=t-nobody')).length).toBe(0);
});

test('LAN users and diagnoses by the city of their site', async () => {
  const sites = await sitesOf();
  for (const list of ['lanUsers', 'diagnosisTasks']) {
    const all = await listed(`${list}?limit=1000`);
    const city = sites.find(({ siteId }) => all.some((row) => row.siteId === siteId))?.city ?? '';
    const there = new Set(sites.filter((site) => site.city === city).map(({ siteId }) => siteId));
    const found = await listed(`${list}?limit=1000&city=${encodeURIComponent(city)}`);
    expect([list, found.length]).toEqual([list, all.filter(({ siteId }) => there.has(siteId)).length]);
    expect(found.length).toBeGreaterThan(0);
  }
});
