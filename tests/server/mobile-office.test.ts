import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  type Client,
  COMPANY,
  companyOf,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

type Row = Record<string, unknown>;

let server: TestServer;
let client: Client;
let boss: Client;
let own: string;
let base: string;
let second: string;
let third: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
  own = await companyOf(client);
  base = `/api/v1/companies/${own}`;
  second = await companyOf(boss, 1);
  const companies = resultsOf(await boss.get('/api/v1/companies', { query: { limit: '1000' } }));
  third = String(companies.find((company) => company['wirelessAccountLimit'] === 5)?.['companyId']);
});
afterAll(() => server.remove());

const list = async (what: string, query: Record<string, string | string[]> = {}): Promise<Row[]> =>
  resultsOf(await client.get(`${base}/${what}`, { query: { limit: '1000', ...query } }));
const account = (username: string, more: Row = {}): Row => ({ username, name: 'Test', password: 'Demo1234', mobile: mobile(), ...more });
let numbers = 0;
const mobile = (): string => `138999${String(++numbers).padStart(5, '0')}`;
const mac = (number: number): string => `02:00:00:00:01:${String(number).padStart(2, '0')}`;
const id = (reply: Reply): string => String(reply.body['id']);

describe('parameters', () => {
  test('one document a company; the defaults until somebody sets them', async () => {
    const made = await boss.post('/api/v1/companies', { name: 'New company' });
    const path = `/api/v1/companies/${String(made.body['companyId'])}/mobileParameter`;
    const unset = await boss.get(path);
    expect(unset).toMatchObject({ status: 200, etag: '"0"', body: { enable: false, port: 1194, protocol: 'udp', maxSessions: 2 } });
    expect((await boss.put(path, { enable: false, port: 443 })).status).toBe(428);
    expect(await boss.put(path, { enable: false, port: 443 }, { ifMatch: '"7"' })).toMatchObject({ status: 412 });
    expect(await boss.put(path, { enable: true }, { ifMatch: '"0"' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/server' }, { pointer: '/addressPoolId' }] },
    });
    expect(await boss.put(path, { enable: false, port: 443 }, { ifMatch: '"0"' })).toMatchObject({
      status: 200,
      etag: '"1"',
      body: { port: 443 },
    });
    expect(await boss.put(path, { enable: false, port: 444 }, { ifMatch: '"0"' })).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await boss.put(path, { enable: false, port: 444 }, { ifMatch: '"1"' })).etag).toBe('"2"');
    const history = await boss.get('/api/v1/history', { query: { resource: 'MobileParameter', id: String(made.body['companyId']) } });
    expect(history.body['total']).toBe(2);
    expect((await boss.get('/api/v1/companies/nothing/mobileParameter')).status).toBe(404);
  });

  test('another company has its own, and only who administers a company sees them', async () => {
    const foreign = await boss.get(`/api/v1/companies/${second}/mobileParameter`);
    const mine = await client.get(`${base}/mobileParameter`);
    expect(mine).toMatchObject({ status: 200, body: { companyId: own, port: 443 } });
    expect(foreign.body['server']).not.toBe(mine.body['server']);
    expect((await client.get(`/api/v1/companies/${second}/mobileParameter`)).status).toBe(403);
    const viewer = await server.as(VIEWER);
    expect((await viewer.get(`${base}/mobileParameter`)).status).toBe(403);
    expect((await viewer.post(`${base}/wirelessAccounts`, account('viewer.makes'))).status).toBe(403);
  });
});

describe('accounts', () => {
  test('as many as the company may have', async () => {
    const path = `/api/v1/companies/${third}/wirelessAccounts`;
    const company = await boss.get(`/api/v1/companies/${third}`);
    expect(company.body['wirelessAccountLimit']).toBe(5);
    const before = Number((await boss.get(path)).body['total']);
    for (let number = before; number < 5; number++) expect((await boss.post(path, account(`extra.${number}`))).status).toBe(201);
    const refused = await boss.post(path, account('one.more'), { query: { locale: 'zh' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'account.limit', params: { limit: 5 } } });
    expect(refused.body['detail']).toBe('公司最多有 5 个移动办公账号，已达上限。');
    const [one] = resultsOf(await boss.get(path));
    expect((await boss.delete(`${path}/${String(one?.['id'])}`, { ifMatch: '*' })).status).toBe(204);
    expect((await boss.post(path, account('one.more'))).status).toBe(201);
  });

  test('the limit is five unless it is said otherwise', async () => {
    const made = await boss.post('/api/v1/companies', { name: 'Default limit' });
    expect(made.body['wirelessAccountLimit']).toBe(5);
  });

  test('duplicate name, mobile number and MAC address are told apart', async () => {
    const path = `${base}/wirelessAccounts`;
    const made = await client.post(path, account('twice', { mobile: '13700000001', macAddresses: [mac(1)] }));
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty('password');
    expect(await client.post(path, account('twice'))).toMatchObject({
      status: 409,
      body: { code: 'duplicate.username', errors: [{ pointer: '/username' }] },
    });
    expect(await client.post(path, account('other', { mobile: '13700000001' }))).toMatchObject({
      status: 409,
      body: { code: 'duplicate.mobile', errors: [{ pointer: '/mobile' }] },
    });
    const taken = await client.post(path, account('other', { macAddresses: [mac(2), mac(1).toUpperCase().replaceAll(':', '-')] }));
    expect(taken.status).toBe(422);
    expect(await client.post(path, account('other', { macAddresses: [mac(2), mac(1)] }))).toMatchObject({
      status: 409,
      body: { code: 'duplicate.mac', detail: `Duplicate MAC: ${mac(1)} is used already.`, errors: [{ pointer: '/macAddresses/1' }] },
    });
    expect(await client.post(path, account('other', { macAddresses: [mac(3), mac(3)] }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/macAddresses/1', code: 'rule.unique.duplicate' }] },
    });
    expect(
      await client.put(
        `${path}/${id(made)}`,
        { ...account('twice', { macAddresses: [mac(1)] }), mobile: '13700000001' },
        { ifMatch: made.etag },
      ),
    ).toMatchObject({ status: 200 });
  });

  test('a company that validates its users wants a mobile number, and its own e-mail suffixes', async () => {
    const path = `${base}/wirelessAccounts`;
    expect(await client.post(path, { username: 'no.mobile', name: 'Test', password: 'Demo1234' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/mobile', code: 'account.mobile' }] },
    });
    expect(await client.post(path, account('foreign', { email: 'a@elsewhere.example' }))).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/email', code: 'account.suffix' }] },
    });
    const [suffix] = (await list('emailSuffixes')).filter((each) => each['enable'] === true);
    const made = await client.post(path, account('local', { email: `a@${String(suffix?.['suffix'])}` }));
    expect(made).toMatchObject({ status: 201, body: { privilegeGroupId: suffix?.['privilegeGroupId'] } });
  });

  test('a local account needs a strong password, one of a directory none', async () => {
    const path = `${base}/wirelessAccounts`;
    expect(await client.post(path, { ...account('weak'), password: 'weak' })).toMatchObject({ status: 422 });
    const { password: _, ...without } = account('directory');
    expect(await client.post(path, without)).toMatchObject({ status: 422, body: { code: 'password.required' } });
    const [connection] = await list('thirdPartyAuths');
    expect((await client.post(path, { ...without, authType: 'thirdParty', thirdPartyAuthId: connection?.['id'] })).status).toBe(201);
    const stored = (await list('wirelessAccounts', { username: 'directory' }))[0];
    const held = await client.delete(`${base}/thirdPartyAuths/${String(connection?.['id'])}`, { ifMatch: '*' });
    expect(stored).toBeDefined();
    expect(held).toMatchObject({ status: 409, body: { code: 'in-use' } });
  });

  test('a group with members stays', async () => {
    const group = await client.post(`${base}/privilegeGroups`, { name: 'Members only' });
    await client.post(`${base}/wirelessAccounts`, account('member', { privilegeGroupId: id(group) }));
    const path = `${base}/privilegeGroups/${id(group)}`;
    expect(await client.delete(path, { ifMatch: '*', query: { locale: 'zh' } })).toMatchObject({
      status: 409,
      body: { code: 'in-use', params: { count: 1 }, detail: '权限组正被 1 处使用，不能删除。' },
    });
    expect(
      (
        await client.delete(`${base}/privilegeGroups/${id(await client.post(`${base}/privilegeGroups`, { name: 'Empty' }))}`, {
          ifMatch: '*',
        })
      ).status,
    ).toBe(204);
  });
});

describe('devices that ask to be let in', () => {
  test('approved, bound to the account, rejected and unbound again', async () => {
    const person = await client.post(`${base}/wirelessAccounts`, account('asks'));
    const asked = await client.post(`${base}/macApprovals`, { accountId: id(person), mac: '02-00-00-00-02-01'.replaceAll('-', ':') });
    expect(asked).toMatchObject({ status: 201, body: { state: 'pending', requestedAt: '2026-03-02T01:00:00Z' } });
    const path = `${base}/macApprovals/${id(asked)}`;
    expect(await client.post(`${path}/approve`)).toMatchObject({ status: 200, body: { state: 'approved', decidedBy: COMPANY } });
    const macs = async () => (await client.get(`${base}/wirelessAccounts/${id(person)}`)).body['macAddresses'];
    expect(await macs()).toEqual(['02:00:00:00:02:01']);
    expect(await client.post(`${path}/approve`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
    expect(await client.post(`${path}/reject`)).toMatchObject({ status: 200, body: { state: 'rejected' } });
    expect(await macs()).toEqual([]);
  });

  test('a MAC address asks once, and not when it is bound to somebody else', async () => {
    const [first, second] = [
      await client.post(`${base}/wirelessAccounts`, account('mac.one', { macAddresses: [mac(20)] })),
      await client.post(`${base}/wirelessAccounts`, account('mac.two')),
    ];
    expect(await client.post(`${base}/macApprovals`, { accountId: id(second), mac: mac(20) })).toMatchObject({
      status: 409,
      body: { code: 'duplicate.mac' },
    });
    expect((await client.post(`${base}/macApprovals`, { accountId: id(first), mac: mac(21) })).status).toBe(201);
    expect(await client.post(`${base}/macApprovals`, { accountId: id(first), mac: mac(21) })).toMatchObject({
      status: 409,
      body: { code: 'duplicate.mac' },
    });
  });

  test('several at once, and never more than an account can hold', async () => {
    const full = await client.post(`${base}/wirelessAccounts`, account('full', { macAddresses: [31, 32, 33, 34].map(mac) }));
    const asked = [];
    for (const number of [35, 36]) asked.push(id(await client.post(`${base}/macApprovals`, { accountId: id(full), mac: mac(number) })));
    const items = asked.map((macApprovalId) => ({ operation: 'approveMacApproval', path: { companyId: own, macApprovalId } }));
    const done = await client.post('/api/v1/bulk', { items });
    expect(done.body['results']).toMatchObject([{ status: 200 }, { status: 409, code: 'limit-reached' }]);
  });
});

describe('addresses', () => {
  const pool = (name: string, net: string, last: number): Row => ({
    name,
    network: `${net}.0/24`,
    rangeStart: `${net}.10`,
    rangeEnd: `${net}.${last}`,
  });

  test('the first free one is given until the limit is reached', async () => {
    const made = await client.post(`${base}/addressPools`, pool('Tiny', '172.29.1', 11));
    expect(made).toMatchObject({ status: 201, body: { total: 2, used: 0, free: 2 } });
    const bind = (more: Row) => client.post(`${base}/addressBindings`, { poolId: id(made), ...more });
    const first = await bind({ mac: mac(51) });
    expect(first).toMatchObject({ status: 201, body: { ip: '172.29.1.10' } });
    expect(await bind({ mac: mac(51), ip: '172.29.1.11' })).toMatchObject({ status: 409, body: { code: 'duplicate.mac' } });
    expect(await bind({ mac: mac(52), ip: '172.29.1.10' })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', errors: [{ pointer: '/ip' }] },
    });
    expect(await bind({ mac: mac(52), ip: '172.29.1.99' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/ip', code: 'pool.outside' }] },
    });
    expect(await bind({})).toMatchObject({ status: 422, body: { errors: [{ code: 'rule.atLeastOne.none' }] } });
    expect((await bind({ mac: mac(52) })).body['ip']).toBe('172.29.1.11');
    const full = await bind({ mac: mac(53) });
    expect(full).toMatchObject({ status: 409, body: { code: 'pool.limit', serviceCode: 1400, params: { pool: 'Tiny' } } });
    const counts = async () => (await client.get(`${base}/addressPools/${id(made)}`)).body;
    expect(await counts()).toMatchObject({ total: 2, used: 2, free: 0, revision: 1 });
    expect((await client.delete(`${base}/addressBindings/${id(first)}`, { ifMatch: '*' })).status).toBe(204);
    expect(await counts()).toMatchObject({ used: 1, free: 1 });
    expect((await bind({ mac: mac(53) })).body['ip']).toBe('172.29.1.10');
    expect(await client.delete(`${base}/addressPools/${id(made)}`, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'in-use', params: { count: 2 } },
    });
    const smaller = await client.put(`${base}/addressPools/${id(made)}`, pool('Tiny', '172.29.1', 10), { ifMatch: '"1"' });
    expect(smaller).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/rangeStart', code: 'pool.outside', params: { value: '172.29.1.11' } }] },
    });
  });

  test('a pool overlaps no site and no other pool, and its range lies in its network', async () => {
    await client.post(`${base}/sites`, { name: 'Pool_site', deployMode: 'gateway', localSubnets: ['172.29.8.0/22'] });
    const refused = await client.post(`${base}/addressPools`, pool('Overlaps', '172.29.9', 99));
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/network', code: 'site.vpn-conflict', params: { other: '172.29.8.0/22' } }] },
    });
    await client.post(`${base}/addressPools`, pool('Here', '172.29.20', 99));
    expect(await client.post(`${base}/addressPools`, pool('There', '172.29.20', 99))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'site.vpn-conflict' }] },
    });
    expect(await client.post(`${base}/addressPools`, { ...pool('Range', '172.29.21', 99), rangeEnd: '172.29.22.1' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/rangeEnd' }] },
    });
    expect(await client.post(`${base}/addressPools`, { ...pool('Range', '172.29.21', 99), rangeEnd: '172.29.21.2' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/rangeEnd' }] },
    });
  });

  test('the seeded pool that is full says so', async () => {
    const [full] = (await list('addressPools')).filter((each) => each['free'] === 0);
    expect(await client.post(`${base}/addressBindings`, { poolId: full?.['id'], mac: mac(60) })).toMatchObject({
      status: 409,
      body: { serviceCode: 1400 },
    });
  });
});

describe('who is online', () => {
  test('is put off, logged, and the address is free again', async () => {
    const [session] = (await list('onlineStatuses')).filter((each) => each['poolId'] === `ap-${own.slice(2)}-1`);
    const bound = (await list('addressBindings')).some((each) => each['ip'] === session?.['ip']);
    const pool = async () => Number((await client.get(`${base}/addressPools/${String(session?.['poolId'])}`)).body['used']);
    const before = await pool();
    const ended = await client.post(`${base}/onlineStatuses/${String(session?.['id'])}/takeOffline`);
    expect(ended).toMatchObject({ status: 200, body: { username: session?.['username'] } });
    expect((await client.get(`${base}/onlineStatuses/${String(session?.['id'])}`)).status).toBe(404);
    expect((await client.post(`${base}/onlineStatuses/${String(session?.['id'])}/takeOffline`)).status).toBe(404);
    expect(await pool()).toBe(bound ? before : before - 1);
    const [entry] = await list('appLogs', { event: ['forcedOffline'], accountId: [String(session?.['accountId'])] });
    expect(entry).toMatchObject({
      username: session?.['username'],
      ip: session?.['ip'],
      detail: COMPANY,
      result: 'success',
      at: '2026-03-02T01:00:00Z',
    });
  });

  test('an address that somebody online holds is not bound to another', async () => {
    const bound = new Set((await list('addressBindings')).map((each) => each['ip']));
    const session = (await list('onlineStatuses')).find((each) => !bound.has(each['ip']));
    const body = { poolId: session?.['poolId'], ip: session?.['ip'] };
    expect(await client.post(`${base}/addressBindings`, { ...body, mac: mac(70) })).toMatchObject({
      status: 409,
      body: { code: 'pool.taken', params: { user: session?.['username'] } },
    });
    expect((await client.post(`${base}/addressBindings`, { ...body, accountId: session?.['accountId'] })).status).toBe(201);
  });

  test('goes offline with the account', async () => {
    const [session] = await list('onlineStatuses');
    expect((await client.delete(`${base}/wirelessAccounts/${String(session?.['accountId'])}`, { ifMatch: '*' })).status).toBe(204);
    expect((await client.get(`${base}/onlineStatuses/${String(session?.['id'])}`)).status).toBe(404);
  });
});

describe('directories', () => {
  const directory = (name: string, more: Row = {}): Row => ({
    name,
    kind: 'ldap',
    server: 'ldap.huaxin.example',
    baseDn: 'dc=huaxin',
    ...more,
  });

  test('answer through their site, or not', async () => {
    const online = (await list('devices', { state: ['ONLINE'] }))[0];
    const offline = (await list('devices', { state: ['OFFLINE'] }))[0];
    const bare = await client.post(`${base}/sites`, { name: 'Bare_site', deployMode: 'gateway' });
    const tested = async (more: Row) => {
      const made = await client.post(
        `${base}/thirdPartyAuths`,
        directory(`Directory ${String(more['siteId'] ?? 'nowhere')}`.slice(0, 60), more),
      );
      expect(made.status).toBe(201);
      return client.post(`${base}/thirdPartyAuths/${id(made)}/test`);
    };
    expect(await tested({ siteId: online?.['siteId'], bindPassword: 's3cret' })).toMatchObject({
      status: 200,
      body: { testState: 'success', testDetail: 'answered', testedAt: '2026-03-02T01:00:00Z' },
    });
    expect(await tested({ siteId: offline?.['siteId'] })).toMatchObject({
      status: 200,
      body: { testState: 'failed', testDetail: 'siteOffline' },
    });
    expect(await tested({ server: 'ldap-corp.invalid' })).toMatchObject({
      status: 200,
      body: { testState: 'failed', testDetail: 'nameUnknown' },
    });
    const refused = await tested({ siteId: bare.body['siteId'] });
    expect(refused).toMatchObject({ status: 409, body: { code: 'site.no-sn' } });
  });

  test('a secret is kept, never shown, and goes when the kind changes', async () => {
    const made = await client.post(`${base}/thirdPartyAuths`, directory('Secrets', { bindPassword: 's3cret-bind' }));
    expect(JSON.stringify(made.body)).not.toContain('s3cret');
    const stored = async () => (await server.services.system.get(server.services.store.spec('ThirdPartyAuth'), id(made)))?.secret;
    expect(await stored()).toEqual({ '/bindPassword': 's3cret-bind' });
    await client.put(`${base}/thirdPartyAuths/${id(made)}`, directory('Secrets'), { ifMatch: '*' });
    expect(await stored()).toEqual({ '/bindPassword': 's3cret-bind' });
  });
});
