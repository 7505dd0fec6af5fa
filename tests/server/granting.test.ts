import { texts, asObject, type JsonObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { leavesOf, type PermissionTree } from '#domain/access/permission-tree.ts';
import { FIRST, NORTH, SECOND, SOUTH, THIRD } from '#server/simulator/world/tenancy/companies.ts';
import { type Client, COMPANY, GLOBAL, type Reply, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';
import { there, errorsOf } from '#tests/support/answers.ts';

/** Nobody gives more than they hold (spec 6): every call that grants, what it refuses beside what it allows. */
let server: TestServer;
const clients = new Map<string, Client>();

const PART = 'part@demo.example';
const EAST = 'east@demo.example';
const WITH_APP = 'fixture-totp@demo.example';
const DELEGATED = 'delegated@demo.example';
const PLAIN = 'plain@demo.example';
const CHIEF = 'chief@demo.example';

const leaf = (path: string): string => {
  const node = path
    .split('/')
    .reduce<PermissionTree[number] | undefined>((at, name) => (at?.children ?? []).find((each) => each.name === name), {
      name: '',
      id: '',
      label: '',
      children: server.services.contract.tree,
    });
  if (!node) throw new Error(`No permission ${path}`);
  return node.id;
};
const all = (path: string): string[] => leavesOf({ name: '', id: '', label: '', children: [nodeAt(path)] }).map(({ id }) => id);
const nodeAt = (path: string): PermissionTree[number] => there(server.services.contract.tree.find((node) => node.name === path));

/** What the deputy of the first company holds. */
const held = (): string[] => [...all('account').filter((id) => !/^0-10-[34]/.test(id)), leaf('configuration/tag/edit')];

const at = (hours: number): string => new Date(server.clock.now() + hours * 3_600_000).toISOString();
const role = (more: object) => ({ name: 'Given', type: 'company', scopes: [leaf('configuration/tag/edit')], ...more });
const account = (more: object) => ({
  username: 'given@demo.example',
  name: 'Given',
  password: 'Welcome22',
  accountType: 'company',
  companyId: FIRST,
  rolesId: ['$tags'],
  ...more,
});
const entrust = (more: object) => ({ delegateTo: VIEWER, role: '$tags', company: FIRST, startTime: at(1), endTime: at(2), ...more });

beforeAll(async () => {
  server = await testServer();
  const boss = await server.as(SUPER);
  clients.set(SUPER, boss);
  const made = async (path: string, body: object): Promise<Reply> => {
    const reply = await boss.post(path, body);
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply;
  };
  const roles = `/api/v1/companies/${FIRST}/roles`;
  const named = { tags: [leaf('configuration/tag/edit')], part: held(), sites: [leaf('configuration/site/readOnly')] };
  for (const [name, scopes] of Object.entries(named)) ids[`$${name}`] = String((await made(roles, role({ name, scopes }))).body['roleId']);
  ids['$mixed'] = String((await made(roles, role({ name: 'mixed', scopes: [...named.tags, ...named.sites] }))).body['roleId']);
  await made('/api/v1/users', real(account({ username: PART, name: 'Part', admin: true, rolesId: ['$part'] })));
  await made('/api/v1/users', real(account({ username: PLAIN, name: 'Plain' })));
  await made('/api/v1/users', real(account({ username: CHIEF, name: 'Chief', rolesId: ['$sites'] })));
  await made('/api/v1/users', account({ username: EAST, name: 'East', admin: true, rolesId: ['role-huaxin-admin'], regions: [EASTERN] }));
  await made(
    '/api/v1/users',
    account({ username: DELEGATED, name: 'Delegated', admin: true, companyId: SECOND, rolesId: ['role-yuanhang-admin'] }),
  );
  await made('/api/v1/entrusts', entrust({ delegateTo: DELEGATED, role: 'role-huaxin-admin', startTime: at(-1), endTime: at(24) }));
  for (const username of [PART, EAST, DELEGATED, GLOBAL, COMPANY, VIEWER]) clients.set(username, await server.as(username));
});
afterAll(() => server.remove());

const ids: Record<string, string> = {};
const EASTERN = 'r-huaxin-east-china';
/** A body with the ids of what the test made in place of its names for them. */
const real = (body: object): JsonObject =>
  asObject(JSON.parse(JSON.stringify(body).replace(/"(\$\w+)"/g, (_, name: string) => `"${ids[name]}"`)));

type Attempt = { who: string; call: string; body: () => object; method?: 'post' | 'put' };
/** Where it is refused, and by which rule; undefined where it is allowed. */
type Outcome = [pointer: string, code: string] | undefined;

async function outcome({ who, call, body, method = 'post' }: Attempt): Promise<{ status: number; found: Outcome }> {
  const client = there(clients.get(who));
  // dry: every check is made, and the cases do not meet each other
  const query = { dryRun: 'true' };
  const path = String(real({ path: call })['path']).replace(/\$\w+$/, (name) => ids[name] ?? name);
  const reply =
    method === 'post' ? await client.post(path, real(body()), { query }) : await client.put(path, real(body()), { query, ifMatch: '*' });
  const [first] = errorsOf(reply);
  if (reply.status < 300) return { status: reply.status, found: undefined };
  expect(first ? first.detail : reply.body['detail'], 'the sentence is whole').not.toMatch(/\{\{|undefined/);
  return { status: reply.status, found: [first?.pointer ?? '', first?.code ?? String(reply.body['code'])] };
}

const roles = `/api/v1/companies/${FIRST}/roles`;
const created = (who: string, more: () => object): Attempt => ({ who, call: '/api/v1/users', body: () => account(more()) });
const changed = (who: string, username: string, body: () => object): Attempt => ({
  who,
  call: `/api/v1/users/${username}`,
  body,
  method: 'put',
});
const tags = (): string => leaf('configuration/tag/edit');
const sites = (): string => leaf('configuration/site/readOnly');

const cases: [string, Attempt, Outcome][] = [
  // roles
  ['a role of what one holds', { who: PART, call: roles, body: () => role({}) }, undefined],
  [
    'reading is held with editing',
    { who: PART, call: roles, body: () => role({ scopes: [leaf('configuration/tag/readOnly')] }) },
    undefined,
  ],
  ['a role of more', { who: PART, call: roles, body: () => role({ scopes: [tags(), sites()] }) }, ['/scopes', 'rule.giving.scopes']],
  [
    'the same over all companies',
    { who: PART, call: '/api/v1/roles', body: () => role({ companyId: FIRST, scopes: [sites()] }) },
    ['/scopes', 'rule.giving.scopes'],
  ],
  [
    'more for the own role',
    { who: PART, call: `${roles}/$part`, body: () => role({ name: 'part', scopes: [...held(), sites()] }), method: 'put' },
    ['/scopes', 'rule.giving.scopes'],
  ],
  [
    'less for the own role',
    { who: PART, call: `${roles}/$part`, body: () => role({ name: 'part', scopes: [tags()] }), method: 'put' },
    undefined,
  ],
  [
    'what is not held stays as it is',
    { who: PART, call: `${roles}/$mixed`, body: () => role({ name: 'renamed', scopes: [sites()] }), method: 'put' },
    undefined,
  ],
  [
    'what is not held is not taken away',
    { who: PART, call: `${roles}/$mixed`, body: () => role({ name: 'mixed', scopes: [tags()] }), method: 'put' },
    ['/scopes', 'rule.giving.scopes'],
  ],
  ['a role for another kind of account', { who: PART, call: roles, body: () => role({ type: 'global' }) }, ['/type', 'schema.enum']],
  ['a role for companies, by a global user', { who: GLOBAL, call: '/api/v1/roles', body: () => role({}) }, undefined],
  [
    'what only global accounts can hold, in a role for companies',
    { who: GLOBAL, call: '/api/v1/roles', body: () => role({ scopes: [leaf('configuration/circuits/edit')] }) },
    ['/scopes', 'rule.roleScope'],
  ],
  [
    'another type while accounts use the role',
    { who: SUPER, call: `${roles}/$sites`, body: () => role({ name: 'sites', type: 'channel', scopes: [sites()] }), method: 'put' },
    ['/type', 'rule.roleTypeUsed'],
  ],
  [
    'another type while nobody does',
    { who: SUPER, call: `${roles}/$mixed`, body: () => role({ name: 'mixed', type: 'channel', scopes: [sites()] }), method: 'put' },
    undefined,
  ],
  ['what is delegated only, in a role', { who: DELEGATED, call: roles, body: () => role({}) }, undefined],
  // accounts: roles
  ['an account with what one holds', created(PART, () => ({})), undefined],
  ['an account with a role of more', created(PART, () => ({ rolesId: ['$tags', '$mixed'] })), ['/rolesId/1', 'rule.giving.role']],
  [
    'a role of more for an account that is there',
    changed(PART, PLAIN, () => account({ username: PLAIN, password: undefined, rolesId: ['$sites'] })),
    ['/rolesId/0', 'rule.giving.role'],
  ],
  [
    'a role of more for oneself',
    changed(PART, PART, () => account({ username: PART, password: undefined, admin: true, rolesId: ['$part', '$sites'] })),
    ['/rolesId/1', 'rule.giving.role'],
  ],
  [
    'the own name',
    changed(PART, PART, () => account({ username: PART, name: 'Other', password: undefined, admin: true, rolesId: ['$part'] })),
    undefined,
  ],
  ['a role for global accounts', created(SUPER, () => ({ rolesId: ['role-global'] })), ['/rolesId/0', 'rule.giving.roleType']],
  [
    'a role for companies, for a global account',
    created(SUPER, () => ({ accountType: 'global', companyId: undefined, rolesId: ['role-company-standard'] })),
    ['/rolesId/0', 'rule.giving.roleType'],
  ],
  ['a role of its type', created(SUPER, () => ({ accountType: 'global', companyId: undefined, rolesId: ['role-noc'] })), undefined],
  ['an account of a higher kind', created(PART, () => ({ accountType: 'global' })), ['/accountType', 'schema.enum']],
  // accounts of those who may do more
  [
    'the password of who may do more',
    changed(PART, CHIEF, () => account({ username: CHIEF, rolesId: ['$sites'] })),
    ['', 'account.beyond'],
  ],
  ['the same by who may do as much', changed(COMPANY, CHIEF, () => account({ username: CHIEF, rolesId: ['$sites'] })), undefined],
  // accounts: companies, channels, regions
  ['an own company besides', created(GLOBAL, () => ({ companyList: [SECOND], rolesId: ['role-huaxin-viewer'] })), undefined],
  [
    'a company that is not the own',
    created(GLOBAL, () => ({ companyList: [THIRD], rolesId: ['role-huaxin-viewer'] })),
    ['/companyList/0', 'reference-missing'],
  ],
  ['a company that is delegated', created(DELEGATED, () => ({ rolesId: ['role-huaxin-viewer'] })), ['/companyId', 'rule.giving.company']],
  [
    'a channel with companies of others',
    created(GLOBAL, () => ({ accountType: 'global', companyId: undefined, channelList: [SOUTH], rolesId: ['role-noc'] })),
    ['/channelList/0', 'rule.giving.channel'],
  ],
  [
    'a channel of which every company is the own',
    created(GLOBAL, () => ({ accountType: 'global', companyId: undefined, channelList: [NORTH], rolesId: ['role-noc'] })),
    undefined,
  ],
  [
    'the same for a channel account',
    created(GLOBAL, () => ({ accountType: 'channel', companyId: undefined, channelTradeId: SOUTH, rolesId: ['role-channel'] })),
    ['/channelTradeId', 'rule.giving.channel'],
  ],
  [
    'the same by who has every company',
    created(SUPER, () => ({ accountType: 'channel', companyId: undefined, channelTradeId: SOUTH, rolesId: ['role-channel'] })),
    undefined,
  ],
  ['the own region', created(EAST, () => ({ regions: [EASTERN] })), undefined],
  ['all sites, by who has a region', created(EAST, () => ({})), ['/regions', 'rule.giving.regions']],
  ['another region', created(EAST, () => ({ regions: [EASTERN, 'r-huaxin-north-china'] })), ['/regions', 'rule.giving.regions']],
  ['the region that means all', created(EAST, () => ({ regions: ['r-huaxin-all'] })), ['/regions', 'rule.giving.regions']],
  [
    'all sites for oneself',
    changed(EAST, EAST, () => account({ username: EAST, password: undefined, admin: true, rolesId: ['role-huaxin-admin'] })),
    ['/regions', 'rule.giving.regions'],
  ],
  // regions themselves
  [
    'a city for the own region',
    {
      who: EAST,
      call: `/api/v1/companies/${FIRST}/regions/${EASTERN}`,
      body: () => ({ name: 'East', cities: ['上海', '广州'] }),
      method: 'put',
    },
    ['/cities/1', 'rule.giving.city'],
  ],
  [
    'a region of own cities',
    { who: EAST, call: `/api/v1/companies/${FIRST}/regions`, body: () => ({ name: 'Shanghai', cities: ['上海'] }) },
    undefined,
  ],
  [
    'a region that means all',
    { who: EAST, call: `/api/v1/companies/${FIRST}/regions`, body: () => ({ name: 'all', cities: [] }) },
    ['/name', 'rule.giving.everySite'],
  ],
  [
    'a city, by who has them all',
    {
      who: COMPANY,
      call: `/api/v1/companies/${FIRST}/regions/${EASTERN}`,
      body: () => ({ name: 'East', cities: ['上海', '广州'] }),
      method: 'put',
    },
    undefined,
  ],
  // delegations
  ['what one holds', { who: PART, call: '/api/v1/entrusts', body: () => entrust({}) }, undefined],
  [
    'a role of more, delegated',
    { who: PART, call: '/api/v1/entrusts', body: () => entrust({ role: '$mixed' }) },
    ['/role', 'rule.giving.role'],
  ],
  ['to oneself', { who: PART, call: '/api/v1/entrusts', body: () => entrust({ delegateTo: PART }) }, ['/delegateTo', 'entrust.self']],
  ['the own region, delegated', { who: EAST, call: '/api/v1/entrusts', body: () => entrust({ region: EASTERN }) }, undefined],
  [
    'all sites, delegated by who has a region',
    { who: EAST, call: '/api/v1/entrusts', body: () => entrust({}) },
    ['/region', 'rule.giving.regions'],
  ],
  [
    'another region, delegated',
    { who: EAST, call: '/api/v1/entrusts', body: () => entrust({ region: 'r-huaxin-north-china' }) },
    ['/region', 'rule.giving.regions'],
  ],
  [
    'what was delegated, delegated again',
    { who: DELEGATED, call: '/api/v1/entrusts', body: () => entrust({}) },
    ['/company', 'rule.giving.company'],
  ],
  [
    'the own company by the same person',
    { who: DELEGATED, call: '/api/v1/entrusts', body: () => entrust({ company: SECOND, role: 'role-company-standard' }) },
    undefined,
  ],
  [
    'a role for global accounts, delegated to a company user',
    { who: GLOBAL, call: '/api/v1/entrusts', body: () => entrust({ role: 'role-noc' }) },
    ['/role', 'rule.giving.roleType'],
  ],
  [
    'the same to a global account',
    { who: GLOBAL, call: '/api/v1/entrusts', body: () => entrust({ role: 'role-noc', delegateTo: 'noc@demo.example' }) },
    undefined,
  ],
  [
    'in the name of somebody else',
    { who: PART, call: '/api/v1/entrusts', body: () => entrust({ delegateFrom: COMPANY, role: '$mixed' }) },
    ['/delegateFrom', 'schema.additionalProperties'],
  ],
];

describe('nobody gives more than they hold', () => {
  test.each(cases)('%s', async (_, attempt, expected) => {
    const { status, found } = await outcome(attempt);
    expect(found).toEqual(expected);
    expect(status).toBeGreaterThanOrEqual(expected ? 403 : 200);
  });
});

describe('what is offered', () => {
  test('the session says what may be given on, and lists of roles can be narrowed to it', async () => {
    const part = there(clients.get(PART));
    const info = (await part.get(`/api/v1/users/${PART}`, { query: { page: 'login' } })).body;
    expect(texts(info['grantable']).toSorted()).toEqual([...held(), leaf('configuration/tag/readOnly')].toSorted());
    const delegated = (await there(clients.get(DELEGATED)).get(`/api/v1/users/${DELEGATED}`, { query: { page: 'login' } })).body;
    expect(delegated['scopes']).toEqual(expect.arrayContaining(texts(delegated['grantable'])));
    const names = async (query: Record<string, string>): Promise<unknown[]> =>
      resultsOf(await part.get(roles, { query: { ...query, limit: '1000' } })).map((each) => each['name']);
    expect(await names({ keyword: 'mixed' })).toEqual(['mixed']);
    expect(await names({ grantable: 'true', accountType: 'company' })).toEqual(expect.arrayContaining(['part', 'tags']));
    expect(await names({ grantable: 'true', keyword: 'mixed' })).toEqual([]);
    expect(await names({ accountType: 'company', keyword: 'mixed' })).toEqual(['mixed']);
    expect(await names({ accountType: 'global', keyword: 'mixed' })).toEqual([]);
  });
});

describe('by other ways', () => {
  test('many calls in one: each item is asked, and sees what the ones before it did', async () => {
    const items = [
      { operation: 'createUser', body: real(account({})) },
      { operation: 'createUser', body: real(account({ username: 'other@demo.example', rolesId: ['$sites'] })) },
      { operation: 'createCompanyRole', path: { companyId: FIRST }, body: role({ name: 'Bulk', scopes: [sites()] }) },
      { operation: 'createEntrust', body: real(entrust({})) },
      { operation: 'createEntrust', body: real(entrust({ role: '$mixed' })) },
    ];
    const reply = await there(clients.get(PART)).post('/api/v1/bulk', { items, dryRun: true });
    const { results } = answered('runBulk', reply.body);
    expect(results.map(({ status, errors }) => [status, errors?.[0]?.pointer, errors?.[0]?.code])).toEqual([
      [201, undefined, undefined],
      [422, '/rolesId/0', 'rule.giving.role'],
      [422, '/scopes', 'rule.giving.scopes'],
      [201, undefined, undefined],
      [403, '/role', 'rule.giving.role'],
    ]);
  });

  test('an older state that gave more is not restored by who holds less', async () => {
    const boss = there(clients.get(SUPER));
    const path = `${roles}/${ids['$mixed']}`;
    expect((await boss.put(path, role({ name: 'mixed' }), { ifMatch: '*' })).status).toBe(200);
    const restore = { resource: 'Role', id: ids['$mixed'], revision: 1 };
    const query = { dryRun: 'true' };
    const [part, company] = [there(clients.get(PART)), there(clients.get(COMPANY))];
    expect(await part.post('/api/v1/history/restore', restore, { query })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/scopes', code: 'rule.giving.scopes' }] },
    });
    expect((await company.post('/api/v1/history/restore', restore, { query })).status).toBe(200);
  });

  test('an account that may do more is neither deleted nor freed of its second factor, and its row says so', async () => {
    const part = there(clients.get(PART));
    const refused = { status: 403, body: { code: 'account.beyond' } };
    expect(await part.delete(`/api/v1/users/${CHIEF}`, { ifMatch: '*' })).toMatchObject(refused);
    expect(await part.post(`/api/v1/users/${WITH_APP}/resetTotp`)).toMatchObject(refused);
    const rows = resultsOf(await part.get('/api/v1/users', { query: { access: 'true', limit: '1000' } }));
    const mayOn = (username: string): string[] => texts(rows.find((row) => row['username'] === username)?.['_access']);
    expect(mayOn(CHIEF)).toEqual(['getUser']);
    expect(mayOn(PLAIN)).toContain('updateUser');
    expect((await part.delete(`/api/v1/users/${PLAIN}`, { ifMatch: '*' })).status).toBe(204);
    expect((await there(clients.get(COMPANY)).delete(`/api/v1/users/${CHIEF}`, { ifMatch: '*' })).status).toBe(204);
  });

  test('the last region of an account stays: without one it would see every site', async () => {
    const company = there(clients.get(COMPANY));
    const made = await company.post(`/api/v1/companies/${FIRST}/regions`, { name: 'Last', cities: ['上海'] });
    const regions = [made.body['regionId']];
    const bound = await company.post('/api/v1/users', real(account({ username: 'bound@demo.example', regions })));
    expect(bound.status).toBe(201);
    const path = `/api/v1/companies/${FIRST}/regions/${String(made.body['regionId'])}`;
    expect(await company.delete(path, { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'in-use' } });
    const { password: _, ...more } = account({ username: 'bound@demo.example', regions: [...regions, EASTERN] });
    expect((await company.put('/api/v1/users/bound@demo.example', real(more), { ifMatch: '*' })).status).toBe(200);
    expect((await company.delete(path, { ifMatch: '*' })).status).toBe(204);
    expect((await company.get('/api/v1/users/bound@demo.example')).body['regions']).toEqual([EASTERN]);
  });
});
