import { afterAll, beforeAll, expect, test } from 'vitest';

import { type Client, COMPANY, type Reply, testServer, type TestServer } from '#tests/server/harness.ts';

type Doc = Record<string, unknown>;

const OWN = '/api/v1/companies/c-huaxin';
const sites = `${OWN}/sites`;
const devices = `${OWN}/devices`;

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
});
afterAll(() => server.remove());

const made = async (name: string): Promise<{ id: string; path: string }> => {
  const reply = await client.post(sites, { name, deployMode: 'gateway' });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const id = String(reply.body['siteId']);
  return { id, path: `${sites}/${id}` };
};
const device = async (sn: string, model: string): Promise<string> => String((await client.post(devices, { sn, model })).body['deviceId']);

test('bound by its own form it is the device of the site: the site names it, and lets it go with it', async () => {
  const { path, id } = await made('Bound_here');
  const other = await made('Bound_there');
  const put = async (deviceId: string, sn: string, more: Doc, locale = 'en'): Promise<Reply> =>
    client.put(`${devices}/${deviceId}`, { sn, model: sn.split('-')[0], ...more }, { ifMatch: '*', query: { locale } });
  const [first, second, third] = [
    await device('AR1300-1', 'AR1300'),
    await device('AR1300-2', 'AR1300'),
    await device('AR1400-1', 'AR1400'),
  ];
  expect(await put(first, 'AR1300-1', { siteId: id })).toMatchObject({ status: 200, body: { siteId: id, state: 'CONFIGURED' } });
  expect((await client.get(path)).body).toMatchObject({
    sn: 'AR1300-1',
    association: 'associated',
    state: 'CONFIGURED',
    configState: 'undelivered',
  });
  // the place is taken, or the pair would be of two models: told at the site that was chosen
  expect(await put(second, 'AR1300-2', { siteId: id })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/siteId', code: 'rule.device.placeTaken', params: { site: 'Bound_here', sn: 'AR1300-1' } }] },
  });
  expect(JSON.stringify((await put(second, 'AR1300-2', { siteId: id }, 'zh')).body)).toContain('该位置已有设备 AR1300-1');
  expect(await put(third, 'AR1400-1', { siteId: id, role: 'backup' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/siteId', code: 'device.model', params: { model: 'AR1400', expected: 'AR1300' } }] },
  });
  expect((await put(second, 'AR1300-2', { siteId: id, role: 'backup' })).status).toBe(200);
  expect((await client.get(path)).body).toMatchObject({ sn: 'AR1300-1', haSn: 'AR1300-2' });
  // elsewhere, and away
  expect((await put(first, 'AR1300-1', { siteId: other.id })).status).toBe(200);
  expect((await client.get(other.path)).body).toMatchObject({ sn: 'AR1300-1', association: 'associated' });
  const left = (await client.get(path)).body;
  expect(left).toMatchObject({ haSn: 'AR1300-2', association: 'unassociated' });
  expect(left).not.toHaveProperty('sn');
  expect((await put(first, 'AR1300-1', {})).status).toBe(200);
  expect((await client.get(other.path)).body).not.toHaveProperty('sn');
  // a new one may come to its site at once
  expect((await client.post(devices, { sn: 'AR1300-3', model: 'AR1300', siteId: other.id })).status).toBe(201);
  expect((await client.get(other.path)).body).toMatchObject({ sn: 'AR1300-3', association: 'associated' });
});

test('deleted, it leaves its site, and stands there again when that is taken back', async () => {
  const { path, id } = await made('Left_alone');
  const gone = await device('AR1300-9', 'AR1300');
  expect((await client.put(`${devices}/${gone}`, { sn: 'AR1300-9', model: 'AR1300', siteId: id }, { ifMatch: '*' })).status).toBe(200);
  const requestId = 'device-that-leaves';
  expect((await client.delete(`${devices}/${gone}`, { ifMatch: '*', headers: { 'x-request-id': requestId } })).status).toBe(204);
  const site = (await client.get(path)).body;
  expect(site).toMatchObject({ association: 'unassociated', state: 'UNCONFIGURED' });
  expect(site).not.toHaveProperty('sn');
  expect((await client.post('/api/v1/undo', { requestId })).status).toBe(200);
  expect((await client.get(path)).body).toMatchObject({ sn: 'AR1300-9', association: 'associated' });
  expect((await client.get(`${devices}/${gone}`)).body).toMatchObject({ siteId: id });
});

test('the next device of a model has its ports; what stood at the site before they were known stays, a single arm has both sides on one port', async () => {
  const sn = 'PORT100-1';
  const first = await client.post(devices, { sn, model: 'PORT100' });
  expect(first.body['ports']).toBeUndefined();
  const wan = (port: string) => [{ logicName: 'WAN1', ipmode: 'dhcp', port }];
  const arm = [{ name: 'LAN1', lanIp: '10.247.1.1', mask: 24, ipmode: 'FIA', bridge: ['wan9'] }];
  // nobody knows its ports yet: any is taken
  const body = { name: 'Ports_first', deployMode: 'parallel', sn, wan: wan('wan9'), lan: arm };
  const begun = await client.post(sites, body);
  expect(begun.status, JSON.stringify(begun.body)).toBe(201);
  const siteId = String(begun.body['siteId']);
  await client.post(devices, { sn: 'PORT100-2', model: 'PORT100', ports: ['wan0', 'lan0'] });
  const next = await client.post(devices, { sn: 'PORT100-3', model: 'PORT100' });
  expect(next.body['ports']).toEqual(['wan0', 'lan0']);
  // of another model nothing is known
  expect((await client.post(devices, { sn: 'PORT200-1', model: 'PORT200' })).body['ports']).toBeUndefined();

  const known = `${devices}/${String(first.body['deviceId'])}`;
  const named = await client.put(known, { sn, model: 'PORT100', siteId, ports: ['wan0', 'lan0'] }, { ifMatch: '*' });
  expect(named).toMatchObject({ status: 200, body: { ports: ['wan0', 'lan0'] } });
  const kept = await client.put(`${sites}/${siteId}`, { ...body, remark: 'as it was' }, { ifMatch: '*' });
  expect(kept.status, JSON.stringify(kept.body)).toBe(200);
  expect(await client.put(`${sites}/${siteId}`, { ...body, wan: wan('wan7') }, { ifMatch: '*' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/wan/0/port', code: 'rule.device.noPort', params: { sn, value: 'wan7', ports: 'wan0, lan0' } }] },
  });
});
