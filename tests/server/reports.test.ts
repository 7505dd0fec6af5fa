import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import readXlsxFile from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asArray, asNumber, asObject, type JsonObject } from '#domain/json.ts';
import { objects } from '#tests/support/answers.ts';
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
  timeZone: 'UTC',
  ...more,
});
const newest = async (configId: unknown): Promise<JsonObject> =>
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

/** Reports that are due are ordered, and those that are ordered made; what else a network does in days is left out. */
async function everythingDue(): Promise<void> {
  await server.services.store.engine.write((tx) => tx.deleteFrom('jobs').where('kind', 'not like', 'report.%').execute());
  while ((await server.services.jobs.runDue()) > 0);
}

/** The bytes of a file, as a browser with a session gets them. */
async function bytesOf(report: JsonObject, as = COMPANY): Promise<Buffer> {
  const { token } = await server.services.sessions.create(as);
  const url = `${reports}/${String(report['id'])}/file`;
  expect((await server.app.inject({ method: 'GET', url })).statusCode).toBe(401);
  const answer = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

/** Orders a report and has it made. */
async function made(name: string, more: Record<string, unknown> = {}): Promise<JsonObject> {
  const { body } = await keeper.post(configs, config(name, more));
  expect((await keeper.post(`${configs}/${String(body['id'])}/generate`)).status).toBe(200);
  expect(await newest(body['id'])).toMatchObject({ state: 'pending' });
  await server.services.jobs.runDue();
  return newest(body['id']);
}

const isGlyph = (text: string): boolean => /\S/.test(text);

/** All that stands on the pages of a PDF but their numbers and the heads that tables repeat on the next page, without blanks. */
async function textOfPdf(bytes: Uint8Array, heads: readonly string[] = []): Promise<string> {
  const task = getDocument({ data: new Uint8Array(bytes) });
  const pdf = await task.promise;
  let text = '';
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const words = items.flatMap((item) => ('str' in item && isGlyph(item.str) ? [item.str] : []));
    const page = words
      .join('')
      .replace(new RegExp(`${number}\\s*/\\s*${pdf.numPages}$`), '')
      .replaceAll(/\s/g, '');
    text += page.slice((number > 1 && heads.find((head) => page.startsWith(head))?.length) || 0);
  }
  await task.destroy();
  return text;
}

/** All that a preview says, without blanks. */
function textOfPreview({ name, range, sections }: JsonObject): string {
  const parts = objects(sections).flatMap(({ title, head, rows, chart, bars, note }) => {
    const { scale, times, lines } = asObject(chart);
    const legend = objects(lines).flatMap((line) => [line['name'], line['figures']]);
    const beside = objects(asObject(bars)['bars']).flatMap(({ name, figure }) => [name, figure]);
    return [title, asArray(scale), asArray(times), legend, beside, head, ...asArray(rows), note].flat();
  });
  return [name, range, ...parts].flat().filter(Boolean).join('').replaceAll(/\s/g, '');
}

describe('reports', () => {
  test('made when asked: ordered at once, of the last whole period, mailed, and the same file whenever it is downloaded', async () => {
    const report = await made('Asked for', { format: 'csv' });
    expect(report).toMatchObject({
      period: 'week',
      rangeStart: '2026-02-23T00:00:00Z',
      rangeEnd: '2026-03-02T00:00:00Z',
      state: 'success',
      format: 'csv',
      sentTo: 'it@acme.example;boss@acme.example',
    });
    await server.services.jobs.runDue();
    expect(server.outbox.sent().map(({ to }) => to)).toEqual(expect.arrayContaining(['it@acme.example', 'boss@acme.example']));
    const file = await client.get(`${reports}/${String(report['id'])}/file`);
    const text = String(file.body['text']);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+\.csv"/);
    for (const heading of ['Bandwidth', 'Circuit quality', 'Availability', 'Applications', 'Alarms', 'Ranking of sites', 'LAN users'])
      expect(text).toContain(heading);
    expect(Buffer.byteLength(text)).toBe(report['size']);
    expect((await client.get(`${reports}/${String(report['id'])}/file`)).body).toEqual(file.body);
  });

  test('in Chinese and as a page, where that is configured', async () => {
    const report = await made('中文报表', { language: 'zh', format: 'html', contents: ['quality'] });
    const text = String((await client.get(`${reports}/${String(report['id'])}/file`)).body['text']);
    expect(text).toContain('<html lang="zh">');
    expect(text).toContain('线路质量');
  });

  test.each(['zh', 'en'])('the text of a PDF is that of its preview, Chinese included: %s', async (language) => {
    const sites = resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '4' } })).map((site) => site['siteId']);
    const report = await made(`网络周报 ${language}`, { language, format: 'pdf', siteIds: sites });
    const bytes = await bytesOf(report);
    const preview = (await client.get(`${reports}/${String(report['id'])}/measurements`)).body;
    const heads = objects(preview['sections']).map(({ head }) => asArray(head).join('').replaceAll(/\s/g, ''));
    expect(await textOfPdf(bytes, heads)).toBe(textOfPreview(preview));
    expect(textOfPreview(preview)).toContain(language === 'zh' ? '线路质量' : 'Circuitquality');
    expect(asArray(asObject(asArray(preview['sections'])[0])['rows'])).toHaveLength(sites.length);
    // a font of 8,000 characters would weigh a hundred times as much
    expect(bytes.byteLength).toBeLessThan(80_000);
    // what is previewed before it is made is what is made
    const ahead = (await client.get(`${configs}/${String(report['configId'])}/measurements`)).body;
    expect(textOfPreview(ahead)).toBe(textOfPreview(preview));
  });

  test('the charts of a report are those of the console for its period, and draw what they say', async () => {
    const report = await made('Charts', { format: 'html', language: 'en', contents: ['bandwidth', 'availability', 'alerts'] });
    const id = String(report['id']);
    const { body } = await client.get(`${reports}/${id}/measurements`);
    const [bandwidth, availability, alerts] = objects(body['sections']);
    const chart = asObject(bandwidth?.['chart']);
    const query = { startTime: String(report['rangeStart']), endTime: String(report['rangeEnd']), points: '120', raw: 'true' };
    const measured = await client.get(`/api/v1/companies/${own}/monitor/networkBandwidth`, { query });
    const series = objects(measured.body['series']).map(({ values }) => values);
    expect(objects(chart['lines']).map(({ values }) => values)).toEqual(series);
    // what is about an order has bars
    expect(alerts).not.toHaveProperty('chart');
    expect(asObject(availability?.['chart'])).toMatchObject({ unit: '%', top: 100, scale: ['0 %', '25 %', '50 %', '75 %', '100 %'] });
    const text = String((await client.get(`${reports}/${id}/file`)).body['text']);
    const [svg = ''] = /<svg.*?<\/svg>/s.exec(text) ?? [];
    const words = [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, word]) => word);
    const legend = objects(chart['lines']).flatMap(({ name, figures }) => [name, figures]);
    expect(words).toEqual([...asArray(chart['scale']), ...asArray(chart['times']), ...legend]);
    // the highest reading stands where the scale has it
    const most = Math.max(...asArray(series[1]).map((value) => asNumber(value) ?? 0));
    const highest = Math.min(
      ...[...(svg.match(/<path d="(M[^H"]*)"/g)?.at(-1) ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y)),
    );
    expect((128 - highest) / 120).toBeCloseTo(most / Number(chart['top']), 2);
  });

  test('alarms, the ranking and LAN users are bars whose numbers are those of the API', async () => {
    const { store, system } = server.services;
    const spec = store.spec('Alert');
    const [known] = await system.docs(spec, { where: { companyId: own }, skip: 0, limit: 1 });
    if (!known) throw new Error('no alarm');
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      doc: {
        ...known,
        alertId: `in-period-${index}`,
        raisedAt: '2026-02-25T10:00:00Z',
        ...(index < 5 ? { code: 'own', name: 'Own alarm' } : {}),
      },
      secret: {},
      createdAt: server.clock.now(),
      updatedAt: server.clock.now(),
    }));
    await system.write((tx) => tx.insertAll(spec, rows, 'seed'));
    const report = await made('Bars', { format: 'html', language: 'en', contents: ['alerts', 'ranking', 'users'] });
    const { rangeStart, rangeEnd } = report;
    const { body } = await client.get(`${reports}/${String(report['id'])}/measurements`);
    const [alerts, ranking, users] = objects(body['sections']).map(({ bars }) => objects(asObject(bars)['bars']));
    const at = `/api/v1/companies/${own}`;
    const range = { startTime: String(rangeStart), endTime: String(rangeEnd) };
    const ranked = resultsOf(await client.get(`${at}/monitor/ranking`, { query: { ...range, metric: 'flow', n: '10', points: '120' } }));
    expect(ranked).toHaveLength(10);
    expect(ranking?.map(({ name, value }) => [name, value])).toEqual(ranked.map(({ name, value }) => [name, value]));
    // of more than one page of alarms, too
    const listed = async (query: Record<string, string> = {}) =>
      Number((await client.get('/api/v1/mgr/alerts', { query: { companyId: own, limit: '1', ...range, ...query } })).body['total']);
    expect(alerts?.find(({ name }) => name === 'Own alarm')?.['value']).toBe(5);
    const counts = asArray(objects(body['sections'])[0]?.['rows']).map((row) => Number(asArray(row)[1]));
    expect(counts.reduce((total, count) => total + count, 0)).toBe(await listed());
    expect(alerts?.map(({ value }) => value)).toEqual(counts.slice(0, 10));
    expect(await listed()).toBeGreaterThan(1199);
    // what they carried in the period, and not since they were first seen
    const analysed = (await client.get(`${at}/audit/flowAnalysis`, { query: { ...range, n: '50', points: '120' } })).body;
    expect(users).toHaveLength(10);
    expect(users?.map(({ name, value }) => [name, value])).toEqual(
      objects(analysed['users'])
        .slice(0, 10)
        .map(({ name, flow }) => [name, flow]),
    );
    // as wide in the file as they say
    const text = String((await client.get(`${reports}/${String(report['id'])}/file`)).body['text']);
    const drawings = text.match(/<svg.*?<\/svg>/gs) ?? [];
    expect(drawings).toHaveLength(3);
    const widths = [...(drawings[1] ?? '').matchAll(/width="([\d.]+)" height="6" fill="#0/g)].map(([, width]) => Number(width));
    expect(widths[0]).toBe(515);
    expect((widths[4] ?? 0) / 515).toBeCloseTo(Number(ranked[4]?.['value']) / Number(ranked[0]?.['value']), 2);
  });

  test('a character that the font does not have is marked', async () => {
    const report = await made('龘𠮷', { format: 'pdf', contents: ['alerts'] });
    expect(await textOfPdf(await bytesOf(report))).toContain('龘〓');
  });

  test('a workbook has one sheet for each section, with numbers to calculate with', async () => {
    const report = await made('Workbook', { format: 'xlsx', contents: ['bandwidth', 'quality'] });
    const sheets = await readXlsxFile(await bytesOf(report));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['1 Bandwidth', '2 Circuit quality']);
    const [head, ...rows] = sheets[0]?.data ?? [];
    expect(head).toEqual(['Site', 'Mean up (bps)', 'Mean down (bps)', 'Peak down (bps)', 'Traffic (B)']);
    const measured = rows.filter((row) => typeof row[1] === 'number');
    const ahead = (await client.get(`${configs}/${String(report['configId'])}/measurements`)).body;
    const shown = asArray(asObject(asArray(ahead['sections'])[0])['rows']);
    expect(measured.length).toBeGreaterThan(10);
    expect(rows.slice(0, shown.length).map(([site]) => site)).toEqual(shown.map((row) => asArray(row)[0]));
  });

  test('made on schedule, on the server’s clock, as long as the configuration is on', async () => {
    const daily = await keeper.post(configs, config('Every day', { period: 'day', sendAt: '03:00', contents: ['alerts'] }));
    const off = await keeper.post(configs, config('Never', { period: 'day', sendAt: '03:00', contents: ['alerts'], enable: false }));
    expect(daily.body['nextAt']).toBe('2026-03-02T03:00:00Z');
    expect(off.body).not.toHaveProperty('nextAt');
    server.clock.advance(2 * 3_600_000);
    await everythingDue();
    [client, keeper] = [await server.as(COMPANY), await server.as(GLOBAL)];
    expect(await newest(daily.body['id'])).toMatchObject({ rangeStart: '2026-03-01T00:00:00Z', generatedAt: '2026-03-02T03:00:00Z' });
    expect((await client.get(`${configs}/${String(daily.body['id'])}`)).body).toMatchObject({
      nextAt: '2026-03-03T03:00:00Z',
      lastAt: '2026-03-02T03:00:00Z',
    });
    expect(await newest(off.body['id'])).toEqual({});
  });

  test('fires across a restart: what was due while no server ran is made once, each of its own day', async () => {
    const { body } = await keeper.post(configs, config('Over night', { period: 'day', sendAt: '04:00', contents: ['alerts'] }));
    await server.restart(() => server.clock.advance(3 * 24 * 3_600_000));
    [client, keeper] = [await server.as(COMPANY), await server.as(GLOBAL)];
    await everythingDue();
    const found = resultsOf(await client.get(reports, { query: { configId: String(body['id']), sort: 'rangeStart' } }));
    expect(found.map(({ rangeStart, state }) => [rangeStart, state])).toEqual([
      ['2026-03-01T00:00:00Z', 'success'],
      ['2026-03-02T00:00:00Z', 'success'],
      ['2026-03-03T00:00:00Z', 'success'],
    ]);
    expect((await client.get(`${configs}/${String(body['id'])}`)).body['nextAt']).toBe('2026-03-05T04:00:00Z');
  });

  test('a report stays as it was made, byte by byte, whatever is renamed since', async () => {
    const sites = `/api/v1/companies/${own}/sites`;
    const [site] = resultsOf(await client.get(sites, { query: { limit: '1' } }));
    const id = String(site?.['siteId']);
    const kept = await made('As it was', { format: 'csv', contents: ['bandwidth'], siteIds: [id] });
    const at = `${reports}/${String(kept['id'])}`;
    const read = async () => [(await client.get(`${at}/file`)).body, (await client.get(`${at}/measurements`)).body];
    const before = await read();
    expect(String(asObject(before[0])['text'])).toContain(String(site?.['name']));
    const { store, system } = server.services;
    const spec = store.spec('Site');
    await system.write(async (tx) => {
      const item = await tx.get(spec, id);
      if (item) await tx.update(spec, item, { ...item.doc, name: 'Renamed_since' });
    });
    expect(await read()).toEqual(before);
    const ahead = (await client.get(`${configs}/${String(kept['configId'])}/measurements`)).body;
    expect(textOfPreview(ahead)).toContain('Renamed_since');
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

  test('a day is that of the time zone, before and after clocks change and across a restart, and the report says whose', async () => {
    // of a month before it, and of all others, each day would be made
    await server.services.store.engine.write((tx) => tx.deleteFrom('jobs').where('kind', 'like', 'report.%').execute());
    server.clock.advance(Date.parse('2026-03-26T12:00:00Z') - server.clock.now());
    [client, keeper] = [await server.as(COMPANY), await server.as(GLOBAL)];
    const day = { period: 'day', sendAt: '08:00', contents: ['bandwidth'] };
    const berlin = await keeper.post(configs, config('Berlin', { ...day, timeZone: 'Europe/Berlin' }));
    const china = await keeper.post(configs, config('China', { ...day, timeZone: 'Asia/Shanghai' }));
    // a change that does not say whose midnights it means is no change of them
    const { timeZone: _, ...unsaid } = config('Berlin', day);
    const own = `${configs}/${String(berlin.body['id'])}`;
    const put = await keeper.put(own, unsaid, { headers: { 'if-match': '*' } });
    expect(put).toMatchObject({ status: 422, body: { errors: [{ pointer: '/timeZone', code: 'schema.required' }] } });
    expect((await keeper.get(own)).body).toMatchObject({ timeZone: 'Europe/Berlin' });
    expect((await keeper.post(configs, { ...unsaid, name: 'Unsaid' })).status).toBe(422);
    for (const timeZone of ['Mars/Olympus', '+08:00', ''])
      expect((await keeper.post(configs, config('Nowhere', { timeZone }))).status, timeZone).toBe(422);
    await server.restart(() => server.clock.advance(Date.parse('2026-03-28T12:00:00Z') - server.clock.now()));
    [client, keeper] = [await server.as(COMPANY), await server.as(GLOBAL)];
    await everythingDue();
    server.clock.advance(2 * 24 * 3_600_000);
    await everythingDue();
    [client, keeper] = [await server.as(COMPANY), await server.as(GLOBAL)];
    const rangesOf = async ({ id }: JsonObject) => {
      const found = await client.get(reports, { query: { configId: String(id), sort: '-rangeStart', limit: '3' } });
      return resultsOf(found).map(({ name, rangeStart, rangeEnd }) => [name, rangeStart, rangeEnd]);
    };
    expect(await rangesOf(berlin.body)).toEqual([
      ['Berlin 2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
      ['Berlin 2026-03-28', '2026-03-27T23:00:00Z', '2026-03-28T23:00:00Z'],
      ['Berlin 2026-03-27', '2026-03-26T23:00:00Z', '2026-03-27T23:00:00Z'],
    ]);
    expect((await rangesOf(china.body))[0]).toEqual(['China 2026-03-29', '2026-03-28T16:00:00Z', '2026-03-29T16:00:00Z']);
    expect((await client.get(own)).body['nextAt']).toBe('2026-03-31T06:00:00Z');
    const [last] = resultsOf(await client.get(reports, { query: { configId: String(berlin.body['id']), sort: '-rangeStart' } }));
    const { body } = await client.get(`${reports}/${String(last?.['id'])}/measurements`);
    expect(body['range']).toBe('2026-03-29 00:00 to 2026-03-30 00:00 (Europe/Berlin) · demo network');
    // the day of the change has 23 hours, which its axis ends with
    expect(asArray(asObject(objects(body['sections'])[0]?.['chart'])['times'])).toEqual(['00:00', '06:45', '12:30', '18:15', '00:00']);
  });
});
