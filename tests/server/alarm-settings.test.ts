import { texts } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { watchAlarms } from '#server/features/alarm/index.ts';
import { type Client, COMPANY, companyOf, GLOBAL, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

const GROUPS = '/api/v1/alarmGroups';
const CONFIGURATIONS = '/api/v1/alarmConfigurations';

let server: TestServer;
let keeper: Client;
let client: Client;
let own: string;

beforeAll(async () => {
  server = await testServer();
  keeper = await server.as(GLOBAL);
  client = await server.as(COMPANY);
  own = await companyOf(client);
});
afterAll(() => server.remove());

const dictionary = async (locale = 'en') =>
  answered('getAlertDictionary', (await client.get('/api/v1/alertCodes/dict', { query: { locale } })).body);
const only = async (url: string, code: string): Promise<Record<string, unknown>> => {
  const rows = resultsOf(await keeper.get(url, { query: { keyword: code, limit: '1000' } }));
  return rows.find((row) => row['code'] === code) ?? {};
};
/** Changes what an operator can change of a configuration. */
const configure = async (code: string, change: Record<string, unknown>) => {
  const row = await only(CONFIGURATIONS, code);
  const url = `${CONFIGURATIONS}/${String(row['id'])}`;
  const { body, etag } = await keeper.get(url);
  const given = Object.fromEntries(
    ['groupId', 'level', 'threshold', 'duration', 'enable', 'notices', 'receivers']
      .filter((name) => body[name] !== undefined)
      .map((name) => [name, body[name]]),
  );
  return keeper.put(url, { ...given, ...change }, { ifMatch: etag });
};

describe('alarm configuration and groups', () => {
  test('there is one configuration for each code of the dictionary, and each code is in the group that it names', async () => {
    const { codes, groups } = await dictionary();
    const rows = resultsOf(await keeper.get(CONFIGURATIONS, { query: { limit: '1000' } }));
    expect(rows.map((row) => String(row['code'])).toSorted()).toEqual(codes.map(({ code }) => code).toSorted());
    expect(groups.flatMap(({ alerts }) => alerts).toSorted()).toEqual(codes.map(({ code }) => code).toSorted());
    const stored = resultsOf(await keeper.get(GROUPS, { query: { limit: '1000' } }));
    for (const group of groups)
      expect(new Set(texts(stored.find((row) => row['code'] === group.code)?.['codes']))).toEqual(new Set(group.alerts));
  });

  test('the level of a code gives the severity in the dictionary', async () => {
    expect((await configure('link.jitter', { level: 'critical' })).status).toBe(200);
    expect((await dictionary()).codes.find(({ code }) => code === 'link.jitter')).toMatchObject({
      level: 'critical',
      severity: 'Emergency',
    });
    expect((await configure('link.jitter', { level: 'minor' })).status).toBe(200);
    expect((await dictionary()).codes.find(({ code }) => code === 'link.jitter')).toMatchObject({ level: 'minor', severity: 'Warning' });
    expect((await configure('link.jitter', { level: 'fatal' })).status).toBe(422);
  });

  test('a code that moves leaves its group and joins the other', async () => {
    const made = await keeper.post(GROUPS, { code: 'moved', desc: '新组', descEn: 'Moved' });
    expect(made).toMatchObject({ status: 201, body: { codes: [] } });
    const from = (await only(CONFIGURATIONS, 'link.flap'))['groupId'];
    expect((await configure('link.flap', { groupId: made.body['id'] })).status).toBe(200);
    expect((await only(GROUPS, 'moved'))['codes']).toEqual(['link.flap']);
    expect((await keeper.get(`${GROUPS}/${String(from)}`)).body['codes']).not.toContain('link.flap');
    expect((await dictionary()).groups.find(({ code }) => code === 'moved')?.alerts).toEqual(['link.flap']);
    await configure('link.flap', { groupId: from });
    expect((await keeper.delete(`${GROUPS}/${String(made.body['id'])}`, { ifMatch: '*' })).status).toBe(204);
  });

  test('an alert group in use cannot be deleted, in both languages, with the number of references', async () => {
    const group = await only(GROUPS, 'link');
    const count = texts(group['codes']).length;
    const url = `${GROUPS}/${String(group['id'])}`;
    expect(await keeper.delete(url, { ifMatch: '*' })).toMatchObject({
      status: 409,
      body: { code: 'in-use.alert-group', detail: `Alert group in use by ${count} alert codes, cannot be deleted.` },
    });
    expect((await keeper.delete(url, { ifMatch: '*', query: { locale: 'zh' } })).body['detail']).toBe(
      `告警组正被 ${count} 个告警码使用，不能删除。`,
    );
  });

  test('a notice by mail needs somebody to receive it', async () => {
    const none = await configure('system.disk', { notices: ['mail'], receivers: undefined });
    expect(none).toMatchObject({ status: 422, body: { errors: [{ pointer: '/receivers' }] } });
    expect((await configure('system.disk', { notices: ['mail'], receivers: 'noc@acme.example;it@acme.example' })).status).toBe(200);
    expect((await configure('system.disk', { notices: ['mail'], receivers: 'nobody' })).status).toBe(422);
  });

  test('only global users and super administrators configure', async () => {
    expect((await client.get(CONFIGURATIONS)).status).toBe(403);
    expect((await client.get(GROUPS)).status).toBe(403);
    expect((await (await server.as(SUPER)).get(CONFIGURATIONS)).status).toBe(200);
  });
});

describe('names of alarms', () => {
  const alerts = async (query: Record<string, string>) =>
    resultsOf(await client.get('/api/v1/mgr/alerts', { query: { companyId: own, limit: '1000', ...query } }));

  test('are those of the caller’s language', async () => {
    const [chinese, english] = [await alerts({ locale: 'zh' }), await alerts({ locale: 'en' })];
    const names = new Map((await dictionary('zh')).codes.map(({ code, name }) => [code, name]));
    expect(chinese.length).toBe(english.length);
    for (const alert of chinese) expect(alert['name']).toBe(names.get(String(alert['code'])));
    expect(english.find((alert) => alert['code'] === 'link.loss')?.['name']).toBe('Packet loss');
    const [one] = chinese;
    const item = await client.get(`/api/v1/mgr/alerts/${String(one?.['alertId'])}`, { query: { locale: 'zh' } });
    expect(item.body['name']).toBe(one?.['name']);
  });

  test('are found in either language, by name, by pattern and by keyword', async () => {
    const wanted = (await alerts({})).filter((alert) => alert['code'] === 'link.loss').length;
    expect(wanted).toBeGreaterThan(0);
    const queries: Record<string, string>[] = [
      { name: 'packet LOSS' },
      { name: '线路丢包' },
      { name: '^线路丢', regex: 'true' },
      { name: 'packet l.ss$', regex: 'true' },
      { keyword: '丢包' },
    ];
    for (const query of queries) {
      const found = await alerts(query);
      expect(found.filter((alert) => alert['code'] === 'link.loss').length, JSON.stringify(query)).toBe(wanted);
    }
    expect((await client.get('/api/v1/mgr/alerts', { query: { companyId: own, name: '(', regex: 'true' } })).status).toBe(422);
  });

  test('an empty company means every company that the caller may see', async () => {
    const boss = await server.as(SUPER);
    const total = async (as: Client, query: Record<string, string>): Promise<number> =>
      Number((await as.get('/api/v1/mgr/alerts', { query: { limit: '1', ...query } })).body['total']);
    const companies = resultsOf(await boss.get('/api/v1/companies', { query: { view: 'list', limit: '1000' } })).map((company) =>
      String(company['companyId']),
    );
    const each = await Promise.all(companies.map((companyId) => total(boss, { companyId })));
    expect(await total(boss, {})).toBe(each.reduce((sum, count) => sum + count, 0));
    expect(await total(boss, { companyId: '' })).toBe(await total(boss, {}));
    expect(await total(client, {})).toBe(await total(client, { companyId: own }));
  });
});

test('alarms fire by their configuration: not when off, not within the threshold, with the severity of the level', async () => {
  await configure('link.loss', { enable: false });
  await configure('link.latency', { level: 'critical', threshold: 100 });
  await configure('system.cpu', { threshold: 100 });
  await watchAlarms(server.services);
  await server.services.jobs.runDue();
  const boss = await server.as(SUPER);
  const known = new Set(resultsOf(await boss.get('/api/v1/mgr/alerts', { query: { limit: '1000' } })).map((alert) => alert['alertId']));
  server.clock.advance(3 * 3_600_000);
  await server.services.jobs.runDue();
  const fresh = resultsOf(await (await server.as(SUPER)).get('/api/v1/mgr/alerts', { query: { limit: '1000' } })).filter(
    (alert) => !known.has(alert['alertId']),
  );
  const codes = fresh.map((alert) => alert['code']);
  expect(codes).not.toContain('link.loss');
  expect(codes).not.toContain('system.cpu');
  const slow = fresh.filter((alert) => alert['code'] === 'link.latency');
  expect(slow.length).toBeGreaterThan(0);
  expect(slow.every((alert) => alert['severity'] === 'Emergency')).toBe(true);
});
