import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, GLOBAL, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';

let server: TestServer;
let keeper: Client;
let client: Client;
let own: string;
let configs: string;
let reports: string;

beforeAll(async () => {
  server = await testServer();
  keeper = await server.as(GLOBAL);
  client = await server.as(COMPANY);
  own = await companyOf(client);
  configs = `/api/v1/companies/${own}/reportConfigs`;
  reports = `/api/v1/companies/${own}/reports`;
});
afterAll(() => server.remove());

const config = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  period: 'week',
  contents: ['bandwidth', 'quality', 'availability', 'applications', 'alerts', 'ranking', 'users'],
  receivers: 'it@acme.example;boss@acme.example',
  language: 'en',
  ...more,
});
const newest = async (configId: unknown): Promise<Record<string, unknown>> =>
  resultsOf(await client.get(reports, { query: { configId: String(configId), sort: '-generatedAt' } }))[0] ?? {};

describe('report configurations', () => {
  test('global users and super administrators inside a company edit, others read and download', async () => {
    for (const as of [keeper, await server.as(SUPER)])
      expect((await as.post(configs, config(`Edited by ${as === keeper ? 'global' : 'super'}`))).status).toBe(201);
    for (const as of [client, await server.as(VIEWER)]) {
      expect((await as.get(configs)).status).toBe(200);
      expect((await as.post(configs, config('Refused'))).status).toBe(403);
    }
    const [row] = resultsOf(await client.get(reports, { query: { state: 'success' } }));
    expect((await client.get(`${reports}/${String(row?.['id'])}/file`)).status).toBe(200);
  });

  test('e-mail addresses separated by semicolons, at least one', async () => {
    for (const receivers of ['', ';', 'nobody', 'a@b.example;;c@d.example', 'a@b.example,c@d.example'])
      expect((await keeper.post(configs, config('Receivers', { receivers }))).status, receivers).toBe(422);
    expect((await keeper.post(configs, config('Receivers', { receivers: 'a@b.example' }))).status).toBe(201);
    expect((await keeper.post(configs, config('Contents', { contents: [] }))).status).toBe(422);
    expect((await keeper.post(configs, config('Period', { period: 'year' }))).status).toBe(422);
  });
});

describe('reports', () => {
  test('made when asked: of the last whole period, mailed, and the same file whenever it is downloaded', async () => {
    const made = await keeper.post(configs, config('Asked for'));
    expect((await keeper.post(`${configs}/${String(made.body['id'])}/generate`)).status).toBe(200);
    const report = await newest(made.body['id']);
    expect(report).toMatchObject({
      period: 'week',
      rangeStart: '2026-02-23T00:00:00Z',
      rangeEnd: '2026-03-02T00:00:00Z',
      state: 'success',
      format: 'csv',
    });
    await server.services.jobs.runDue();
    expect(server.outbox.sent().map(({ to }) => to)).toEqual(expect.arrayContaining(['it@acme.example', 'boss@acme.example']));
    const file = await client.get(`${reports}/${String(report['id'])}/file`);
    const text = String(file.body['text']);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"/);
    for (const heading of ['Bandwidth', 'Circuit quality', 'Availability', 'Applications', 'Alarms', 'Ranking of sites', 'LAN users'])
      expect(text).toContain(heading);
    expect(Buffer.byteLength(text)).toBeGreaterThan(1000);
    expect((await client.get(`${reports}/${String(report['id'])}/file`)).body).toEqual(file.body);
  });

  test('in Chinese and as a page, where that is configured', async () => {
    const made = await keeper.post(configs, config('中文报表', { language: 'zh', format: 'html', contents: ['quality'] }));
    await keeper.post(`${configs}/${String(made.body['id'])}/generate`);
    const report = await newest(made.body['id']);
    const text = String((await client.get(`${reports}/${String(report['id'])}/file`)).body['text']);
    expect(text).toContain('<html lang="zh">');
    expect(text).toContain('线路质量');
  });

  test('made on schedule, on the server’s clock, as long as the configuration is on', async () => {
    const daily = await keeper.post(configs, config('Every day', { period: 'day', sendAt: '03:00', contents: ['alerts'] }));
    const off = await keeper.post(configs, config('Never', { period: 'day', sendAt: '03:00', contents: ['alerts'], enable: false }));
    expect(daily.body['nextAt']).toBe('2026-03-02T03:00:00Z');
    expect(off.body).not.toHaveProperty('nextAt');
    server.clock.advance(2 * 3_600_000);
    await server.services.jobs.runDue();
    [client, keeper] = [await server.as(COMPANY), await server.as(GLOBAL)];
    expect(await newest(daily.body['id'])).toMatchObject({ rangeStart: '2026-03-01T00:00:00Z', generatedAt: '2026-03-02T03:00:00Z' });
    expect((await client.get(`${configs}/${String(daily.body['id'])}`)).body).toMatchObject({
      nextAt: '2026-03-03T03:00:00Z',
      lastAt: '2026-03-02T03:00:00Z',
    });
    expect(await newest(off.body['id'])).toEqual({});
  });

  test('what is not made yet cannot be downloaded, in both languages', async () => {
    const [row] = resultsOf(await client.get(reports, { query: { state: 'pending' } }));
    const url = `${reports}/${String(row?.['id'])}/file`;
    const name = String(row?.['name']);
    expect(await client.get(url)).toMatchObject({
      status: 409,
      body: { code: 'report.not-ready', detail: `The report ${name} is not made yet and cannot be downloaded.` },
    });
    expect((await client.get(url, { query: { locale: 'zh' } })).body['detail']).toBe(`报表“${name}”还没有生成，不能下载。`);
  });
});
