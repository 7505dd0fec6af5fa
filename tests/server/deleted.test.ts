import { asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Resource } from '#domain/model.ts';
import { type Client, COMPANY, companyOf, REGIONAL, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

let server: TestServer;
let client: Client;
let boss: Client;
let own: string;
let base: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
  own = await companyOf(client);
  base = `/api/v1/companies/${own}`;
});
afterAll(() => server.remove());

type Doc = Record<string, unknown>;

const idOf = (reply: { body: Doc }, name = 'id') => String(reply.body[name]);
const listed = (resource: string, query: Record<string, string> = {}, as = client) =>
  as.get('/api/v1/deleted', { query: { resource, ...query } });
const ids = async (resource: string, as = client) => resultsOf(await listed(resource, { limit: '1000' }, as)).map(({ id }) => id);
async function back(resource: string, items: string[], as = client) {
  const reply = await as.post('/api/v1/deleted/restore', { resource, items: items.map((id) => ({ id })) });
  expect(reply.status).toBe(200);
  return answered('restoreDeleted', reply.body).results;
}
async function make(path: string, body: Doc, id = 'id', as = client): Promise<string> {
  const reply = await as.post(path, body);
  expect(reply).toMatchObject({ status: 201 });
  return idOf(reply, id);
}
async function drop(path: string, as = client): Promise<void> {
  const { etag } = await as.get(path);
  const reply = await as.delete(path, { ifMatch: etag });
  expect({ path, status: reply.status, ...reply.body }).toMatchObject({ status: 204 });
}
const stored = async (resource: string, id: string) => {
  const spec = server.services.store.specNamed(resource);
  const item = spec && (await server.services.system.get(spec, id));
  return item && { doc: item.doc, secret: item.secret, createdAt: item.createdAt };
};
const site = (name: string, more: Doc = {}) => ({ name, deployMode: 'gateway', ...more });

describe('recently deleted', () => {
  test('says what was deleted, when and by whom, and no more once it is back or made anew', async () => {
    const id = await make(`${base}/tags`, { name: 'gone-once', type: 'site' });
    expect(await ids('Tag')).not.toContain(id);
    await drop(`${base}/tags/${id}`);
    const reply = await listed('Tag', { keyword: 'gone-ONCE' });
    expect(reply.body).toMatchObject({
      total: 1,
      results: [
        { id, label: 'gone-once', actor: COMPANY, at: '2026-03-02T01:00:00Z', operation: 'deleteCompanyTag', revision: 2, companyId: own },
      ],
    });
    expect((await listed('Tag', { keyword: 'gone%once' })).body['total']).toBe(0);
    expect(await back('Tag', [id])).toMatchObject([{ status: 200, item: { id, name: 'gone-once', revision: 3 }, missing: [] }]);
    expect(await ids('Tag')).not.toContain(id);
    // a second time changes nothing
    expect(await back('Tag', [id])).toMatchObject([{ status: 200, item: { revision: 3 } }]);
  });

  test('pages, newest first', async () => {
    const made: string[] = [];
    for (const name of ['page-a', 'page-b', 'page-c']) {
      made.push(await make(`${base}/tags`, { name, type: 'site' }));
      await drop(`${base}/tags/${made.at(-1)}`);
    }
    const page = await listed('Tag', { keyword: 'page-', skip: '1', limit: '1' });
    expect(page.body).toMatchObject({ total: 3, results: [{ id: made[1] }] });
  });

  test('is for those who read and create such items, of their own companies and sites', async () => {
    const id = await make(`${base}/tags`, { name: 'mine-only', type: 'site' });
    await drop(`${base}/tags/${id}`);
    const viewer = await server.as(VIEWER);
    expect((await listed('Tag', {}, viewer)).status).toBe(403);
    expect((await viewer.post('/api/v1/deleted/restore', { resource: 'Tag', items: [{ id }] })).body).toMatchObject({
      applied: false,
      results: [{ status: 403, code: 'forbidden' }],
    });
    const other = await companyOf(boss, (await companyOf(boss, 0)) === own ? 1 : 0);
    const foreign = await make(`/api/v1/companies/${other}/tags`, { name: 'of others', type: 'site' }, 'id', boss);
    await drop(`/api/v1/tags/${foreign}`, boss);
    expect(await ids('Tag')).toContain(id);
    expect(await ids('Tag')).not.toContain(foreign);
    expect(await back('Tag', [foreign])).toMatchObject([{ status: 404, code: 'not-found' }]);
    expect(await ids('Tag', boss)).toEqual(expect.arrayContaining([id, foreign]));
    expect(resultsOf(await listed('Tag', { companyId: other, limit: '1000' }, boss)).map(({ id: each }) => each)).not.toContain(id);
    expect((await listed('Nothing')).status).toBe(404);
    expect((await server.anonymous.get('/api/v1/deleted', { query: { resource: 'Tag' } })).status).toBe(401);
  });

  test('a region sees what was deleted at its own sites', async () => {
    const regional = await server.as(REGIONAL);
    const home = await companyOf(regional);
    const [seen] = resultsOf(await regional.get(`/api/v1/companies/${home}/sites`));
    const near = await make(`/api/v1/companies/${home}/sites`, site('Near_one', { city: seen?.['city'] }), 'siteId', boss);
    const far = await make(`/api/v1/companies/${home}/sites`, site('Far_one', { city: '拉萨' }), 'siteId', boss);
    for (const id of [near, far]) await drop(`/api/v1/companies/${home}/sites/${id}`, boss);
    const history = (id: string) => regional.get('/api/v1/history', { query: { resource: 'Site', id } });
    expect((await history(far)).status).toBe(404);
    expect((await history(near)).status).toBe(200);
    expect(await back('Site', [far], regional)).toMatchObject([{ status: 404 }]);
  });
});

describe('what comes back with an item', () => {
  test('what its deletion took along, with their secrets', async () => {
    const body = { username: 'backagain', name: 'Back Again', password: 'Welcome2', mobile: '13912345678' };
    const accountId = await make(`${base}/wirelessAccounts`, body);
    const pool = resultsOf(await client.get(`${base}/addressPools`))[0];
    const binding = await make(`${base}/addressBindings`, { accountId, poolId: pool?.['id'] });
    const before = [await stored('WirelessAccount', accountId), await stored('AddressBinding', binding)];
    await drop(`${base}/wirelessAccounts/${accountId}`);
    expect(await stored('AddressBinding', binding)).toBeUndefined();
    const [result] = await back('WirelessAccount', [accountId]);
    expect(result).toMatchObject({ status: 200, back: [{ resource: 'AddressBinding', id: binding }], missing: [] });
    const after = [await stored('WirelessAccount', accountId), await stored('AddressBinding', binding)];
    expect(after.map((each) => each?.secret)).toEqual(before.map((each) => each?.secret));
    expect(after[0]?.secret).not.toEqual({});
    expect(after[1]?.doc['ip']).toBe(before[1]?.doc['ip']);
    // the secret is where the item is, not in two places
    const kept = await server.services.store.engine.read.selectFrom('revisions').select('kept').where('id', '=', accountId).execute();
    expect(kept.every((row) => row.kept === null)).toBe(true);
  });

  test('a password is never told by what lists or shows deletions', async () => {
    const [role] = resultsOf(await client.get(`${base}/roles`));
    const username = 'secretive@demo.example';
    await boss.post('/api/v1/users', {
      username,
      name: 'S',
      password: 'Welcome2',
      accountType: 'company',
      companyId: own,
      rolesId: [role?.['roleId']],
    });
    const before = await stored('User', username);
    await drop(`/api/v1/users/${username}`, boss);
    const texts = [
      await listed('User', {}, boss),
      await boss.get('/api/v1/history', { query: { resource: 'User', id: username } }),
      await boss.get('/api/v1/operationLogs', { query: { itemId: username } }),
    ].map(({ body }) => JSON.stringify(body));
    for (const text of texts) {
      expect(text).toContain(username);
      expect(text).not.toMatch(/scrypt|"kept"|Welcome2/);
    }
    const results = await back('User', [username], boss);
    expect(results).toMatchObject([{ status: 200, missing: [] }]);
    expect(JSON.stringify(results)).not.toContain('scrypt');
    expect((await stored('User', username))?.secret).toEqual(before?.secret);
    expect((await server.anonymous.post('/api/v2/tokens', { username, password: 'Welcome2' })).status).toBe(201);
  });

  test('references that it was taken out of, unless their holder has chosen otherwise since', async () => {
    const a = await make(`${base}/sites`, site('Held_a'), 'siteId');
    const b = await make(`${base}/sites`, site('Held_b'), 'siteId');
    const keep = await make(`${base}/sites`, site('Held_keep'), 'siteId');
    const table = (name: string, siteIds: string[], tableId: number) =>
      make(`${base}/routeTables`, { name, siteIds, tableId, priority: tableId });
    const untouched = await table('Stays so', [a, b, keep], 901);
    const chosen = await table('Chooses anew', [a, keep], 902);
    // both in one request
    const gone = await client.post('/api/v1/bulk', {
      items: [a, b].map((siteId) => ({ operation: 'deleteSite', path: { companyId: own, siteId }, ifMatch: '*' })),
    });
    expect(gone.body).toMatchObject({ results: [{ status: 204 }, { status: 204 }] });
    expect((await stored('RouteTable', untouched))?.doc['siteIds']).toEqual([keep]);
    const now = await client.get(`${base}/routeTables/${chosen}`);
    const put = await client.put(
      `${base}/routeTables/${chosen}`,
      { name: 'Chooses anew', tableId: 902, priority: 902, siteIds: [] },
      { ifMatch: now.etag },
    );
    expect(put.status).toBe(200);
    const [first, second] = await back('Site', [a, b]);
    expect((await stored('RouteTable', untouched))?.doc['siteIds']).toEqual([a, b, keep]);
    expect((await stored('RouteTable', chosen))?.doc['siteIds']).toEqual([]);
    expect(first?.back).toEqual([{ resource: 'RouteTable', id: untouched, label: 'Stays so', path: 'siteIds[]' }]);
    expect(first?.missing).toEqual([{ resource: 'RouteTable', id: chosen, label: 'Chooses anew', path: 'siteIds[]', reason: 'changed' }]);
    expect(second).toMatchObject({ status: 200, missing: [] });
  });

  test('a reference to what is itself gone is told, or waits for it', async () => {
    const tag = await make(`${base}/tags`, { name: 'needed', type: 'site' });
    const siteId = await make(`${base}/sites`, site('Needs_tag', { siteTag: [tag] }), 'siteId');
    await drop(`${base}/sites/${siteId}`);
    await drop(`${base}/tags/${tag}`);
    expect(await back('Site', [siteId])).toMatchObject([
      {
        status: 409,
        code: 'reference-deleted',
        detail: expect.stringMatching(/“needed”, which is deleted too. Restore that first/),
        errors: [{ pointer: '/siteTag/0' }],
      },
    ]);
    await back('Tag', [tag]);
    expect(await back('Site', [siteId])).toMatchObject([{ status: 200, item: { siteTag: [tag] }, missing: [] }]);

    const held = await make(`${base}/sites`, site('Held_alone'), 'siteId');
    const [known] = resultsOf(await boss.get(`${base}/reportConfigs`));
    const body = Object.fromEntries(['period', 'timeZone', 'contents', 'receivers'].map((name) => [name, known?.[name]]));
    const other = await make(`${base}/sites`, site('Held_beside'), 'siteId');
    const config = await make(`${base}/reportConfigs`, { ...body, name: 'Of two sites', siteIds: [held, other] }, 'id', boss);
    const lone = await make(`${base}/reportConfigs`, { ...body, name: 'Of one site', siteIds: [held] }, 'id', boss);
    for (const id of [config, lone]) await drop(`${base}/reportConfigs/${id}`, boss);
    await drop(`${base}/sites/${held}`);
    // without its only site it would be a report of all sites
    expect(await back('ReportConfig', [lone], boss)).toMatchObject([{ status: 409, errors: [{ pointer: '/siteIds/0' }] }]);
    const [result] = await back('ReportConfig', [config], boss);
    expect(result?.missing).toEqual([
      { resource: 'Site', id: held, label: expect.stringContaining('Held_alone'), path: 'siteIds[]', reason: 'gone' },
    ]);
    expect(result?.item?.['siteIds']).toEqual([other]);
  });

  test('a conflict gives its normal problem, and the others come back', async () => {
    const [free, taken] = [
      await make(`${base}/tags`, { name: 'free', type: 'site' }),
      await make(`${base}/tags`, { name: 'taken', type: 'site' }),
    ];
    for (const id of [free, taken]) await drop(`${base}/tags/${id}`);
    await make(`${base}/tags`, { name: 'taken', type: 'site' });
    expect(await back('Tag', [taken, free])).toMatchObject([
      { status: 409, code: 'duplicate' },
      { status: 200, item: { id: free } },
    ]);
  });
});

/** Values that follow from where an item stands, not from what it is. */
const FOLLOWS: Record<string, string[]> = {
  Site: ['state', 'reachability', 'configState', 'revision', 'updatedAt'],
  RateLimitRule: ['state'],
  StrategyApplication: ['state', 'standing', 'version', 'issuedRules', 'issuedSites'],
  ReportConfig: ['nextAt'],
};

describe('every kind of item', () => {
  test('whatever can be deleted and created comes back as it was', { timeout: 120_000 }, async () => {
    const { contract, store } = server.services;
    const wrong: string[] = [];
    const done: string[] = [];
    for (const resource of contract.resources.values()) {
      const spec = store.specNamed(resource.name);
      const { create, delete: removes } = resource.operations;
      if (!spec || create.length === 0 || removes.length === 0 || resource.data?.record) continue;
      for (const before of await someOf(resource)) {
        const id = String(before[spec.id]);
        const was = await stored(resource.name, id);
        if (!was || !(await removed(resource, was.doc))) continue;
        const [result] = await back(resource.name, [id], boss);
        const now = await stored(resource.name, id);
        const ignored = new Set(['revision', 'updatedAt', ...(FOLLOWS[resource.name] ?? [])]);
        const plain = (doc: Doc = {}) => Object.fromEntries(Object.entries(doc).filter(([name]) => !ignored.has(name)));
        if (result?.status !== 200) wrong.push(`${resource.name} ${id}: ${JSON.stringify(result)}`);
        else if (JSON.stringify(sorted(plain(now?.doc))) !== JSON.stringify(sorted(plain(was.doc))))
          wrong.push(`${resource.name} ${id}: ${JSON.stringify(plain(was.doc))} is ${JSON.stringify(plain(now?.doc))}`);
        else if (JSON.stringify([now?.secret, now?.createdAt]) !== JSON.stringify([was.secret, was.createdAt]))
          wrong.push(`${resource.name} ${id}: its secrets or its beginning are others`);
        done.push(resource.name);
        break;
      }
    }
    expect(wrong).toEqual([]);
    expect(done.length).toBeGreaterThan(30);
  });

  async function someOf(resource: Resource): Promise<Doc[]> {
    const spec = server.services.store.specNamed(resource.name);
    if (!spec) return [];
    const rows = await server.services.store.engine.read.selectFrom(spec.table).select('doc').orderBy('id', 'desc').limit(25).execute();
    return rows.map((row) => asObject(JSON.parse(row.doc)));
  }

  async function removed(resource: Resource, doc: Doc): Promise<boolean> {
    for (const { id, pathParams } of resource.operations.delete) {
      const path = Object.fromEntries(
        pathParams.map(({ name }, index) => [name, String(doc[index === pathParams.length - 1 ? resource.id : name])]),
      );
      const reply = await boss.post('/api/v1/bulk', { items: [{ operation: id, path, ifMatch: '*' }] });
      if (reply.body['applied'] === true) return true;
    }
    return false;
  }

  function sorted(doc: Doc): Doc {
    return Object.fromEntries(Object.entries(doc).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
});
