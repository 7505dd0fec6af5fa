import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { parseCsv } from '#import/file/parse-csv.ts';
import { addLogs } from '#server/simulator/world/platform/bulk-logs.ts';
import { Handle } from '#server/store/items/handle.ts';
import {
  CHANNEL,
  type Client,
  clientOf,
  COMPANY,
  companyOf,
  GLOBAL,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

let server: TestServer;
let boss: Client;
let own: string;
let tags: string;

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
  own = await companyOf(await server.as(COMPANY));
  tags = `/api/v1/companies/${own}/tags`;
  const company = await server.as(COMPANY);
  // names repeat nowhere, remarks often and sometimes not at all: rows of one remark lie on both sides of a part's end
  const { store, system } = server.services;
  const spec = store.spec('Tag');
  await system.write(async (tx) => {
    if (!spec) throw new Error('no tags');
    for (let index = 0; index < 1203; index++) {
      await tx.insert(spec, {
        id: `x-${index}`,
        companyId: own,
        name: `Export ${String(index).padStart(4, '0')}`,
        type: index % 2 ? 'site' : 'line',
        scope: 'company',
        global: index % 3 === 0,
      });
    }
  });
  await addLogs(server.services, 1300);
  await company.post(tags, { name: '=export-sum(1)', type: 'site', remark: 'two, "quoted"\nlines' });
});
afterAll(() => server.remove());

/** Header and rows of the file, and the answer as it came. */
async function exported(
  client: Client,
  body: Record<string, unknown>,
  locale = 'en',
): Promise<{ lines: string[][]; text: string; reply: Reply }> {
  const reply = await client.post(
    '/api/v1/export',
    { path: { companyId: own }, operation: 'listCompanyTags', ...body },
    { query: { locale } },
  );
  const text = String(reply.body['text'] ?? '');
  const table = parseCsv(text);
  return { lines: [table.headers, ...table.rows.map(({ cells }) => cells)], text, reply };
}

async function listed(query: Record<string, string>): Promise<string[]> {
  const all: string[] = [];
  for (let skip = 0; ; skip += 1000) {
    const page = await boss.get(tags, { query: { ...query, skip: String(skip), limit: '1000' } });
    all.push(...resultsOf(page).map(({ name }) => String(name)));
    if (skip + 1000 >= Number(page.body['total'])) return all;
  }
}

describe('a list as one file', () => {
  test.each<Record<string, string>>([
    {},
    { sort: 'name' },
    { sort: '-name' },
    { sort: 'type,-name' },
    { sort: '-type' },
    { sort: '-updatedAt' },
    { keyword: 'export 00', sort: '-name' },
    { type: 'line' },
  ])('holds the rows of all pages, in their order: %j', async (query) => {
    const { lines, reply } = await exported(boss, { query, columns: ['name'], values: 'raw' });
    expect(reply.status).toBe(200);
    const names = lines.slice(1).map(([name]) => String(name).replace(/^'/, ''));
    expect(names).toEqual(await listed(query));
  });

  test.each([
    ['listLoginLogs', '/api/v1/loginLogs', ['id', 'at', 'username'], ['', '-at', 'at', 'username']],
    ['listOperationLogs', '/api/v1/operationLogs', ['id', 'at', 'operation', 'label'], ['', '-at', 'at', 'resource', '-actor']],
  ])('of a stretch of a log, in any order: %s', async (operation, url, columns, sorts) => {
    const endTime = new Date(server.clock.now() - 60_000).toISOString();
    const startTime = new Date(server.clock.now() - 100 * 86_400_000).toISOString();
    for (const sort of sorts) {
      const query = { startTime, endTime, ...(sort === '' ? {} : { sort }) };
      const rows: unknown[][] = [];
      for (let total = 1; rows.length < total;) {
        const page = await boss.get(url, { query: { ...query, skip: String(rows.length), limit: '1000' } });
        total = Math.min(Number(page.body['total']), 1600);
        rows.push(...resultsOf(page).map((row) => columns.map((name) => row[name])));
      }
      expect(rows.length).toBeGreaterThan(1000);
      const { lines } = await exported(boss, { operation, path: {}, query, columns, values: 'raw' });
      expect([sort, lines.slice(1, rows.length + 1)]).toEqual([sort, rows]);
      expect(new Set(lines.map(([id]) => id)).size).toBe(lines.length);
    }
  });

  test('speaks the language of the caller, runs no formula, and is an attachment', async () => {
    const { lines, text, reply } = await exported(boss, {
      query: { keyword: 'export-sum' },
      columns: ['name', 'type', 'companyId', 'remark', 'global', 'createdAt'],
      timeZone: 'Asia/Shanghai',
    });
    expect(reply.headers['content-type']).toMatch(/^text\/csv/);
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="tag-\d{4}-\d\d-\d\d\.csv"$/);
    expect(text.startsWith('\uFEFFName,Tag type,Company')).toBe(true);
    const [name, type, companyId, remark, global, createdAt] = lines[1] ?? [];
    expect([name, type, companyId, remark, global]).toEqual(["'=export-sum(1)", 'Site', '华信零售集团', 'two, "quoted"\nlines', 'No']);
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const zh = await exported(boss, { query: { keyword: 'export-sum' }, columns: ['name', 'type', 'global'] }, 'zh');
    expect(zh.lines).toEqual([
      ['名称', '类型', expect.any(String)],
      ["'=export-sum(1)", '站点', '否'],
    ]);
  });

  test('calls what is referred to by its name, and leaves values as they are where that is asked for', async () => {
    const sites = resultsOf(await boss.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } }));
    const nameOf = new Map(sites.map((site) => [String(site['siteId']), String(site['name'])]));
    const body = { operation: 'listCompanyDevices', columns: ['sn', 'siteId'] };
    const raw = (await exported(boss, { ...body, values: 'raw' })).lines;
    expect(raw[0]).toEqual(['sn', 'siteId']);
    expect(raw.some(([, site]) => nameOf.has(site ?? ''))).toBe(true);
    const shown = (await exported(boss, body)).lines;
    expect(shown.slice(1)).toEqual(raw.slice(1).map(([sn, site = '']) => [sn, nameOf.get(site) ?? site]));
  });

  test('raw, holds the stored items where the list shows less of them, for who may read items', async () => {
    const body = { operation: 'listCompanySites', path: { companyId: own }, columns: ['siteId', 'wan', 'ntp'], values: 'raw' };
    const { rows } = parseCsv(String((await boss.post('/api/v1/export', body)).body['text']));
    expect(rows.length).toBeGreaterThan(10);
    for (const { cells } of rows.slice(0, 5)) {
      const site = await boss.get(`/api/v1/companies/${own}/sites/${cells[0] ?? ''}`);
      expect(JSON.parse(cells[1] || '[]')).toEqual(site.body['wan'] ?? []);
    }
    const pops = { operation: 'listPops', columns: ['name'] };
    const company = await server.as(COMPANY);
    expect((await company.post('/api/v1/export', pops)).status).toBe(200);
    expect(await company.post('/api/v1/export', { ...pops, values: 'raw' })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await boss.post('/api/v1/export', { ...pops, values: 'raw' })).status).toBe(200);
  });

  test('is checked as the list itself is', async () => {
    const body = { columns: ['name'], values: 'raw' };
    const company = await server.as(COMPANY);
    expect((await exported(company, body)).reply.status).toBe(200);
    expect((await exported(await server.as(VIEWER), body)).reply.status).toBe(200);
    const foreign = resultsOf(await boss.get('/api/v1/companies', { query: { limit: '1000' } })).find(({ companyId }) => companyId !== own);
    expect((await exported(company, { ...body, path: { companyId: String(foreign?.['companyId']) } })).reply.status).toBe(403);
    expect((await exported(company, { ...body, operation: 'listChannelTrades', path: {} })).reply.status).toBe(403);
    expect((await exported(company, { ...body, query: { colour: 'red' } })).reply.body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/query/colour' }],
    });
    expect((await exported(company, { ...body, columns: ['name', 'password'] })).reply.body).toMatchObject({
      errors: [{ pointer: '/columns/1' }],
    });
    expect((await exported(company, { ...body, timeZone: 'Mars/Olympus', values: 'displayed' })).reply.body).toMatchObject({
      errors: [{ pointer: '/timeZone' }],
    });
    for (const operation of ['getCompanyTag', 'createCompanyTag', 'listAlerts', 'nothing'])
      expect((await exported(company, { ...body, operation })).reply.body).toMatchObject({
        status: 422,
        errors: [{ pointer: '/operation', code: 'rule.subsetOf.unknown' }],
      });
    expect((await clientOf(server).post('/api/v1/export', { operation: 'listCompanyTags', columns: ['name'] })).status).toBe(401);
  });

  test('holds companies for whoever lists them, and not for whoever only knows their names', async () => {
    const body = { operation: 'listCompanies', path: {}, columns: ['companyId', 'name', 'mobile'], values: 'raw' };
    const global = await server.as(GLOBAL);
    const full = await exported(global, body);
    const rows = resultsOf(await global.get('/api/v1/companies', { query: { limit: '1000' } }));
    expect(full.lines.slice(1)).toEqual(rows.map(({ companyId, name, mobile }) => [companyId, name, mobile]));
    // of names alone it holds names alone, as the list does
    const names = await exported(global, { ...body, query: { view: 'list' } });
    expect(new Set(names.lines.slice(1))).toEqual(new Set(rows.map(({ companyId, name }) => [companyId, name, ''])));
    for (const account of [CHANNEL, COMPANY, VIEWER]) {
      const client = await server.as(account);
      for (const query of [{ view: 'list' }, { values: rows.map(({ companyId }) => companyId) }]) {
        const list = await client.get('/api/v1/companies', {
          query: Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])),
        });
        expect([account, list.status, resultsOf(list).length > 0]).toEqual([account, 200, true]);
        expect(resultsOf(list).flatMap(Object.keys)).not.toContain('mobile');
        expect([account, (await exported(client, { ...body, query })).reply.status]).toEqual([account, 403]);
      }
      expect([account, (await exported(client, body)).reply.status]).toEqual([account, 403]);
    }
  });

  test('is read no faster than the client takes it, and not at all when the client is gone', async () => {
    let parts = 0;
    const ended = Promise.withResolvers<void>();
    const endless = vi.spyOn(Handle.prototype, 'scan').mockImplementation(async function* () {
      try {
        for (;;) {
          await nextTurn();
          parts++;
          yield Array.from({ length: 500 }, (_, index) => JSON.stringify({ name: `${index} ${randomBytes(1000).toString('hex')}` }));
        }
      } finally {
        ended.resolve();
      }
    });
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { token } = await server.services.sessions.create(SUPER);
    const away = new AbortController();
    const answer = await fetch(`${url}/api/v1/export?locale=en`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ operation: 'listCompanyTags', path: { companyId: own }, columns: ['name'] }),
      signal: away.signal,
    });
    const reader = answer.body?.getReader();
    for (let taken = 0; taken < 5_000_000;) taken += (await reader?.read())?.value?.byteLength ?? 0;
    away.abort();
    await ended.promise;
    // what it was ahead stands in the buffers of both ends
    expect(parts).toBeLessThan(60);
    endless.mockRestore();
  });
});
