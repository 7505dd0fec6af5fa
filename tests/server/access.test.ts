import { asObject, texts } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { settable } from '#server/kernel/resource/settable.ts';
import {
  CHANNEL,
  type Client,
  COMPANY,
  companyOf,
  DELEGATE,
  GLOBAL,
  REGIONAL,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

let server: TestServer;
const clients = new Map<string, Client>();
let own: string;
let foreign: string;

const as = async (username: string): Promise<Client> => {
  const known = clients.get(username) ?? (await server.as(username));
  clients.set(username, known);
  return known;
};

beforeAll(async () => {
  server = await testServer();
  own = await companyOf(await as(COMPANY));
  const all = resultsOf(await (await as(SUPER)).get('/api/v1/companies', { query: { view: 'list', limit: '100' } })).map((row) =>
    String(row['companyId']),
  );
  foreign = all.find((id) => id !== own) ?? '';
});
afterAll(() => server.remove());

const tag = (name: string) => ({ name, type: 'site' });

describe('tenants', () => {
  test('each reads the own company, and no other', async () => {
    const client = await as(COMPANY);
    expect((await client.get(`/api/v1/companies/${own}/tags`)).status).toBe(200);
    expect(await client.get(`/api/v1/companies/${foreign}/tags`)).toMatchObject({ status: 403, body: { code: 'tenant' } });
    const boss = await as(SUPER);
    const made = await boss.post(`/api/v1/companies/${foreign}/tags`, tag('theirs'));
    const id = String(made.body['id']);
    expect((await boss.get(`/api/v1/tags/${id}`)).status).toBe(200);
    for (const path of [`/api/v1/tags/${id}`, `/api/v1/companies/${own}/tags/${id}`]) {
      expect((await client.get(path)).status, path).toBe(404);
      expect((await client.put(path, tag('mine'), { ifMatch: made.etag })).status, path).toBe(404);
      expect((await client.delete(path, { ifMatch: made.etag })).status, path).toBe(404);
    }
    expect((await boss.get(`/api/v1/companies/${own}/tags/${id}`)).status).toBe(404);
    expect((await boss.get(`/api/v1/companies/${foreign}/tags/${id}`)).status).toBe(200);
  });

  test('lists over all companies hold the own ones only', async () => {
    const seen = resultsOf(await (await as(COMPANY)).get('/api/v1/sites', { query: { limit: '1000' } }));
    expect(new Set(seen.map((row) => row['companyId']))).toEqual(new Set([own]));
    const all = resultsOf(await (await as(SUPER)).get('/api/v1/sites', { query: { limit: '1000' } }));
    expect(new Set(all.map((row) => row['companyId'])).size).toBeGreaterThan(1);
    const narrowed = await (await as(COMPANY)).get('/api/v1/sites', { query: { companyId: foreign } });
    expect(narrowed.status === 403 || narrowed.body['total'] === 0).toBe(true);
  });

  test('the body cannot name another company than the path', async () => {
    const client = await as(COMPANY);
    const role = { name: 'Path', type: 'company', scopes: [] };
    expect((await client.post(`/api/v1/companies/${own}/roles`, { ...role, companyId: foreign })).status).toBe(422);
    expect(await client.post('/api/v1/roles', { ...role, companyId: foreign })).toMatchObject({ status: 403, body: { code: 'tenant' } });
    expect((await client.post('/api/v1/roles', { ...role, companyId: own })).status).toBe(201);
  });

  test('a reference to what is not the own does not exist', async () => {
    const boss = await as(SUPER);
    const theirs = await boss.post(`/api/v1/companies/${foreign}/tags`, tag('theirs-too'));
    const client = await as(COMPANY);
    const site = { name: 'Reach_test', deployMode: 'gateway', siteTag: [String(theirs.body['id'])] };
    const refused = await client.post(`/api/v1/companies/${own}/sites`, site);
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/siteTag/0', code: 'reference-missing' }] } });
    const mine = await client.post(`/api/v1/companies/${own}/tags`, tag('mine-too'));
    expect((await client.post(`/api/v1/companies/${own}/sites`, { ...site, siteTag: [String(mine.body['id'])] })).status).toBe(201);
  });

  test('a channel reaches the companies of its channel', async () => {
    const mine = resultsOf(await (await as(CHANNEL)).get('/api/v1/companies', { query: { view: 'list', limit: '100' } }));
    const all = resultsOf(await (await as(SUPER)).get('/api/v1/companies', { query: { limit: '100' } }));
    const account = (await (await as(CHANNEL)).get(`/api/v1/users/${CHANNEL}`)).body;
    const expected = all
      .filter((company) => company['channelTradeId'] === account['channelTradeId'])
      .map((company) => company['companyId']);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect(new Set(mine.map((company) => company['companyId']))).toEqual(new Set(expected));
  });
});

describe('permissions', () => {
  test('who reads only cannot write', async () => {
    const viewer = await as(VIEWER);
    expect((await viewer.get(`/api/v1/companies/${own}/tags`)).status).toBe(200);
    expect(await viewer.post(`/api/v1/companies/${own}/tags`, tag('no'))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await (await as(COMPANY)).post(`/api/v1/companies/${own}/tags`, tag('yes'))).status).toBe(201);
  });

  test('what is for global accounts is refused to companies', async () => {
    expect((await (await as(COMPANY)).get('/api/v1/companies')).status).toBe(403);
    expect((await (await as(GLOBAL)).get('/api/v1/companies')).status).toBe(200);
    expect((await (await as(COMPANY)).get('/api/v1/companies', { query: { view: 'list' } })).status).toBe(200);
  });

  test('without a session, or with a wrong one, nothing', async () => {
    expect(await server.anonymous.get(`/api/v1/companies/${own}/tags`)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const wrong = await server.anonymous.get(`/api/v1/companies/${own}/tags`, { headers: { authorization: 'Bearer x' } });
    expect(wrong.status).toBe(401);
    expect((await server.anonymous.get('/healthz')).status).toBe(200);
  });

  test('a role that is taken away counts at once', async () => {
    const boss = await as(SUPER);
    const viewer = await as(VIEWER);
    const path = `/api/v1/users/${VIEWER}`;
    const { body, etag } = await boss.get(path);
    const account = Object.fromEntries(
      Object.entries(body).filter(([name]) => !['revision', 'createdAt', 'updatedAt', 'lastLoginAt'].includes(name)),
    );
    expect((await boss.put(path, { ...account, enable: false }, { ifMatch: etag })).status).toBe(200);
    expect((await viewer.get(`/api/v1/companies/${own}/tags`)).status).toBe(401);
    expect((await boss.put(path, account, { ifMatch: '"2"' })).status).toBe(200);
    // the session has ended for good: the account logs in again
    expect((await viewer.get(`/api/v1/companies/${own}/tags`)).status).toBe(401);
    clients.delete(VIEWER);
    expect((await (await as(VIEWER)).get(`/api/v1/companies/${own}/tags`)).status).toBe(200);
  });

  test('nobody makes an account that may do more', async () => {
    const client = await as(COMPANY);
    const account = { username: 'new@demo.example', name: 'New', password: 'Welcome2', accountType: 'superAdmin' };
    expect(await client.post('/api/v1/users', account)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/accountType', code: 'schema.enum', params: { allowed: 'company' } }] },
    });
    const roles = resultsOf(await client.get(`/api/v1/companies/${own}/roles`)).map((role) => role['roleId']);
    const made = await client.post('/api/v1/users', { ...account, accountType: 'company', rolesId: [roles[0]] });
    expect(made).toMatchObject({ status: 201, body: { companyId: own } });
    expect(made.body).not.toHaveProperty('password');
  });
});

describe('names of companies', () => {
  test('whoever sees the rows of a company is told its name, and no more without the permission', async () => {
    const channel = await as(CHANNEL);
    expect((await channel.get('/api/v1/companies')).status).toBe(403);
    const [named] = resultsOf(await channel.get('/api/v1/companies', { query: { values: [own], limit: '1' } }));
    expect(Object.keys(named ?? {}).toSorted()).toEqual(['auditType', 'companyId', 'name']);
    const [whole] = resultsOf(await (await as(SUPER)).get('/api/v1/companies', { query: { values: [own], limit: '1' } }));
    expect(whole).toHaveProperty('revision');
  });
});

describe('the company switcher', () => {
  const ACCOUNTS = [SUPER, GLOBAL, 'noc@demo.example', CHANNEL, COMPANY, VIEWER, REGIONAL, DELEGATE];
  const FIXTURES = ['channels', 'two-channels', 'two-companies', 'no-regions'].map((name) => `fixture-${name}@demo.example`);

  /** The list as the top bar asks for it. */
  async function offered(client: Client, more: Record<string, string> = {}): Promise<Record<string, unknown>[]> {
    const where = asObject(server.services.contract.model.context['companyId']?.where);
    const fixed = Object.fromEntries(Object.entries(where).map(([name, value]) => [name, String(value)]));
    const found: Record<string, unknown>[] = [];
    for (;;) {
      const query = { ...fixed, limit: '2', skip: String(found.length), ...more };
      const reply = await client.get('/api/v1/companies', { query });
      expect(reply.status).toBe(200);
      found.push(...resultsOf(reply));
      if (resultsOf(reply).length < 2) return found;
    }
  }

  test.each([...ACCOUNTS, ...FIXTURES])('%s is offered exactly what it may enter, by pages and by words', async (username) => {
    const client = await as(username);
    const info = await client.get(`/api/v1/users/${username}`, { query: { page: 'login' } });
    const companyList = texts(asObject(info.body['extra'])['companyList']);
    const rows = await offered(client);
    expect(new Set(rows.map((row) => row['companyId']))).toEqual(new Set(companyList));
    expect(rows).toHaveLength(companyList.length);
    for (const row of rows) {
      const hits = await offered(client, { keyword: String(row['name']) });
      expect(hits.map((hit) => hit['companyId'])).toContain(row['companyId']);
      expect((await client.get(`/api/v1/companies/${String(row['companyId'])}/cities`)).status).toBe(200);
    }
  });

  test('companies of a channel that a global user looks after are not entered from there', async () => {
    const username = 'both@demo.example';
    const account = { username, name: 'Both', password: 'Demo1234', accountType: 'global', companyList: [own], channelList: ['ch-north'] };
    expect((await (await as(SUPER)).post('/api/v1/users', { ...account, rolesId: ['role-global'] })).status).toBe(201);
    const client = await as(username);
    expect((await offered(client)).map((row) => row['companyId'])).toEqual([own]);
    const seen = resultsOf(await client.get('/api/v1/companies', { query: { view: 'list', limit: '100' } }));
    expect(seen.length).toBeGreaterThan(1);
  });
});

describe('regions', () => {
  test('only sites, devices and alerts in the cities of the own region', async () => {
    const regional = await as(REGIONAL);
    const account = (await regional.get(`/api/v1/users/${REGIONAL}`)).body;
    const regions = resultsOf(await (await as(COMPANY)).get(`/api/v1/companies/${own}/regions`, { query: { limit: '1000' } }));
    const cities = regions
      .filter((region) => texts(account['regions']).includes(String(region['regionId'])))
      .flatMap((region) => texts(region['cities']));
    const all = resultsOf(await (await as(COMPANY)).get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } }));
    const seen = resultsOf(await regional.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } }));
    expect(seen.map((site) => String(site['siteId'])).toSorted((a, b) => a.localeCompare(b))).toEqual(
      all
        .filter((site) => cities.includes(String(site['city'])))
        .map((site) => String(site['siteId']))
        .toSorted((a, b) => a.localeCompare(b)),
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(all.length);
    const hidden = all.find((site) => !cities.includes(String(site['city'])));
    expect((await regional.get(`/api/v1/companies/${own}/sites/${String(hidden?.['siteId'])}`)).status).toBe(404);
    expect((await (await as(COMPANY)).get(`/api/v1/companies/${own}/sites/${String(hidden?.['siteId'])}`)).status).toBe(200);
  });

  test('those of one company say nothing about the sites of another', async () => {
    const boss = await as(SUPER);
    const { rolesId } = (await boss.get(`/api/v1/users/${GLOBAL}`)).body;
    const { regions } = (await boss.get(`/api/v1/users/${REGIONAL}`)).body;
    const account = { username: 'areas@demo.example', name: 'Areas', password: 'Welcome22', accountType: 'global', rolesId, regions };
    expect(await boss.post('/api/v1/users', { ...account, companyList: [own, foreign] })).toMatchObject({ status: 201 });
    const client = await as('areas@demo.example');
    const sites = async (who: Client, company: string) => Number((await who.get(`/api/v1/companies/${company}/sites`)).body['total']);
    expect(await sites(client, foreign)).toBe(await sites(boss, foreign));
    expect(await sites(client, own)).toBeLessThan(await sites(boss, own));
  });
});

describe('delegation', () => {
  test('delegates a company until it ends', async () => {
    const delegate = await as(DELEGATE);
    const companies = resultsOf(await delegate.get('/api/v1/companies', { query: { view: 'list' } })).map((row) => row['companyId']);
    expect(companies).toContain(own);
    const [entrust] = resultsOf(await delegate.get('/api/v1/entrusts', { query: { status: ['running'] } })).filter(
      (row) => row['delegateTo'] === DELEGATE,
    );
    expect((await delegate.get(`/api/v1/companies/${own}/tags`)).status).toBe(200);
    const cancelled = await (await as(COMPANY)).post(`/api/v1/entrusts/${String(entrust?.['entrustId'])}/cancel`);
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect((await delegate.get(`/api/v1/companies/${own}/tags`)).status).toBe(403);
    expect((await (await as(COMPANY)).post(`/api/v1/entrusts/${String(entrust?.['entrustId'])}/cancel`)).status).toBe(409);
  });

  test('begins and ends by the clock, and is complete then', async () => {
    const boss = await as(COMPANY);
    // the delegate's own role reads tags too, but nowhere else than at home
    const at = (hours: number): string => new Date(server.clock.now() + hours * 3_600_000).toISOString();
    const body = { delegateTo: DELEGATE, role: 'role-huaxin-operator', company: own, startTime: at(0.25), endTime: at(0.4) };
    expect(await boss.post('/api/v1/entrusts', { ...body, delegateTo: COMPANY })).toMatchObject({
      status: 422,
      body: { code: 'entrust.self' },
    });
    const made = await (await as(SUPER)).post('/api/v1/entrusts', body);
    expect(made).toMatchObject({ status: 201, body: { status: 'scheduled', delegateFrom: SUPER } });
    const path = `/api/v1/entrusts/${String(made.body['entrustId'])}`;
    const status = async (): Promise<unknown> => (await (await server.as(SUPER)).get(path)).body['status'];
    await server.services.jobs.runDue();
    expect(await status()).toBe('scheduled');
    const delegate = await server.as(DELEGATE);
    expect((await delegate.get(`/api/v1/companies/${own}/tags`)).status).toBe(403);
    server.clock.advance(0.3 * 3_600_000);
    expect((await delegate.get(`/api/v1/companies/${own}/tags`)).status).toBe(200);
    await server.services.jobs.runDue();
    expect(await status()).toBe('running');
    server.clock.advance(0.15 * 3_600_000);
    expect((await delegate.get(`/api/v1/companies/${own}/tags`)).status).toBe(403);
    await server.services.jobs.runDue();
    expect(await status()).toBe('complete');
  });

  test('one that has not begun can be revoked, and never begins', async () => {
    const boss = await server.as(SUPER);
    const [role] = resultsOf(await boss.get(`/api/v1/companies/${own}/roles`));
    const at = (hours: number): string => new Date(server.clock.now() + hours * 3_600_000).toISOString();
    const body = { delegateTo: DELEGATE, role: role?.['roleId'], company: own, startTime: at(0.1), endTime: at(0.2) };
    const path = `/api/v1/entrusts/${String((await boss.post('/api/v1/entrusts', body)).body['entrustId'])}`;
    expect(await boss.post(`${path}/cancel`)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    server.clock.advance(0.15 * 3_600_000);
    await server.services.jobs.runDue();
    expect((await (await server.as(SUPER)).get(path)).body['status']).toBe('cancelled');
    expect((await (await server.as(DELEGATE)).get(`/api/v1/companies/${own}/tags`)).status).toBe(403);
  });

  test('those that nobody looked after while the server stood still tell their state after its start', async () => {
    const boss = await server.as(SUPER);
    const [one] = resultsOf(await boss.get('/api/v1/entrusts', { query: { status: ['running'] } }));
    const [later] = resultsOf(await boss.get('/api/v1/entrusts', { query: { status: ['scheduled'] } }));
    const spec = server.services.store.spec('Entrust');
    const past = new Date(server.clock.now() - 1000).toISOString();
    await server.services.system.write(async (tx) => {
      for (const [row, times] of [
        [one, { endTime: past }],
        [later, { startTime: past }],
      ] as const) {
        const stored = await tx.get(spec, String(row?.['entrustId']));
        if (stored) await tx.update(spec, stored, { ...stored.doc, ...times }, stored.secret, 'test');
      }
    });
    await server.restart();
    clients.clear();
    await server.services.jobs.runDue();
    const again = await server.as(SUPER);
    const states = [one, later].map(async (row) => (await again.get(`/api/v1/entrusts/${String(row?.['entrustId'])}`)).body['status']);
    expect(await Promise.all(states)).toEqual(['complete', 'running']);
  });
});

describe('maintenance', () => {
  test('who may not end it may not begin it: the switch is for super administrators, the other settings are not', async () => {
    const boss = await server.as(SUPER);
    const client = await server.as(GLOBAL);
    const { revision: _, updatedAt: __, ...config } = (await client.get('/api/v1/system')).body;
    for (const more of [{ enable: false }, { maintenanceNote: 'Tonight' }]) {
      expect(await client.put('/api/v1/system', { ...config, ...more })).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: `/${Object.keys(more)[0]}`, code: 'rule.heldField.kind' }] },
      });
    }
    expect((await client.put('/api/v1/system', { ...config, sessionLifetime: 3600 })).status).toBe(200);
    expect((await boss.put('/api/v1/system', { ...config, enable: false })).status).toBe(200);
    expect((await client.put('/api/v1/system', { ...config, enable: true })).status).toBe(503);
    expect((await boss.put('/api/v1/system', config)).status).toBe(200);
  });

  test('a field of a page that one does not hold stays as it is', async () => {
    const boss = await server.as(COMPANY);
    const role = { name: 'Sites alone', type: 'company', scopes: ['0-1-0', '0-1-0-0', '0-1-0-1'] };
    const made = await boss.post(`/api/v1/companies/${own}/roles`, role);
    const account = { username: 'sites@demo.example', name: 'Sites', password: 'Demo1234', accountType: 'company', companyId: own };
    expect((await boss.post(`/api/v1/users`, { ...account, rolesId: [made.body['roleId']] })).status).toBe(201);
    const client = await server.as('sites@demo.example');
    // what other tests made has no audit settings
    const address = `/api/v1/companies/${own}/sites/${await siteWithAudit(boss)}`;
    const spec = server.services.store.spec('Site');
    if (!spec) throw new Error('no sites');
    const site = settable(spec, asObject((await boss.get(address)).body));
    const audit = asObject(site['configAudit']);
    const other = { enable: true, server: audit.server === '10.9.9.9' ? '10.9.9.8' : '10.9.9.9' };
    const put = (who: Client, configAudit: object) => who.put(address, { ...site, configAudit }, { ifMatch: '*' });
    expect(await put(client, other)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/configAudit', code: 'rule.heldField' }] },
    });
    expect((await put(client, audit)).status).toBe(200);
    expect((await put(boss, other)).status).toBe(200);
  });

  test('only super administrators write; everybody reads', async () => {
    const boss = await server.as(SUPER);
    const client = await server.as(COMPANY);
    const config = { enable: false };
    expect(await boss.put('/api/v1/system', config)).toMatchObject({ status: 200, body: { enable: false } });
    expect(await client.post(`/api/v1/companies/${own}/tags`, tag('closed'))).toMatchObject({ status: 503, body: { code: 'maintenance' } });
    expect((await client.get(`/api/v1/companies/${own}/tags`)).status).toBe(200);
    expect((await boss.post(`/api/v1/companies/${own}/tags`, tag('closed'))).status).toBe(201);
    expect((await boss.put('/api/v1/system', { enable: true })).status).toBe(200);
    expect((await client.post(`/api/v1/companies/${own}/tags`, tag('open'))).status).toBe(201);
  });
});

async function siteWithAudit(client: Client): Promise<string> {
  for (const row of resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '100' } }))) {
    const siteId = String(row['siteId']);
    const { body } = await client.get(`/api/v1/companies/${own}/sites/${siteId}`);
    if (body['configAudit'] !== undefined) return siteId;
  }
  throw new Error('no site has audit settings');
}
