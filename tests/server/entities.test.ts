import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { timestamp } from '#server/store/clock.ts';
import { type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { there, errorsOf } from '#tests/support/answers.ts';

let server: TestServer;
let client: Client;
let boss: Client;
let own: string;
let sites: string;
let devices: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
  own = await companyOf(client);
  sites = `/api/v1/companies/${own}/sites`;
  devices = `/api/v1/companies/${own}/devices`;
});
afterAll(() => server.remove());

const site = (name: string, more: Record<string, unknown> = {}) => ({ name, deployMode: 'gateway', ...more });
/** What a device says by itself. */
async function report(deviceId: string, values: Record<string, string>): Promise<void> {
  const spec = server.services.store.spec('Device');
  await server.services.system.write(async (tx) => {
    const device = await tx.get(spec, deviceId);
    if (device) await tx.update(spec, device, { ...device.doc, ...values }, device.secret, 'report');
  });
}
const lan = (name: string, lanIp: string, ipmode: string) => ({ name, lanIp, mask: 24, ipmode });
const readOnly = new Set([
  'revision',
  'createdAt',
  'updatedAt',
  'state',
  'association',
  'reachability',
  'configState',
  'configuredAt',
  'ztpStatus',
  'siteId',
  'companyId',
]);
const settable = (doc: Record<string, unknown>) => Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.has(name)));

describe('sites', () => {
  test('a secret in a row of an array is kept, replaced, and never shown', async () => {
    const wan = (more = {}) => ({ logicName: 'WAN1', ipmode: 'pppoe', pppoeAccount: 'a', metric: 10, ...more });
    const made = await client.post(
      sites,
      site('Secret_site', { wan: [wan({ pppoePassword: 'hunter22' }), { logicName: 'WAN2', ipmode: 'dhcp', metric: 20 }] }),
    );
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain('hunter22');
    const id = String(made.body['siteId']);
    const stored = async () => (await server.services.system.get(server.services.store.spec('Site'), id))?.secret;
    expect(await stored()).toEqual({ '/wan/0/pppoePassword': 'hunter22' });
    const swapped = await client.put(
      `${sites}/${id}`,
      { ...settable(made.body), wan: [{ logicName: 'WAN2', ipmode: 'dhcp', metric: 20 }, wan()] },
      { ifMatch: made.etag },
    );
    expect(swapped.status).toBe(200);
    expect(await stored()).toEqual({ '/wan/1/pppoePassword': 'hunter22' });
    await client.put(`${sites}/${id}`, { ...settable(made.body), wan: [wan({ pppoePassword: 'newsecret' })] }, { ifMatch: swapped.etag });
    expect(await stored()).toEqual({ '/wan/0/pppoePassword': 'newsecret' });
    const history = await client.get('/api/v1/history', { query: { resource: 'Site', id } });
    expect(JSON.stringify(history.body)).not.toMatch(/hunter22|newsecret/);
  });

  test('rules across fields are refused at their place', async () => {
    const bad = await client.post(sites, site('Rules_site', { lan: [lan('LAN1', '10.200.1.1', 'FIA'), lan('LAN2', '10.200.1.2', 'DIA')] }));
    expect(bad).toMatchObject({ status: 422, body: { code: 'validation.failed' } });
    expect(errorsOf(bad).some((error) => error.pointer.startsWith('/lan/1'))).toBe(true);
    expect(
      (await client.post(sites, site('Rules_site', { lan: [lan('LAN1', '10.200.1.1', 'FIA'), lan('LAN2', '10.200.2.1', 'DIA')] }))).status,
    ).toBe(201);
  });

  test('an intranet that another site has is asked about, once', async () => {
    const body = site('Asked_site', { lan: [lan('LAN1', '10.200.1.9', 'FIA'), lan('LAN2', '10.201.2.1', 'DIA')] });
    const asked = await client.post(sites, body);
    expect(asked).toMatchObject({
      status: 409,
      body: {
        code: 'rule.confirm',
        errors: [{ pointer: '/lan/0/lanIp', code: 'site.subnet-conflict', level: 'confirm', params: { site: 'Rules_site' } }],
      },
    });
    const made = await client.post(sites, body, { query: { confirm: 'true' } });
    expect(made.status).toBe(201);
    const path = `${sites}/${String(made.body['siteId'])}`;
    expect((await client.put(path, { ...settable(made.body), remark: 'kept' }, { ifMatch: made.etag })).status).toBe(200);
  });

  test('a state is left only as its table says', async () => {
    const made = await client.post(sites, site('State_site'));
    expect(made.body['serviceStatus']).toBe('normal');
    const path = `${sites}/${String(made.body['siteId'])}`;
    const to = async (serviceStatus: string, ifMatch: string) => client.put(path, { ...settable(made.body), serviceStatus }, { ifMatch });
    expect((await to('abnormal', '"1"')).status).toBe(200);
    expect(await to('normal', '"2"')).toMatchObject({
      status: 409,
      body: { code: 'illegal-transition', params: { from: 'Abnormal', to: 'Normal' } },
    });
    expect((await to('maintenance', '"2"')).status).toBe(200);
    expect((await to('normal', '"3"')).status).toBe(200);
  });

  test('its serial registers the device, which no other site can take', async () => {
    const [free] = resultsOf(await client.get(devices, { query: { state: ['UNCONFIGURED'] } })).filter(
      (device) => device['siteId'] === undefined,
    );
    const sn = String(free?.['sn']);
    const made = await client.post(sites, site('Device_site', { sn }));
    expect(made).toMatchObject({ status: 201, body: { association: 'associated', state: 'CONFIGURED', configState: 'undelivered' } });
    const path = `${devices}/${String(free?.['deviceId'])}`;
    expect((await client.get(path)).body).toMatchObject({ siteId: made.body['siteId'], state: 'CONFIGURED', role: 'primary' });
    expect(await client.post(sites, site('Device_site_2', { sn }))).toMatchObject({
      status: 409,
      body: { code: 'device.registered', errors: [{ pointer: '/sn' }] },
    });
    expect(await client.post(sites, site('Device_site_2', { sn: 'X-1', haSn: sn }))).toMatchObject({
      status: 409,
      body: { code: 'device.backup-in-use' },
    });
    expect(await client.post(`${path}/unregister`)).toMatchObject({ status: 200, body: { state: 'UNCONFIGURED' } });
    expect((await client.get(`${sites}/${String(made.body['siteId'])}`)).body).toMatchObject({ association: 'unassociated' });
    expect((await client.post(sites, site('Device_site_2', { sn }))).status).toBe(201);
  });

  test('a mistyped serial makes no device: it is refused at its field', async () => {
    const unknown = (pointer: string, sn: string) => ({
      status: 422,
      body: { errors: [{ pointer, code: 'device.unknown', params: { sn } }] },
    });
    expect(await client.post(sites, site('Mistyped', { sn: 'AR9999-404' }))).toMatchObject(unknown('/sn', 'AR9999-404'));
    expect((await client.post(devices, { sn: 'AR9500-1', model: 'AR9500' })).status).toBe(201);
    expect(await client.post(sites, site('Mistyped', { sn: 'AR9500-1', haSn: 'AR9500-2' }))).toMatchObject(unknown('/haSn', 'AR9500-2'));
    const batch = { companyId: own, sites: [site('Mistyped', { sn: 'AR9999-404' })] };
    expect(await client.post('/api/v1/batchCreateSites', batch)).toMatchObject({ body: { succeeded: 0 } });
    expect(resultsOf(await client.get(devices, { query: { sn: 'AR9999-404' } }))).toEqual([]);
    expect((await client.post(sites, site('Mistyped', { sn: 'AR9500-1' }))).status).toBe(201);
  });

  test('its configuration is delivered when a device takes it, and not by the clock', async () => {
    const after = async (): Promise<unknown> => {
      server.clock.advance(6000);
      await server.services.jobs.runDue();
      const [status] = resultsOf(await client.get('/api/v1/configStatus', { query: { companyId: own } })).filter(
        (row) => row['siteId'] === id,
      );
      return status;
    };
    const bare = await client.post(sites, site('No_device'));
    let id = bare.body['siteId'];
    expect(bare.body['configState']).toBe('undelivered');
    expect(await after()).toEqual({ siteId: id, state: 'undelivered' });

    const device = (await client.post(devices, { sn: 'AR9600-1', model: 'AR9600' })).body;
    const made = await client.post(sites, site('One_device', { sn: 'AR9600-1' }));
    id = made.body['siteId'];
    expect(await after()).toEqual({ siteId: id, state: 'undelivered' });
    await report(String(device['deviceId']), { state: 'ONLINE', reachability: 'reachable' });
    const save = async (remark: string, more: object = {}) => {
      const { etag } = await client.get(`${sites}/${String(id)}`);
      return (await client.put(`${sites}/${String(id)}`, site('One_device', { sn: 'AR9600-1', remark, ...more }), { ifMatch: etag })).body;
    };
    expect((await save('first'))['configState']).toBe('undelivered');
    const done = { siteId: id, state: 'success', at: timestamp(server.clock.now() + 6000) };
    expect(await after()).toEqual(done);
    // what the device has is older than what was saved
    await report(String(device['deviceId']), { state: 'OFFLINE', reachability: 'unreachable' });
    expect((await save('second'))['configState']).toBe('pending');
    expect(await after()).toEqual({ ...done, state: 'pending' });
    expect((await client.post(`${devices}/${String(device['deviceId'])}/unregister`)).status).toBe(200);
    expect(await after()).toEqual({ siteId: id, state: 'undelivered' });
  });

  test('a replacement differs and has the model', async () => {
    const device = async (sn: string, model: string) => (await client.post(devices, { sn, model })).status;
    expect([await device('AR9000-1', 'AR9000'), await device('AR9000-2', 'AR9000'), await device('AR9100-1', 'AR9100')]).toEqual([
      201, 201, 201,
    ]);
    const made = await client.post(sites, site('Replace_site', { sn: 'AR9000-1' }));
    const replace = (sn: string) => client.put(`/api/v1/replaceDevice/${String(made.body['siteId'])}`, { role: 'primary', newSn: sn });
    expect(await replace('AR9000-1')).toMatchObject({ status: 422, body: { code: 'device.same' } });
    expect(await replace('AR9100-1')).toMatchObject({ status: 409, body: { code: 'device.model' } });
    expect(await replace('AR9999-1')).toMatchObject({ status: 422, body: { code: 'device.missing' } });
    expect(await replace('AR9000-2')).toMatchObject({ status: 200, body: { sn: 'AR9000-2' } });
    const [old] = resultsOf(await client.get(devices, { query: { sn: 'AR9000-1' } }));
    expect(old).toMatchObject({ state: 'UNCONFIGURED' });
    expect(old).not.toHaveProperty('siteId');
  });

  test('tags match all or any', async () => {
    const tag = async (name: string) => String((await client.post(`/api/v1/companies/${own}/tags`, { name, type: 'site' })).body['id']);
    const [a, b] = [await tag('match-a'), await tag('match-b')];
    await client.post(sites, site('Match_both', { siteTag: [a, b] }));
    await client.post(sites, site('Match_one', { siteTag: [a] }));
    const total = async (query: Record<string, string | string[]>) => (await client.get(sites, { query })).body['total'];
    expect(await total({ siteTag: [a, b] })).toBe(2);
    expect(await total({ siteTag: [a, b], tagMatch: 'all' })).toBe(1);
  });

  test('a batch tells which failed and stores the others', async () => {
    const reply = await client.post('/api/v1/batchCreateSites', {
      companyId: own,
      sites: [site('Batch_1'), site('Batch_1'), site('Batch_2')],
    });
    expect(reply).toMatchObject({
      status: 200,
      body: { total: 3, succeeded: 2, failed: [{ index: 1, name: 'Batch_1', code: 'duplicate.site-name' }] },
    });
    const ids = resultsOf(await client.get(sites, { query: { keyword: 'Batch_' } })).map((row) => String(row['siteId']));
    const changed = await client.post('/api/v1/batchUpdateSites', {
      companyId: own,
      siteIds: [...ids, 'nothing'],
      changes: { speedLimit: 77 },
    });
    expect(changed.body).toMatchObject({ total: 3, succeeded: 2, failed: [{ index: 2, code: 'not-found' }] });
    expect(resultsOf(await client.get(sites, { query: { keyword: 'Batch_' } })).map((row) => row['speedLimit'])).toEqual([77, 77]);
  });
});

describe('alerts', () => {
  test('firing ones are resolved once, by a person', async () => {
    const list = await client.get('/api/v1/mgr/alerts', { query: { companyId: own, status: ['firing'] } });
    const [alert] = resultsOf(list);
    expect(resultsOf(list).length).toBe(list.body['total']);
    const path = `/api/v1/mgr/alerts/${String(alert?.['alertId'])}`;
    expect(await client.post(`${path}/resolve`)).toMatchObject({
      status: 200,
      body: { status: 'resolved', resolvedBy: COMPANY, resolvedAt: timestamp(server.clock.now()) },
    });
    expect(await client.post(`${path}/resolve`)).toMatchObject({
      status: 409,
      body: { code: 'action-not-now', params: { state: 'Resolved' } },
    });
  });

  test('by time, and by a pattern that cannot hang', async () => {
    const all = resultsOf(await boss.get('/api/v1/mgr/alerts', { query: { limit: '1000' } }));
    const times = all.map((alert) => Date.parse(String(alert['raisedAt'])));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const middle = new Date(times[Math.floor(times.length / 2)] ?? 0).toISOString();
    const later = resultsOf(await boss.get('/api/v1/mgr/alerts', { query: { limit: '1000', startTime: middle } }));
    expect(later.length).toBe(times.filter((time) => time >= Date.parse(middle)).length);
    const found = resultsOf(await boss.get('/api/v1/mgr/alerts', { query: { limit: '1000', name: '^(Packet|CPU)', regex: 'true' } }));
    expect(found.length).toBe(all.filter((alert) => /^(Packet|CPU)/.test(String(alert['name']))).length);
    expect(found.length).toBeGreaterThan(0);
    expect((await boss.get('/api/v1/mgr/alerts', { query: { name: '(', regex: 'true' } })).status).toBe(422);
    expect((await boss.get('/api/v1/mgr/alerts', { query: { name: '^(a+)+$', regex: 'true' } })).status).toBe(200);
  });

  test('the filter rule keeps some from the company, not from super administrators', async () => {
    const query = { companyId: own, limit: '1000' };
    const before = resultsOf(await client.get('/api/v1/mgr/alerts', { query }));
    const rule = { enable: true, severity: ['Warning'], codes: [], neIds: [] };
    expect(await client.put(`/api/v1/updateFilterRule/${own}`, rule)).toMatchObject({ status: 200, body: { filterRule: rule } });
    expect((await client.get(`/api/v1/getFilterRule/${own}`)).body).toMatchObject({ filterRule: rule });
    const after = resultsOf(await client.get('/api/v1/mgr/alerts', { query }));
    expect(after.length).toBe(before.filter((alert) => alert['severity'] !== 'Warning').length);
    expect(after.length).toBeLessThan(before.length);
    expect(resultsOf(await boss.get('/api/v1/mgr/alerts', { query })).length).toBe(before.length);
    await client.put(`/api/v1/updateFilterRule/${own}`, { enable: false });
    expect(resultsOf(await client.get('/api/v1/mgr/alerts', { query })).length).toBe(before.length);
  });
});

describe('other queries', () => {
  test('cities, provinces and choices agree with the sites', async () => {
    const all = resultsOf(await client.get(sites, { query: { limit: '1000' } }));
    const cities = resultsOf(await client.get(`/api/v1/companies/${own}/citySites`, { query: { group: 'true' } }));
    expect(cities.reduce((sum, city) => sum + Number(city['sites']), 0)).toBe(all.filter((row) => row['city'] !== undefined).length);
    const provinces = resultsOf(await client.get('/api/v1/siteLocations/province', { query: { companyId: own } }));
    expect(provinces.reduce((sum, each) => sum + Number(each['sites']), 0)).toBe(all.length);
    const choices = await client.get(`/api/v1/companies/${own}/sitesSelect`, { query: { limit: '1000' } });
    expect(choices.body['total']).toBe(all.length);
    const cellular = resultsOf(await client.get(`/api/v1/companies/${own}/4gSites`, { query: { limit: '1000' } }));
    expect(cellular.length).toBeGreaterThan(0);
    expect(cellular.length).toBeLessThan(all.length);
    const [first] = all;
    const info = await client.post('/api/v1/sitesInfo', { companyId: own, siteIds: [first?.['siteId']] });
    expect(resultsOf(info)).toHaveLength(1);
  });

  test('an address has coordinates, or a sentence', async () => {
    expect((await client.get('/api/v1/locationInfo', { query: { address: '上海市世纪大道1号' } })).body).toMatchObject({
      city: '上海',
      longitude: 121.4737,
    });
    expect(await client.get('/api/v1/locationInfo', { query: { address: 'Atlantis' } })).toMatchObject({
      status: 404,
      body: { code: 'location.unknown' },
    });
  });

  test('firewall rules come in their order', async () => {
    const rules = `/api/v1/companies/${own}/advancedFirewallRules`;
    const priorities = resultsOf(await client.get(rules, { query: { limit: '1000' } })).map((rule) => Number(rule['priority']));
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
    expect(priorities.length).toBeGreaterThan(1);
  });
});

type Nodes = readonly { name: string; id: string; children?: Nodes }[];

describe('roles', () => {
  const idOf = (nodes: Nodes, [name, ...rest]: string[]): string => {
    const node = there(nodes.find((candidate) => candidate.name === name));
    return rest.length === 0 ? node.id : idOf(node.children ?? [], rest);
  };

  test('a company role takes what companies may hold and refuses what is for global accounts', async () => {
    const roles = `/api/v1/companies/${own}/roles`;
    const leaf = (path: string): string => idOf(server.services.contract.tree, path.split('/'));
    const body = (name: string, scopes: string[]) => ({ name, type: 'company', scopes });
    const good = await client.post(roles, body('may', [leaf('configuration/tag/readOnly')]));
    expect(good.status).toBe(201);
    const wrong = await client.post(roles, body('may not', [leaf('configuration/tag/readOnly'), leaf('configuration/circuits/edit')]));
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/scopes', code: 'rule.roleScope' }] } });
  });
});
