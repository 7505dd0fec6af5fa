import { texts, asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import {
  type Client,
  COMPANY,
  REGIONAL,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

type Doc = Record<string, unknown>;

const OWN = '/api/v1/companies/c-huaxin';
const sites = `${OWN}/sites`;
const devices = `${OWN}/devices`;

let server: TestServer;
let client: Client;
let boss: Client;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
});
afterAll(() => server.remove());

const site = (name: string, more: Doc = {}): Doc => ({ name, deployMode: 'gateway', ...more });
const settable = (doc: Doc): Doc => {
  const readOnly =
    server.services.contract.resources.get('Site')?.schemas['Site']?.fields?.filter((field) => field.readOnly === true) ?? [];
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.some((field) => field.name === name)));
};
const made = async (name: string, more: Doc = {}): Promise<{ id: string; path: string; reply: Reply }> => {
  const reply = await client.post(sites, site(name, more));
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  const id = String(reply.body['siteId']);
  return { id, path: `${sites}/${id}`, reply };
};
const change = async (path: string, changes: Doc, query: Record<string, string> = {}): Promise<Reply> => {
  const { body, etag } = await client.get(path);
  return client.put(path, { ...settable(body), ...changes }, { ifMatch: etag, query });
};
const device = async (sn: string, model: string): Promise<string> => String((await client.post(devices, { sn, model })).body['deviceId']);
/** A site to which the network is just delivering its configuration. */
const siteUnderDelivery = async (sn: string): Promise<string> => {
  const { id } = await made('Under_delivery', { sn });
  const spec = server.services.store.spec('Site');
  await server.services.system.write(async (tx) => {
    const stored = spec && (await tx.get(spec, id));
    if (stored) await tx.annotate(spec, stored, { ...stored.doc, configState: 'running' });
  });
  return id;
};
/** The sentence of a refusal in Chinese. */
const inChinese = async (send: (request: { query: Record<string, string> }) => Promise<Reply>): Promise<unknown> =>
  (await send({ query: { locale: 'zh' } })).body['detail'];

describe('ZTP e-mail', () => {
  test('is sending until it left, then success or fail; sending again is allowed', async () => {
    await device('AR1200-880001', 'AR1200');
    const { path, id } = await made('Ztp_site', { sn: 'AR1200-880001', ztpMail: 'it@huaxin.example;noc@huaxin.example' });
    const status = async () => (await client.get(path)).body['ztpStatus'];
    expect((await client.get(path)).body).not.toHaveProperty('ztpStatus');
    expect(await client.post(`${path}/ztpMail`)).toMatchObject({ status: 200, body: { ztpStatus: 'sending' } });
    await server.services.jobs.runDue();
    expect(await status()).toBe('success');
    expect(server.outbox.sent().at(-1)).toMatchObject({ channel: 'mail', to: 'it@huaxin.example;noc@huaxin.example' });
    const refused = vi.spyOn(server.outbox, 'send').mockRejectedValueOnce(new Error('550 no such user'));
    expect(await client.post(`${path}/ztpMail`)).toMatchObject({ body: { ztpStatus: 'sending' } });
    await server.services.jobs.runDue();
    refused.mockRestore();
    expect(await status()).toBe('fail');
    expect(await client.post(`${path}/ztpMail`)).toMatchObject({ status: 200, body: { siteId: id, ztpStatus: 'sending' } });
    await server.services.jobs.runDue();
    expect(await status()).toBe('success');
  });

  test('needs a device and a recipient', async () => {
    const { path } = await made('Ztp_without', {});
    expect(await client.post(`${path}/ztpMail`)).toMatchObject({ status: 409, body: { code: 'site.no-sn' } });
    expect(await inChinese((request) => client.post(`${path}/ztpMail`, undefined, request))).toContain('站点没有设备序列号');
    await device('AR1200-880002', 'AR1200');
    expect((await change(path, { sn: 'AR1200-880002' })).status).toBe(200);
    expect(await client.post(`${path}/ztpMail`)).toMatchObject({ status: 422, body: { code: 'site.no-ztp-mail' } });
  });
});

describe('dynamic routing', () => {
  test('the other protocol asks whether the first may be turned off', async () => {
    const ospf = { protocol: 'ospf', ospf: { prefixes: ['10.252.0.0/24'] } };
    const bgp = { protocol: 'bgp', bgp: { as: 65001, neighbors: [{ ip: '10.252.0.2', peerAs: 65002 }] } };
    const { path } = await made('Routing_site', { dynamicRoute: ospf });
    expect(await change(path, { dynamicRoute: bgp })).toMatchObject({
      status: 409,
      body: {
        code: 'rule.confirm',
        errors: [{ pointer: '/dynamicRoute/protocol', code: 'site.routing-switch', level: 'confirm', params: { from: 'OSPF', to: 'BGP' } }],
      },
    });
    const both = await change(path, { dynamicRoute: { ...ospf, ...bgp } });
    expect(both).toMatchObject({ status: 422, body: { code: 'validation.failed' } });
    expect((await change(path, { dynamicRoute: bgp }, { confirm: 'true' })).body['dynamicRoute']).not.toHaveProperty('ospf');
    expect((await change(path, { dynamicRoute: { protocol: 'disabled' } })).status).toBe(200);
    expect((await change(path, { dynamicRoute: ospf })).status).toBe(200);
  });
});

describe('secrets', () => {
  const wifi = (more: Doc = {}): Doc => ({ enable: true, ssid: 'Guests', encryption: 'wpa2', macFilter: 'disabled', ...more });
  const pppoe = (more: Doc = {}): Doc => ({ logicName: 'WAN1', ipmode: 'pppoe', pppoeAccount: 'a', ...more });

  test('a WiFi key and a PPPoE password are required on first use, and kept later', async () => {
    const missing = (pointer: string) => ({ status: 422, body: { errors: [{ pointer, code: 'rule.secret.first' }] } });
    expect(await client.post(sites, site('Secret_1', { wifi: wifi() }))).toMatchObject(missing('/wifi/key'));
    expect(await client.post(sites, site('Secret_1', { wan: [pppoe()] }))).toMatchObject(missing('/wan/0/pppoePassword'));
    const { path } = await made('Secret_1', { wifi: { enable: false } });
    expect(await change(path, { wifi: wifi() })).toMatchObject(missing('/wifi/key'));
    expect((await change(path, { wifi: wifi({ encryption: 'open' }) })).status).toBe(200);
    expect((await change(path, { wifi: wifi({ key: 'longenough1' }), wan: [pppoe({ pppoePassword: 'dial-in-1' })] })).status).toBe(200);
    expect((await change(path, { wifi: wifi({ ssid: 'Visitors' }), wan: [pppoe({ pppoeAccount: 'b' })] })).status).toBe(200);
  });
});

describe('lease', () => {
  const states = ['test', 'renting', 'stop'];
  const allowed = new Set(['test renting', 'test stop', 'renting stop', 'stop renting']);

  test.each(states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'from %s to %s',
    async (from, to) => {
      const { path } = await made(`Lease_${from}_${to}`, { leaseStatus: from });
      const reply = await change(path, { leaseStatus: to });
      if (allowed.has(`${from} ${to}`)) expect(reply).toMatchObject({ status: 200, body: { leaseStatus: to } });
      else expect(reply).toMatchObject({ status: 409, body: { code: 'illegal-transition', params: { from, to } } });
    },
  );
});

describe('devices of a site', () => {
  test('online or offline is what the device reports; registered it is configured, unregistered it is not', async () => {
    const states = new Set(resultsOf(await client.get(devices, { query: { limit: '1000' } })).map((row) => row['state']));
    expect([...states]).toEqual(expect.arrayContaining(['ONLINE', 'OFFLINE']));
    await device('AR1200-880010', 'AR1200');
    const { id } = await made('State_device', { sn: 'AR1200-880010' });
    const [own] = resultsOf(await client.get(devices, { query: { siteId: id } }));
    expect(own).toMatchObject({ state: 'CONFIGURED', sn: 'AR1200-880010' });
    const path = `${devices}/${String(own?.['deviceId'])}`;
    expect(await client.post(`${path}/unregister`)).toMatchObject({ status: 200, body: { state: 'UNCONFIGURED' } });
    expect((await client.get(path)).body).not.toHaveProperty('siteId');
  });

  test('the backup is of the model of the primary', async () => {
    await device('AR6100-1', 'AR6100');
    await device('AR6200-1', 'AR6200');
    expect(await client.post(sites, site('Model_site', { sn: 'AR6100-1', haSn: 'AR6200-1' }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/haSn', code: 'device.model', params: { sn: 'AR6200-1', model: 'AR6200', expected: 'AR6100' } }] },
    });
  });

  test('a replacement is another device of the same model that exists and is free; nothing is replaced during delivery', async () => {
    await device('AR7100-1', 'AR7100');
    await device('AR7100-2', 'AR7100');
    await device('AR7200-1', 'AR7200');
    const { id } = await made('Replace_here', { sn: 'AR7100-1' });
    const replace =
      (sn: string, siteId = id) =>
      (request: { query: Record<string, string> }) =>
        client.put(`/api/v1/replaceDevice/${siteId}`, { role: 'primary', newSn: sn, snRemark: 'Rack 4' }, request);
    const refusals: [string, number, string, string, string][] = [
      ['AR7100-1', 422, 'device.same', 'AR7100-1 is the present device. Choose another.', 'AR7100-1 就是当前设备，请选择其他设备。'],
      [
        'AR7200-1',
        409,
        'device.model',
        'Model inconsistent: AR7200-1 is a AR7200, it must be a AR7100.',
        '型号不一致：AR7200-1 是 AR7200，应为 AR7100。',
      ],
      ['AR7999-1', 422, 'device.missing', 'Device AR7999-1 does not exist.', '设备 AR7999-1 不存在。'],
    ];
    for (const [sn, status, code, detail, zh] of refusals) {
      expect(await replace(sn)({ query: {} }), sn).toMatchObject({ status, body: { code, detail } });
      expect(await inChinese(replace(sn))).toBe(zh);
    }
    await device('AR7100-9', 'AR7100');
    const busy = await siteUnderDelivery('AR7100-9');
    expect(await replace('AR7100-2', busy)({ query: {} })).toMatchObject({
      status: 409,
      body: { code: 'device.replace-failed', title: 'Replace failed' },
    });
    expect(await inChinese(replace('AR7100-2', busy))).toMatch(/^更换失败/);
    expect(await replace('AR7100-2')({ query: {} })).toMatchObject({ status: 200, body: { sn: 'AR7100-2', snRemark: 'Rack 4' } });
  });

  test('a device is registered once, a MAC address too', async () => {
    for (const sn of ['AR1200-880020', 'AR1200-880021', 'AR1200-880030']) await device(sn, 'AR1200');
    await made('Holder', { sn: 'AR1200-880020', haSn: 'AR1200-880021' });
    expect(await client.post(sites, site('Taker', { sn: 'AR1200-880020' }))).toMatchObject({
      status: 409,
      body: { code: 'device.registered', detail: 'Device AR1200-880020 is already registered by site Holder.' },
    });
    expect(await client.post(sites, site('Taker', { sn: 'AR1200-880030', haSn: 'AR1200-880021' }))).toMatchObject({
      status: 409,
      body: { code: 'device.backup-in-use', detail: 'Backup device AR1200-880021 is in use at site Holder.' },
    });
    const mac = '02:00:00:00:00:01';
    expect((await client.post(devices, { sn: 'AR1200-880040', model: 'AR1200', mac })).status).toBe(201);
    const twice = { sn: 'AR1200-880041', model: 'AR1200', mac };
    expect(await client.post(devices, twice)).toMatchObject({
      status: 409,
      body: { code: 'duplicate.mac', errors: [{ pointer: '/mac' }] },
    });
    expect(await inChinese((request) => client.post(devices, twice, request))).toContain('重复');
  });
});

describe('messages of section 8', () => {
  test('the serial by which a site names its device stays while it stands there', async () => {
    const id = await device('AR1200-880900', 'AR1200');
    const { path } = await made('Serial_site', { sn: 'AR1200-880900' });
    const address = `${devices}/${id}`;
    const renamed = async (sn: string, locale: string): Promise<Reply> => {
      const { sn: _, ...present } = (await client.get(address)).body;
      const body = Object.fromEntries(
        ['model', 'siteId', 'role', 'mac', 'remark'].flatMap((name) => (present[name] === undefined ? [] : [[name, present[name]]])),
      );
      return client.put(address, { ...body, sn }, { ifMatch: '*', query: { locale } });
    };
    const refused = await renamed('AR1200-880901', 'zh-CN');
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/sn', code: 'rule.device.snAtSite' }] } });
    expect(JSON.stringify(refused.body)).toContain('设备 AR1200-880900 已被站点“Serial_site”注册');
    expect((await client.get(path)).body['sn']).toBe('AR1200-880900');
    expect((await client.post(`${address}/unregister`)).status).toBe(200);
    expect(await renamed('AR1200-880901', 'en')).toMatchObject({ status: 200, body: { sn: 'AR1200-880901' } });
  });

  test('a site name exists already', async () => {
    await made('Named_once');
    expect(await client.post(sites, site('Named_once'))).toMatchObject({
      status: 409,
      body: { code: 'duplicate.site-name', title: 'Site name exists', detail: 'A site named Named_once exists already.' },
    });
  });

  test('duplicate names', async () => {
    const tag = { name: 'only-once', type: 'site' };
    expect((await client.post(`${OWN}/tags`, tag)).status).toBe(201);
    expect(await client.post(`${OWN}/tags`, tag)).toMatchObject({
      status: 409,
      body: { code: 'duplicate', errors: [{ pointer: '/name' }] },
    });
  });

  test('what was modified in between is told by its kind', async () => {
    const { path, reply } = await made('Stale_site');
    expect((await change(path, { remark: 'first' })).status).toBe(200);
    const late = (request: { query: Record<string, string> }) =>
      client.put(path, settable(reply.body), { ...request, ifMatch: reply.etag });
    expect(await late({ query: {} })).toMatchObject({ status: 412, body: { code: 'stale', detail: 'Site modified, refresh and retry.' } });
    expect(await inChinese(late)).toBe('站点已被修改，请刷新后重试。');
  });

  test('an intranet conflict asks, a VPN server conflict refuses', async () => {
    const lan = (lanIp: string): Doc => ({ lan: [{ name: 'LAN1', lanIp, mask: 24, ipmode: 'FIA' }] });
    await made('Intranet_1', lan('10.253.1.1'));
    expect(await client.post(sites, site('Intranet_2', lan('10.253.1.9')))).toMatchObject({
      status: 409,
      body: { code: 'rule.confirm', errors: [{ code: 'site.subnet-conflict', level: 'confirm', params: { site: 'Intranet_1' } }] },
    });
    expect((await client.post(sites, site('Intranet_2', lan('10.253.1.9')), { query: { confirm: 'true' } })).status).toBe(201);
    const vpn = site('Vpn_site', { mobileAccess: { enable: true, subnet: '10.253.1.0/24' } });
    expect(await client.post(sites, vpn, { query: { confirm: 'true' } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/mobileAccess/subnet', code: 'site.vpn-conflict' }] },
    });
  });

  test('a batch lists the sites that failed, with the reason of each', async () => {
    const body = { companyId: 'c-huaxin', sites: [site('Batched_1'), site('Batched_1'), site('Batched_2', { sn: 'AR1200-880020' })] };
    const reply = await client.post('/api/v1/batchCreateSites', body);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        total: 3,
        succeeded: 1,
        failed: [
          { index: 1, name: 'Batched_1', code: 'duplicate.site-name', detail: 'A site named Batched_1 exists already.' },
          { index: 2, name: 'Batched_2', code: 'device.registered' },
        ],
        // the words of 'site.batch-failed'
        detail: 'These sites were not created: Batched_1, Batched_2.',
      },
    });
  });

  test('no privilege to delete', async () => {
    const viewer = await server.as(VIEWER);
    const [tag] = resultsOf(await client.get(`${OWN}/tags`));
    const path = `${OWN}/tags/${String(tag?.['id'])}`;
    expect(await viewer.delete(path, { ifMatch: '"1"' })).toMatchObject({ status: 403, body: { code: 'delete-forbidden' } });
    expect((await viewer.delete(path, { ifMatch: '"1"', query: { locale: 'zh' } })).body['detail']).toBe('您没有删除它的权限。');
  });

  test('deletion failed, contact the administrator', async () => {
    const path = `/api/v1/users/${COMPANY}`;
    const { etag } = await client.get(path);
    expect(await client.delete(path, { ifMatch: etag })).toMatchObject({
      status: 409,
      body: { code: 'not-deletable.self', detail: 'Deletion failed, contact the administrator. You cannot delete your own account.' },
    });
  });

  test('a tag and a role that are used stay, and tell how often', async () => {
    const used = `${OWN}/tags/t-huaxin-site-1`;
    expect(await client.delete(used, { ifMatch: (await client.get(used)).etag })).toMatchObject({ status: 409, body: { code: 'in-use' } });
    const roles = resultsOf(await client.get(`${OWN}/roles`, { query: { limit: '100' } }));
    const replies = await Promise.all(
      roles
        .filter((role) => role['companyId'] === 'c-huaxin')
        .map(async (role) => {
          const path = `${OWN}/roles/${String(role['roleId'])}`;
          return client.delete(path, { ifMatch: (await client.get(path)).etag, query: { dryRun: 'true' } });
        }),
    );
    const held = replies.find((reply) => reply.status === 409);
    expect(held?.body).toMatchObject({ code: 'in-use.role' });
    expect(asObject(held?.body['params'])['count']).toBeGreaterThan(0);
  });

  test('an account name and a mobile number are used once', async () => {
    const account = (username: string, mobile: string): Doc => ({
      username,
      mobile,
      name: 'X',
      password: 'Demo1234',
      accountType: 'company',
      companyId: 'c-huaxin',
      rolesId: [],
    });
    const [known] = resultsOf(await boss.get('/api/v1/users', { query: { keyword: COMPANY } }));
    const roles = [String(texts(known?.['rolesId'])[0])];
    expect(await boss.post('/api/v1/users', { ...account(COMPANY, '13900009999'), rolesId: roles })).toMatchObject({
      status: 409,
      body: { code: 'duplicate.username', title: 'Duplicate account name' },
    });
    expect(await boss.post('/api/v1/users', { ...account('new@huaxin.example', String(known?.['mobile'])), rolesId: roles })).toMatchObject(
      {
        status: 409,
        body: { code: 'duplicate.mobile', title: 'Duplicate mobile number' },
      },
    );
  });
});

describe('what pages ask about sites', () => {
  test('a site to choose has a serial number exactly if it has devices', async () => {
    const chosen = resultsOf(await client.get(`${OWN}/sitesSelect`, { query: { limit: '100' } }));
    const withDevices = new Set(resultsOf(await client.get(devices, { query: { limit: '1000' } })).map((row) => row['siteId']));
    for (const item of chosen) expect([item['neId'], texts(item['sn']).length > 0]).toEqual([item['neId'], withDevices.has(item['neId'])]);
    expect(chosen.some((item) => texts(item['sn']).length === 0)).toBe(true);
  });

  test("the region 'all' means every region, as none does", async () => {
    const total = async (who: Client) => (await who.get(sites)).body['total'];
    const regional = await server.as(REGIONAL);
    expect(Number(await total(regional))).toBeLessThan(Number(await total(client)));
    const regions = resultsOf(await boss.get(`${OWN}/regions`, { query: { limit: '100' } }));
    const all = regions.find((region) => region['name'] === 'all');
    expect(all).toBeDefined();
    const path = `/api/v1/users/${REGIONAL}`;
    const { body, etag } = await boss.get(path);
    const fields = server.services.contract.resources.get('User')?.schemas['User']?.fields ?? [];
    const kept = Object.fromEntries(
      Object.entries(body).filter(([name]) => fields.some((field) => field.name === name && field.readOnly !== true)),
    );
    expect((await boss.put(path, { ...kept, regions: [all?.['regionId']] }, { ifMatch: etag })).status).toBe(200);
    expect(await total(await server.as(REGIONAL))).toBe(await total(client));
  });

  test('defaults of section 9: tun1, {ip}, 1000 Mbps, threshold 5', async () => {
    const { reply } = await made('Defaults_site', {
      internalParam: {},
      wan: [{ logicName: 'WAN1', ipmode: 'dhcp', bandwidth: { up: 1000, down: 1000 } }],
    });
    expect(reply.body['internalParam']).toMatchObject({ tunnelInterface: 'tun1', routeAddress: '{ip}' });
    const [chosen] = resultsOf(await client.get(`${OWN}/sitesSelect`, { query: { keyword: 'Defaults_site' } }));
    expect(chosen).toMatchObject({ wan: [{ ifaces: [{ bandwidth: 1000 }] }] });
  });

  test('a list of tags answers a thousand rows at most', async () => {
    expect((await client.get(`${OWN}/tags`, { query: { limit: '1000', avaliable: 'true' } })).status).toBe(200);
    expect(await client.get(`${OWN}/tags`, { query: { limit: '1001' } })).toMatchObject({ status: 422 });
  });
});
