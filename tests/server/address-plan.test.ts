import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '#server/store/migrate.ts';
import { type Client, COMPANY, REGIONAL, testServer, type TestServer } from '#tests/server/harness.ts';

const sites = '/api/v1/companies/c-huaxin/sites';
const path = '/api/v1/companies/c-huaxin/addressPlan';

let server: TestServer;
let client: Client;
let siteId = '';

const lan = (lanIp: string, mask = 24) => ({ lan: [{ name: 'LAN1', lanIp, mask, ipmode: 'FIA' }] });

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  const made = await client.post(sites, {
    name: 'Planned',
    deployMode: 'gateway',
    city: '上海',
    ...lan('172.20.0.1'),
    localSubnets: ['172.20.1.0/25'],
    mobileAccess: { enable: true, subnet: '172.20.3.0/24' },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  siteId = String(made.body['siteId']);
});
afterAll(() => server.remove());

test('what is held is told with its holder, and the next free subnets meet none of it', async () => {
  const { status, body } = await client.get(path, { query: { within: '172.20.0.0/22', prefix: '24', subnet: '172.20.0.0/23' } });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      within: '172.20.0.0/22',
      prefix: 24,
      total: 3,
      taken: [
        { from: 0, to: 0.25 },
        { from: 0.25, to: 0.375 },
        { from: 0.75, to: 1 },
      ],
      holders: [
        { subnet: '172.20.0.0/24', kind: 'lan', siteId, site: 'Planned' },
        { subnet: '172.20.1.0/25', kind: 'localSubnets', siteId, site: 'Planned' },
      ],
      free: ['172.20.2.0/24'],
    },
  });
});

test('the site itself does not stand in its own way; what its draft has entered does', async () => {
  const own = await client.get(path, { query: { within: '172.20.0.0/22', siteId } });
  expect(own.body).toMatchObject({ total: 0, free: ['172.20.0.0/24', '172.20.1.0/24', '172.20.2.0/24', '172.20.3.0/24'] });
  const draft = await client.get(path, { query: { within: '172.20.0.0/22', siteId, also: '172.20.1.0/24' } });
  expect(draft.body).toMatchObject({ free: ['172.20.0.0/24', '172.20.2.0/24', '172.20.3.0/24'] });
});

test('what a NAT network stands for at other sites is held, too, and asked about when another site takes it', async () => {
  const natNet = [{ internal: '172.20.0.0/24', external: '172.20.2.0/24' }];
  const made = await client.post(sites, { name: 'Translated', deployMode: 'gateway', city: '上海', natNet });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const holder = { subnet: '172.20.2.0/24', kind: 'natNet', siteId: made.body['siteId'], site: 'Translated' };
  const plan = await client.get(path, { query: { within: '172.20.0.0/22', prefix: '24', subnet: '172.20.2.0/24' } });
  expect(plan.body).toMatchObject({ total: 4, holders: [holder], free: [] });
  const taking = { name: 'Taking', deployMode: 'gateway', city: '上海', ...lan('172.20.2.1') };
  expect(await client.post(sites, taking)).toMatchObject({
    status: 409,
    body: { errors: [{ pointer: '/lan/0/lanIp', params: { value: '172.20.2.0/24', other: '172.20.2.0/24', site: 'Translated' } }] },
  });
  expect((await client.delete(`${sites}/${String(made.body['siteId'])}`, { ifMatch: made.etag })).status).toBe(204);
});

test('what a site holds is known of sites that were stored when less counted as held', async () => {
  const natNet = [{ internal: '172.20.0.0/24', external: '172.20.2.0/24' }];
  const made = await client.post(sites, { name: 'From_before', deployMode: 'gateway', city: '上海', natNet });
  const id = String(made.body['siteId']);
  const held = async (): Promise<unknown> => (await client.get(path, { query: { within: '172.20.2.0/24' } })).body['total'];
  expect(await held()).toBe(1);
  const { specs, engine } = server.services.store;
  const spec = server.services.store.spec('Site');
  await engine.write(async (tx) => {
    // as the version left it that knew of no NAT: of its shape it said only that there are ranges
    await tx.deleteFrom('ranges').where('id', '=', id).execute();
    const shape = tx.selectFrom('meta').select('value').where('name', '=', `shape:${spec.table}`);
    const { value } = await shape.executeTakeFirstOrThrow();
    const before = value.replace(JSON.stringify(spec.ranges?.from), 'true');
    expect(before).not.toBe(value);
    await tx.updateTable('meta').set({ value: before }).where('name', '=', `shape:${spec.table}`).execute();
  });
  expect(await held()).toBe(0);
  await engine.write((tx) => migrate(tx, specs, engine.dialect));
  expect(await held()).toBe(1);
  expect((await client.delete(`${sites}/${id}`, { ifMatch: made.etag })).status).toBe(204);
});

test('of a site beyond the areas of the caller only what it holds is told', async () => {
  const made = await client.post(sites, { name: 'Far_away', deployMode: 'gateway', city: 'Singapore', ...lan('172.21.0.1') });
  expect(made.status).toBe(201);
  const regional = await server.as(REGIONAL);
  const { status, body } = await regional.get(path, { query: { within: '172.21.0.0/16', subnet: '172.21.0.0/24' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 1, holders: [{ subnet: '172.21.0.0/24', kind: 'lan' }] });
  expect(JSON.stringify(body)).not.toContain('Far_away');
  expect(body['holders']).not.toEqual([expect.objectContaining({ siteId: expect.anything() })]);
});

test('what is no network is refused at its parameter; another company is not told of', async () => {
  expect(await client.get(path, { query: { within: '172.20.0.1/22' } })).toMatchObject({ status: 422 });
  expect(await client.get('/api/v1/companies/c-nobody/addressPlan')).toMatchObject({ status: 403, body: { code: 'tenant' } });
});
