import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addLogs } from '#server/simulator/world/platform/bulk-logs.ts';
import {
  type Client,
  CHANNEL,
  COMPANY,
  companyOf,
  encoded,
  GLOBAL,
  PASSWORD,
  REGIONAL,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

let server: TestServer;
let client: Client;
let boss: Client;
let own: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  boss = await server.as(SUPER);
  own = await companyOf(client);
});
afterAll(() => server.remove());

const logIn = (username: string, password: string, agent = 'Test browser') =>
  server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, password) }, { headers: { 'user-agent': agent } });

describe('log-in log', () => {
  const logs = async (query: Record<string, string> = {}, as = boss) =>
    resultsOf(await as.get('/api/v1/loginLogs', { query: { limit: '1000', ...query } }));

  test('every attempt is kept: who, from where, with what, and why not', async () => {
    server.clock.advance(1000);
    expect((await logIn(VIEWER, 'Wrong1234', 'Netscape 4')).status).toBe(401);
    server.clock.advance(1000);
    expect((await logIn(VIEWER, PASSWORD)).status).toBe(201);
    const [last, before] = await logs({ username: VIEWER });
    expect(last).toMatchObject({
      username: VIEWER,
      success: true,
      accountType: 'company',
      companyId: own,
      userAgent: 'Test browser',
      ip: '127.0.0.1',
    });
    expect(last).not.toHaveProperty('reason');
    expect(before).toMatchObject({ username: VIEWER, success: false, reason: 'password', userAgent: 'Netscape 4' });
    expect((await boss.get(`/api/v1/loginLogs/${String(before?.['id'])}`)).body).toEqual(before);
    expect(JSON.stringify(await logs())).not.toContain('Wrong1234');
  });

  test('names that do not exist and frozen accounts are kept too', async () => {
    await logIn('nobody@demo.example', PASSWORD);
    expect((await logs({ username: 'nobody@demo.example' }))[0]).toMatchObject({ success: false, reason: 'password' });
    for (let attempt = 0; attempt < 6; attempt++) await logIn('frozen@demo.example', 'Wrong1234');
    expect((await logs({ username: 'frozen@demo.example' })).map((row) => row['reason'])).toContain('frozen');
  });

  test('people see those of their companies, the newest first, of the last 30 minutes', async () => {
    const mine = await logs({ option: '7' }, client);
    expect(mine.length).toBeGreaterThan(25);
    expect(mine.every((row) => row['companyId'] === own)).toBe(true);
    expect((await logs({ option: '7' })).length).toBeGreaterThan(mine.length);
    const recent = await logs();
    for (const row of recent) expect(server.clock.now() - Date.parse(String(row['at']))).toBeLessThanOrEqual(30 * 60_000);
    const times = recent.map((row) => String(row['at']));
    expect(times).toEqual(times.toSorted().toReversed());
    const channel = await server.as(CHANNEL);
    expect((await channel.get('/api/v1/loginLogs', { query: { option: '7' } })).status).toBe(200);
  });

  test('filters and keywords', async () => {
    const failed = await logs({ option: '7', success: 'false' });
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every((row) => row['success'] === false)).toBe(true);
    const found = await logs({ option: '7', keyword: 'netscape' });
    expect(found.map((row) => row['userAgent'])).toEqual(['Netscape 4']);
  });
});

describe('operation log', () => {
  const url = '/api/v1/operationLogs';
  const logs = async (query: Record<string, string> = {}, as = client) =>
    resultsOf(await as.get(url, { query: { limit: '1000', ...query } }));

  test('a change is told with who, what, before and after: the revision itself', async () => {
    const tags = `/api/v1/companies/${own}/tags`;
    const made = await client.post(tags, { name: 'logged', type: 'site', remark: 'first' });
    const path = `${tags}/${String(made.body['id'])}`;
    await client.put(path, { name: 'logged', type: 'site', remark: 'second' }, { ifMatch: made.etag });
    await client.delete(path, { ifMatch: '"2"' });
    const rows = await logs({ itemId: String(made.body['id']) });
    expect(rows.map((row) => row['operation'])).toEqual(['deleteCompanyTag', 'updateCompanyTag', 'createCompanyTag']);
    const [removed, changed, created] = rows;
    expect(changed).toMatchObject({
      actor: COMPANY,
      resource: 'Tag',
      label: 'logged',
      companyId: own,
      changed: ['remark'],
      itemRevision: 2,
    });
    const item = async (row: Record<string, unknown> | undefined) => (await client.get(`${url}/${String(row?.['id'])}`)).body;
    expect(await item(changed)).toMatchObject({ before: { remark: 'first' }, after: { remark: 'second' } });
    expect(await item(created)).toMatchObject({ after: { name: 'logged', remark: 'first' } });
    expect(await item(created)).not.toHaveProperty('before');
    expect(await item(removed)).toMatchObject({ before: { remark: 'second' } });
    const history = await client.get('/api/v1/history', { query: { resource: 'Tag', id: String(made.body['id']) } });
    expect(history.body['total']).toBe(3);
    expect(changed?.['requestId']).toBe(resultsOf(history)[1]?.['requestId']);
  });

  test('an alarm is called in it as in its own list, in the reader’s language', async () => {
    const [alert] = resultsOf(await client.get('/api/v1/mgr/alerts', { query: { companyId: own, status: ['firing'], limit: '1' } }));
    const id = String(alert?.['alertId']);
    expect((await client.post(`/api/v1/mgr/alerts/${id}/resolve`)).status).toBe(200);
    for (const locale of ['zh', 'en']) {
      const { body } = await client.get(`/api/v1/mgr/alerts/${id}`, { query: { locale } });
      const [entry] = resultsOf(await client.get('/api/v1/operationLogs', { query: { itemId: id, locale } }));
      expect(entry?.['label']).toBe(body['name']);
    }
  });

  test('keyword, filters, time and sorting', async () => {
    expect((await logs({ keyword: 'logged update' })).map((row) => row['operation'])).toEqual(['updateCompanyTag']);
    const deleted = await logs({ resource: 'Tag', operation: 'deleteCompanyTag' });
    expect(deleted.length).toBeGreaterThan(0);
    expect(deleted.every((row) => row['resource'] === 'Tag' && row['operation'] === 'deleteCompanyTag')).toBe(true);
    // as the list says it, in the reader's language
    expect((await logs({ keyword: '删除标签', locale: 'zh' })).map((row) => row['id'])).toEqual(deleted.map((row) => row['id']));
    expect(await logs({ keyword: '删除标签', locale: 'en' })).toEqual([]);
    expect(await logs({ actor: 'nobody' })).toEqual([]);
    const startTime = new Date(server.clock.now() + 1000).toISOString();
    expect(await logs({ startTime })).toEqual([]);
    const up = (await logs({ sort: 'at' })).map((row) => String(row['at']));
    expect(up).toEqual(up.toSorted());
    expect((await logs()).map((row) => String(row['at']))).toEqual(up.toReversed());
  });

  test('the past of the demo is full, and of one’s own companies only', async () => {
    const mine = await logs({ option: '7' });
    expect(mine.length).toBeGreaterThan(25);
    expect(mine.every((row) => row['companyId'] === own)).toBe(true);
    const all = new Set((await logs({ option: '7' }, boss)).map((row) => row['companyId']));
    expect(all.size).toBeGreaterThan(2);
    const keeper = await server.as(GLOBAL);
    const company = await logs({ companyId: own, option: '7' }, keeper);
    expect(company.every((row) => row['companyId'] === own)).toBe(true);
  });

  test('what one may not read is not told: other regions, other companies, kinds without permission', async () => {
    const regional = await server.as(REGIONAL);
    const sites = new Set(
      resultsOf(await regional.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } })).map((site) => site['siteId']),
    );
    const startTime = '2020-01-01T00:00:00Z';
    const told = (await logs({ resource: 'Site', startTime }, regional)).filter((row) => row['resource'] === 'Site');
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((row) => !sites.has(row['itemId']))).toEqual([]);
    const [foreign] = (await logs({ startTime }, boss)).filter((row) => row['companyId'] !== undefined && row['companyId'] !== own);
    expect((await client.get(`${url}/${String(foreign?.['id'])}`)).status).toBe(404);
    expect((await boss.get(`${url}/${String(foreign?.['id'])}`)).status).toBe(200);
    expect((await client.get(`${url}/999999999`)).status).toBe(404);
    expect((await client.get(url, { query: { companyId: await companyOf(boss, 1) } })).body['total']).toBe(0);
  });

  test('the server’s own steps are nobody’s operations, passwords are in no entry', async () => {
    const rows = await logs({ startTime: '2020-01-01T00:00:00Z' }, boss);
    expect(rows.filter((row) => row['actor'] === 'system' && row['operation'] !== 'seed')).toEqual([]);
    const [user] = rows.filter((row) => row['resource'] === 'User');
    expect(JSON.stringify((await boss.get(`${url}/${String(user?.['id'])}`)).body)).not.toMatch(/password":|scrypt/i);
  });
});

test('logs of any length are added by the seed and stay searchable by time and word', async () => {
  await addLogs(server.services, 2000);
  const keeper = await server.as(GLOBAL);
  const company = await companyOf(keeper, 1);
  const [month, day] = await Promise.all(
    ['7', '5'].map((option) => keeper.get('/api/v1/loginLogs', { query: { companyId: company, option } })),
  );
  expect(Number(month?.body['total'])).toBeGreaterThanOrEqual(2000);
  expect(Number(day?.body['total'])).toBeLessThan(Number(month?.body['total']) / 10);
  const found = resultsOf(
    await keeper.get('/api/v1/loginLogs', { query: { companyId: company, option: '7', keyword: 'user4', limit: '1000' } }),
  );
  expect(found.length).toBeGreaterThan(10);
  expect(found.every((row) => String(row['username']).includes('user4'))).toBe(true);
});

describe('lists that begin with any time', () => {
  test('a preset narrows them, explicit times win over it, without either nothing is left out', async () => {
    const alerts = async (query: Record<string, string>) => {
      const { body } = await client.get('/api/v1/mgr/alerts', { query: { limit: '1000', companyId: own, ...query } });
      return answered('listAlerts', body).result;
    };
    const all = await alerts({});
    const recent = all.filter(({ raisedAt }) => Date.parse(raisedAt) >= server.clock.now() - 86_400_000).length;
    expect(recent).toBeGreaterThan(0);
    expect(recent).toBeLessThan(all.length);
    expect(await alerts({ option: '5' })).toHaveLength(recent);
    expect(await alerts({ option: '0', startTime: '2000-01-01T00:00:00Z' })).toHaveLength(all.length);
  });
});
