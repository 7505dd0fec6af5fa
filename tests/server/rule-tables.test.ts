import { objects } from '#tests/support/answers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, type Reply, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let client: Client;
let base: string;
let sites: Record<string, unknown>[];

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  base = `/api/v1/companies/${await companyOf(client)}`;
  sites = resultsOf(await client.get(`${base}/sites`, { query: { limit: '1000', sort: 'name' } }));
});
afterAll(() => server.remove());

const any = { kind: 'any' };
const siteId = (index: number) => String(sites[index]?.['siteId']);
const codes = (reply: Reply) => objects(reply.body['errors']).map(({ pointer, code }) => `${String(pointer)} ${String(code)}`);

async function made(resource: string, body: Record<string, unknown>): Promise<string> {
  const reply = await client.post(`${base}/${resource}`, body);
  expect(reply).toMatchObject({ status: 201 });
  return String(reply.body['id']);
}

describe('sites of a rule', () => {
  const acl = (name: string, priority: number, siteIds: string[]) => ({
    name,
    priority,
    strategy: 'DROP',
    source: any,
    destination: any,
    siteIds,
  });

  test('the site that a rule is for alone cannot be deleted: the rule would be for all', async () => {
    const site = await client.post(`${base}/sites`, { name: 'Only_one', siteMode: 'officeNetwork', deployMode: 'gateway' });
    const [own, other] = [String(site.body['siteId']), siteId(0)];
    const rule = await made('aclRules', acl('for one', 901, [own]));
    const path = `${base}/sites/${own}`;
    expect(await client.delete(path, { ifMatch: site.etag })).toMatchObject({ status: 409, body: { code: 'in-use' } });
    const { body, etag } = await client.get(`${base}/aclRules/${rule}`);
    expect(body['siteIds']).toEqual([own]);
    expect((await client.put(`${base}/aclRules/${rule}`, acl('for one', 901, [own, other]), { ifMatch: etag })).status).toBe(200);
    expect((await client.delete(path, { ifMatch: (await client.get(path)).etag })).status).toBe(204);
    expect((await client.get(`${base}/aclRules/${rule}`)).body['siteIds']).toEqual([other]);
  });

  test('they are of the same company, also for those who reach several', async () => {
    const boss = await server.as(SUPER);
    const foreign = `/api/v1/companies/${await companyOf(boss, 1)}`;
    const [site] = resultsOf(await boss.get(`${foreign}/sites`));
    const reply = await boss.post(`${base}/aclRules`, acl('across', 902, [String(site?.['siteId'])]));
    expect(reply).toMatchObject({ status: 422, body: { errors: [{ pointer: '/siteIds/0', code: 'reference-missing' }] } });
    expect((await boss.post(`${base}/aclRules`, acl('across', 902, [siteId(0)]))).status).toBe(201);
  });
});

describe('routing', () => {
  const table = (name: string, tableId: number, more = {}) => ({ name, tableId, priority: 1, entries: [], ...more });
  const route = (name: string, more = {}) => ({ name, priority: 5, source: any, destination: any, ...more });

  test('a table number is 300 to 65535, once in a company', async () => {
    expect((await client.post(`${base}/routeTables`, table('low', 299))).status).toBe(422);
    expect((await client.post(`${base}/routeTables`, table('high', 65_536))).status).toBe(422);
    await made('routeTables', table('highest', 65_535));
    expect(await client.post(`${base}/routeTables`, table('again', 65_535))).toMatchObject({
      status: 409,
      body: { code: 'duplicate', errors: [{ pointer: '/tableId' }] },
    });
    const boss = await server.as(SUPER);
    expect((await boss.post(`/api/v1/companies/${await companyOf(boss, 1)}/routeTables`, table('highest', 65_535))).status).toBe(201);
  });

  test('a table in use cannot be deleted, and tells by how many', async () => {
    const id = await made('routeTables', table('used', 5000));
    const users = [
      await made('policyRoutes', route('user 1', { tableId: id })),
      await made('policyRoutes', route('user 2', { tableId: id })),
    ];
    const path = `${base}/routeTables/${id}`;
    expect((await client.get(path)).body['policyRouteCount']).toBe(2);
    expect(await client.delete(path, { ifMatch: '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'in-use', detail: 'Route table in use (2 times), cannot be deleted.' },
    });
    expect((await client.delete(path, { ifMatch: '"1"', query: { locale: 'zh' } })).body['detail']).toBe('路由表正被 2 处使用，不能删除。');
    for (const user of users) await client.delete(`${base}/policyRoutes/${user}`, { ifMatch: '"1"' });
    expect((await client.get(path)).body['policyRouteCount']).toBe(0);
    expect((await client.delete(path, { ifMatch: '"1"' })).status).toBe(204);
  });

  test('what a policy route starts with, and what it refuses', async () => {
    const reply = await client.post(`${base}/policyRoutes`, route('defaults'));
    expect(reply.body).toMatchObject({ dstInterface: 'tun1', nextHop: '{ip}', metric: 10, enable: true });
    const bad: [Record<string, unknown>, string][] = [
      [{ priority: 0 }, '/priority'],
      [{ priority: 2049 }, '/priority'],
      [{ metric: 100 }, '/metric rule.forbiddenValues.forbidden'],
      [{ metric: 500 }, '/metric rule.forbiddenValues.forbidden'],
      [{ metric: 600 }, '/metric rule.forbiddenValues.forbidden'],
      [{ metric: 65_536 }, '/metric'],
      [{ fwMark: '0xfe' }, '/fwMark format.fwmark.invalid'],
      [{ fwMark: '0x10000' }, '/fwMark'],
      [{ nextHop: '{gateway}' }, '/nextHop format.nextHop.invalid'],
      [{ tableId: 'nowhere' }, '/tableId reference-missing'],
    ];
    for (const [more, place] of bad) {
      const refused = await client.post(`${base}/policyRoutes`, route('bad', more));
      expect([refused.status, codes(refused).at(-1)]).toEqual([422, expect.stringContaining(place)]);
    }
    expect((await client.post(`${base}/policyRoutes`, route('last', { priority: 2048, fwMark: '0xffff', metric: 65_535 }))).status).toBe(
      201,
    );
  });
});

describe('rate limits', () => {
  const limit = (name: string, more = {}) => ({ name, rateIn: 0, rateOut: 10_000, priority: 1000, ...more });

  test('issued at first, refreshed by a change, never issued again', async () => {
    const created = await client.post(`${base}/rateLimitRules`, limit('Life'));
    expect(created.body).toMatchObject({ state: 'issued', mode: 'shared', rateIn: 0, rateOut: 10_000 });
    const path = `${base}/rateLimitRules/${String(created.body['id'])}`;
    const changed = await client.put(path, limit('Life', { rateIn: 5, state: 'issued' }), { ifMatch: '"1"' });
    expect(changed).toMatchObject({ status: 200, body: { state: 'refreshed' } });
    expect((await client.put(path, limit('Life', { rateIn: 6 }), { ifMatch: '"2"' })).body['state']).toBe('refreshed');
    expect(await client.put(path, limit('Life', { state: 'issued' }), { ifMatch: '"3"' })).toMatchObject({
      status: 409,
      body: { code: 'illegal-transition' },
    });
    const other = await made('rateLimitRules', limit('Sent again'));
    expect((await client.post(`${base}/rateLimitRules/${other}/refresh`)).body['state']).toBe('refreshed');
  });

  test.each([
    [{ name: 'x' }, '/name'],
    [{ name: 'x'.repeat(97) }, '/name'],
    [{ rateIn: 10_001 }, '/rateIn'],
    [{ rateOut: -1 }, '/rateOut'],
    [{ priority: 0 }, '/priority'],
    [{ priority: 1001 }, '/priority'],
    [{ protocol: 6, dstPorts: '80-70' }, '/dstPorts'],
    [{ mode: 'each' }, '/mode'],
  ])('refuses %j', async (more, pointer) => {
    const refused = await client.post(`${base}/rateLimitRules`, limit('Bad', more));
    expect([refused.status, codes(refused)[0]]).toEqual([422, expect.stringContaining(pointer)]);
  });
});

describe('zones', () => {
  test('an interface is there, and in one zone only', async () => {
    const bare = await client.post(`${base}/sites`, {
      name: 'Zone_site',
      deployMode: 'gateway',
      wan: [{ logicName: 'WAN1', ipmode: 'dhcp', metric: 10 }],
      lan: [{ name: 'LAN1', lanIp: '10.222.0.1', mask: 24, ipmode: 'FIA' }],
    });
    const at = (name: string) => [{ siteId: bare.body['siteId'], interface: name }];
    const first = await made('zones', { name: 'first_zone', kind: 'lan', interfaces: at('LAN1') });
    const twice = await client.post(`${base}/zones`, { name: 'second_zone', kind: 'lan', interfaces: at('LAN1') });
    expect(twice).toMatchObject({ status: 422, body: { errors: [{ pointer: '/interfaces/0/interface', code: 'zone.interface-taken' }] } });
    expect(JSON.stringify(twice.body)).toContain('Interface LAN1 is in zone first_zone already.');
    const unknown = await client.post(`${base}/zones`, { name: 'second_zone', kind: 'lan', interfaces: at('LAN7') });
    expect(unknown).toMatchObject({ body: { errors: [{ code: 'zone.interface-unknown' }] } });
    expect(JSON.stringify(unknown.body)).toContain('Site Zone_site has no interface LAN7. It has LAN1, WAN1.');
    expect(
      (await client.put(`${base}/zones/${first}`, { name: 'first_zone', kind: 'dmz', interfaces: at('LAN1') }, { ifMatch: '"1"' })).status,
    ).toBe(200);
  });

  test('a zone that rules name cannot be deleted; names are short and once', async () => {
    const id = await made('zones', { name: 'held_zone', kind: 'wan' });
    const nat = (name: string, more: Record<string, unknown>) => ({
      name,
      priority: 1,
      intIp: '*',
      intPort: '*',
      extIp: '*',
      extPort: '*',
      ...more,
    });
    await made('aclRules', { name: 'Uses zone', priority: 1, strategy: 'DROP', source: any, destination: any, srcZone: id });
    await made('snatRules', nat('Uses zone', { dstZone: id }));
    await made('dnatRules', nat('Uses zone', { srcZone: id }));
    expect((await client.get(`${base}/zones/${id}`)).body['useCount']).toBe(3);
    expect(await client.delete(`${base}/zones/${id}`, { ifMatch: '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'in-use', params: { count: 3 }, detail: 'Zone in use (3 times), cannot be deleted.' },
    });
    expect((await client.post(`${base}/zones`, { name: 'held_zone', kind: 'lan' })).body['code']).toBe('duplicate');
    for (const name of ['twelve_chars', 'a-b', '中文'])
      expect((await client.post(`${base}/zones`, { name, kind: 'lan' })).status).toBe(422);
  });
});

describe('NAT', () => {
  const nat = (more = {}) => ({ name: 'Nat', priority: 1, intIp: '10.0.0.1', intPort: '*', extIp: '*', extPort: '*', ...more });

  test.each(['snatRules', 'dnatRules'])('%s: names, priorities, addresses and ports', async (resource) => {
    const bad: [Record<string, unknown>, string][] = [
      [{ name: 'n'.repeat(21) }, '/name'],
      [{ priority: 1001 }, '/priority'],
      [{ priority: 0 }, '/priority'],
      [{ intIp: '' }, '/intIp format.ipOrStar.required'],
      [{ extIp: '10.0.0.0/8' }, '/extIp format.ipOrStar.invalid'],
      [{ extPort: '65536' }, '/extPort format.portOrStar.invalid'],
    ];
    for (const [more, place] of bad) {
      const refused = await client.post(`${base}/${resource}`, nat(more));
      expect([refused.status, codes(refused)[0]]).toEqual([422, expect.stringContaining(place)]);
    }
    const empty = await client.post(`${base}/${resource}`, nat({ intIp: '' }));
    expect(JSON.stringify(empty.body)).toContain('IP required: enter an address, or * for any.');
    expect((await client.post(`${base}/${resource}`, nat({ name: 'n'.repeat(20), priority: 1000, extPort: '65535' }))).status).toBe(201);
  });
});

describe('rules of sites', () => {
  test('are copied to other sites, keeping what they have', async () => {
    const id = await made('aclRules', {
      name: 'Copied',
      priority: 9,
      strategy: 'ACCEPT',
      source: any,
      destination: any,
      siteIds: [siteId(0)],
    });
    const path = `${base}/aclRules/${id}/copyToSites`;
    expect((await client.post(path, { siteIds: [siteId(1), siteId(0)] })).body['siteIds']).toEqual([siteId(0), siteId(1)]);
    expect(await client.post(path, { siteIds: ['nowhere'] })).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'reference-missing' }] },
    });
    expect((await client.post(path, { siteIds: [] })).status).toBe(422);
    const everywhere = await made('aclRules', { name: 'Everywhere', priority: 9, strategy: 'ACCEPT', source: any, destination: any });
    // none means all: naming some would narrow it
    expect((await client.post(`${base}/aclRules/${everywhere}/copyToSites`, { siteIds: [siteId(1)] })).body).toMatchObject({ revision: 1 });
    const many = await client.post('/api/v1/bulk', {
      items: [id, everywhere].map((ruleId) => ({
        operation: 'copyToSitesAclRule',
        path: { companyId: base.split('/').at(-1), aclRuleId: ruleId },
        body: { siteIds: [siteId(2)] },
      })),
    });
    expect(many.body).toMatchObject({ applied: true, results: [{ status: 200 }, { status: 200 }] });
  });

  test('an address set that they use cannot be deleted', async () => {
    const set = await made('addressSets', { name: 'held-set', rules: ['10.0.0.0/8'] });
    const match = { kind: 'addressSet', addressSet: set };
    await made('aclRules', { name: 'Uses set', priority: 9, strategy: 'ACCEPT', source: match, destination: any });
    await made('rateLimitRules', { name: 'Uses set', priority: 9, rateIn: 1, rateOut: 1, source: any, destination: match });
    expect(await client.delete(`${base}/addressSets/${set}`, { ifMatch: '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'in-use', detail: 'Address set in use (2 times), cannot be deleted.' },
    });
  });

  test('application rules name something, groups in use stay', async () => {
    const rule = (more = {}) => ({ name: 'By application', priority: 9, strategy: 'DROP', source: any, destination: any, ...more });
    expect(codes(await client.post(`${base}/applicationFirewallRules`, rule()))).toEqual([expect.stringContaining('rule.atLeastOne.none')]);
    const group = await made('applicationGroups', { name: 'Held group', applications: ['zoom'] });
    await made('applicationFirewallRules', rule({ groupIds: [group] }));
    expect((await client.get(`${base}/applicationGroups/${group}`)).body['ruleCount']).toBe(1);
    expect((await client.delete(`${base}/applicationGroups/${group}`, { ifMatch: '"1"' })).body['code']).toBe('in-use');
  });
});

describe('audit configuration', () => {
  const config = (name: string, more = {}) => ({ name, scope: 'site', auditType: 'third', server: 'audit.example', ...more });

  test('of the audit type of the company, once for the whole, asked about twice for a site', async () => {
    const free = siteId(sites.length - 1);
    expect(
      codes(await client.post(`${base}/auditConfigs`, config('wrong', { siteId: free, auditType: 'custom', server: undefined }))),
    ).toEqual(['/auditType audit.type']);
    expect(codes(await client.post(`${base}/auditConfigs`, config('whole', { scope: 'company' })))).toEqual(['/scope audit.company-once']);
    const taken = resultsOf(await client.get(`${base}/auditConfigs`, { query: { scope: 'site' } }))[0]?.['siteId'];
    const asked = await client.post(`${base}/auditConfigs`, config('again', { siteId: taken }));
    expect(asked).toMatchObject({
      status: 409,
      body: { code: 'rule.confirm', errors: [{ pointer: '/siteId', code: 'audit.site-again' }] },
    });
    expect((await client.post(`${base}/auditConfigs`, config('again', { siteId: taken }), { query: { confirm: 'true' } })).status).toBe(
      201,
    );
  });
});
