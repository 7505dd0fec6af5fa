import { texts } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { type Client, DELEGATE, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';
import { addDelegates } from '#tests/server/matrix/delegates.ts';

/** Calls that name no company, and what the platform knows of every item: each row by what holds in its company (decision 30). */
const FIRST = 'c-huaxin';
const SECOND = 'c-yuanhang';
let server: TestServer;
const clients = new Map<string, Client>();

const as = async (name: string): Promise<Client> => {
  const known = clients.get(name) ?? (await server.as(`fixture-delegated-${name}@demo.example`));
  clients.set(name, known);
  return known;
};
beforeAll(async () => {
  server = await testServer();
  await addDelegates(server, SECOND);
});
afterAll(() => server.remove());

const companiesIn = (rows: readonly Record<string, unknown>[]): string[] =>
  [...new Set(rows.map((row) => String(row['companyId'])))].toSorted();

describe('lists over all companies', () => {
  test.each([
    // devices are read at home, and edited where they were delegated
    ['firewall', '/api/v1/devices', [FIRST, SECOND]],
    // everything at home, reports there
    ['admin', '/api/v1/devices', [SECOND]],
    ['admin', '/api/v1/addressSets', [SECOND]],
    ['firewall', '/api/v1/addressSets', [FIRST, SECOND]],
    ['reads', '/api/v1/devices', [FIRST, SECOND]],
    ['firewall', '/api/v1/operationLogs', [SECOND]],
    ['admin', '/api/v1/operationLogs', [SECOND]],
    ['reads', '/api/v1/operationLogs', [FIRST, SECOND]],
    ['firewall', '/api/v1/loginLogs', [SECOND]],
    ['firewall', '/api/v1/tags', [SECOND]],
  ])('%s lists %s', async (name, path, companies) => {
    const reply = await (
      await as(name)
    ).get(path, { query: { limit: '1000', startTime: '2000-01-01T00:00:00Z', endTime: '2100-01-01T00:00:00Z' } });
    const stretch = reply.status === 200 ? reply : await (await as(name)).get(path, { query: { limit: '1000' } });
    expect(stretch.status).toBe(200);
    const rows = resultsOf(stretch).filter((row) => row['companyId'] !== undefined);
    expect(companiesIn(rows)).toEqual(companies);
  });

  test('a company that is named and delegates nothing for it is refused, not empty', async () => {
    const reply = await (await as('admin')).get(`/api/v1/companies/${FIRST}/devices`);
    expect(reply).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await (await as('admin')).get(`/api/v1/companies/${SECOND}/devices`)).status).toBe(200);
  });

  test('what rows offer is what holds in their company', async () => {
    const rows = resultsOf(await (await as('edits')).get('/api/v1/devices', { query: { access: 'true', limit: '1000' } }));
    const offers = (company: string): boolean[] => [
      ...new Set(rows.filter((row) => row['companyId'] === company).map((row) => texts(row['_access']).includes('updateDevice'))),
    ];
    expect([offers(FIRST), offers(SECOND)]).toEqual([[true], [false]]);
    const turned = resultsOf(await (await as('reads')).get('/api/v1/devices', { query: { access: 'true', limit: '1000' } }));
    expect(turned.filter((row) => texts(row['_access']).includes('updateDevice')).every((row) => row['companyId'] === SECOND)).toBe(true);
  });
});

describe('one company, two regions', () => {
  test('the east is read, the north is changed', async () => {
    const client = await as('north');
    const rows = resultsOf(await client.get(`/api/v1/companies/${FIRST}/sites`, { query: { access: 'true', limit: '1000' } }));
    const cities = async (id: string) => texts((await client.get(`/api/v1/companies/${FIRST}/regions/${id}`)).body['cities']);
    const [east, north] = [await cities('r-huaxin-east-china'), await cities('r-huaxin-north-china')];
    expect(
      new Set(rows.map((row) => (east.includes(String(row['city'])) ? 'east' : north.includes(String(row['city'])) ? 'north' : 'none'))),
    ).toEqual(new Set(['east', 'north']));
    for (const row of rows)
      expect([row['city'], texts(row['_access']).includes('updateSite')]).toEqual([row['city'], north.includes(String(row['city']))]);
    const eastern = rows.find((row) => east.includes(String(row['city'])));
    const path = `/api/v1/companies/${FIRST}/sites/${String(eastern?.['siteId'])}`;
    expect((await client.get(path)).status).toBe(200);
    expect(await client.delete(path, { ifMatch: '*' })).toMatchObject({ status: 403, body: { code: 'delete-forbidden' } });
  });
});

describe('what may be done with the rows of a page', () => {
  test.each([
    ['north', `/api/v1/companies/${FIRST}/sites`],
    ['north', `/api/v1/companies/${FIRST}/addressSets`],
    ['edits', '/api/v1/users'],
  ])('%s asks %s once, however many rows there are', async (name, path) => {
    const client = await as(name);
    const page = (limit: string) => client.get(path, { query: { access: 'true', limit } });
    await page('1');
    const [item, list] = [vi.spyOn(server.services.system, 'get'), vi.spyOn(server.services.system, 'list')];
    try {
      const asked = async (limit: string) => {
        const before = item.mock.calls.length + list.mock.calls.length;
        const rows = resultsOf(await page(limit)).length;
        return { rows, asked: item.mock.calls.length + list.mock.calls.length - before };
      };
      const [few, many] = [await asked('2'), await asked('1000')];
      expect(many.rows).toBeGreaterThan(few.rows);
      expect(many.asked).toBeLessThanOrEqual(few.asked + 4);
    } finally {
      item.mockRestore();
      list.mockRestore();
    }
  });
});

describe('what the platform knows of every item', () => {
  test('an export holds the rows of the list', async () => {
    const body = { operation: 'listDevices', columns: ['companyId'], values: 'raw' };
    const lines = async (name: string): Promise<string[]> => {
      const { token } = await server.services.sessions.create(`fixture-delegated-${name}@demo.example`);
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await server.app.inject({ method: 'POST', url: '/api/v1/export', headers, payload: JSON.stringify(body) });
      return [
        ...new Set(
          answer.body
            .split(/\r?\n/)
            .slice(1)
            .filter((line) => line !== ''),
        ),
      ].toSorted();
    };
    expect(await lines('admin')).toEqual([SECOND]);
    expect(await lines('firewall')).toEqual([FIRST, SECOND]);
  });

  test('undo takes back what one could change', async () => {
    const boss = await server.as('company@demo.example');
    const made = await boss.post(`/api/v1/companies/${FIRST}/tags`, { name: 'Undone', type: 'site' });
    const entry = resultsOf(await boss.get('/api/v1/operationLogs', { query: { resource: 'Tag', limit: '1' } }))[0];
    const request = { requestId: entry?.['requestId'], actor: 'company@demo.example' };
    expect((await (await as('admin')).post('/api/v1/undo', request)).status).toBe(404);
    expect((await (await as('reads')).post('/api/v1/undo', request)).status).toBe(409);
    expect((await (await as('edits')).post('/api/v1/undo', request)).status).toBe(200);
    expect(made.status).toBe(201);
  });

  test('what is delegated is not given on, whatever is held at home', async () => {
    const info = (await (await as('admin')).get('/api/v1/users/fixture-delegated-admin@demo.example', { query: { page: 'login' } })).body;
    const at = (hours: number): string => new Date(server.clock.now() + hours * 3_600_000).toISOString();
    const entrust = { delegateTo: 'viewer@demo.example', role: 'role-huaxin-report', company: FIRST, startTime: at(0), endTime: at(1) };
    expect(await (await as('admin')).post('/api/v1/entrusts', entrust)).toMatchObject({
      status: 403,
      body: { errors: [{ pointer: '/company', code: 'rule.giving.company' }] },
    });
    expect(info['scopes']).toEqual(expect.arrayContaining(texts(info['grantable'])));
  });
});

test('who gets a delegation is told the names of the role and the region that it gives, which he may not read', async () => {
  const client = await server.as(DELEGATE);
  const named = { role: 'role-huaxin-operator', roleName: 'Network operator', region: 'r-huaxin-east-china', regionName: '华东' };
  expect(await client.get('/api/v1/roles/role-huaxin-operator')).toMatchObject({ status: 404 });
  expect((await client.get('/api/v1/entrusts/e-delegate')).body).toMatchObject(named);
  const rows = resultsOf(await client.get('/api/v1/entrusts', { query: { limit: '100' } }));
  expect(rows.find(({ entrustId }) => entrustId === 'e-delegate')).toMatchObject(named);
  const file = await client.post('/api/v1/export', {
    operation: 'listEntrusts',
    query: {},
    columns: ['delegateTo', 'roleName', 'regionName'],
  });
  expect(String(file.body['text'])).toContain('delegate@demo.example,Network operator,华东');
  // of a delegation for all regions there is none to name
  const whole = rows.find(({ region }) => region === undefined);
  expect(whole).toMatchObject({ roleName: expect.any(String) });
  expect(whole).not.toHaveProperty('regionName');
});
