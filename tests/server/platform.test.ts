import { texts, asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { parseCsv, withoutNotes } from '#import/file/parse-csv.ts';
import { type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

let server: TestServer;
let client: Client;
let own: string;
let tags: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  own = await companyOf(client);
  tags = `/api/v1/companies/${own}/tags`;
});
afterAll(() => server.remove());

const tag = (name: string, more: Record<string, unknown> = {}) => ({ name, type: 'site', ...more });
const history = (id: unknown, resource = 'Tag') => client.get('/api/v1/history', { query: { resource, id: String(id) } });

describe('history', () => {
  test('who, when, in which request, before and after', async () => {
    const made = await client.post(tags, tag('past', { remark: 'one' }));
    const id = String(made.body['id']);
    await client.put(`${tags}/${id}`, tag('past', { remark: 'two' }), { ifMatch: '"1"', headers: { 'x-request-id': 'req-two' } });
    await client.delete(`${tags}/${id}`, { ifMatch: '"2"' });
    const reply = await history(id);
    expect(reply.body['total']).toBe(3);
    expect(resultsOf(reply)).toMatchObject([
      { revision: 3, operation: 'deleteCompanyTag', after: null, before: { remark: 'two' } },
      {
        revision: 2,
        operation: 'updateCompanyTag',
        actor: COMPANY,
        requestId: 'req-two',
        at: '2026-03-02T01:00:00Z',
        patch: [{ op: 'replace', path: '/remark', value: 'two' }],
        before: { remark: 'one' },
        after: { remark: 'two' },
      },
      { revision: 1, operation: 'createCompanyTag', before: null, after: { name: 'past', remark: 'one' } },
    ]);
  });

  test('a revision is restored, also of what was deleted, and is one more revision', async () => {
    const made = await client.post(tags, tag('back', { remark: 'one' }));
    const id = String(made.body['id']);
    await client.put(`${tags}/${id}`, tag('back', { remark: 'two' }), { ifMatch: '"1"' });
    const restored = await client.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 1 });
    expect(restored).toMatchObject({ status: 200, etag: '"3"', body: { remark: 'one', revision: 3 } });
    await client.delete(`${tags}/${id}`, { ifMatch: '"3"' });
    const dry = await client.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 2 }, { query: { dryRun: 'true' } });
    expect(dry.status).toBe(200);
    expect((await client.get(`${tags}/${id}`)).status).toBe(404);
    expect(await client.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 2 })).toMatchObject({
      status: 200,
      body: { id, remark: 'two', revision: 5 },
    });
    expect((await client.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 99 })).status).toBe(404);
  });

  test('a restore runs the checks of an update', async () => {
    const made = await client.post(tags, tag('first-name'));
    const id = String(made.body['id']);
    await client.put(`${tags}/${id}`, tag('second-name'), { ifMatch: '"1"' });
    await client.post(tags, tag('first-name'));
    expect(await client.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'duplicate' },
    });
  });

  test('readers read it and do not restore; strangers see nothing', async () => {
    const made = await client.post(tags, tag('guarded'));
    const id = String(made.body['id']);
    const viewer = await server.as(VIEWER);
    expect((await viewer.get('/api/v1/history', { query: { resource: 'Tag', id } })).status).toBe(200);
    expect((await viewer.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 1 })).status).toBe(403);
    const boss = await server.as(SUPER);
    const foreign = await boss.post(
      `/api/v1/companies/${await companyOf(boss, (await companyOf(boss, 0)) === own ? 1 : 0)}/tags`,
      tag('foreign'),
    );
    const foreignId = String(foreign.body['id']);
    expect((await history(foreignId)).status).toBe(404);
    await boss.delete(`/api/v1/tags/${foreignId}`, { ifMatch: '"1"' });
    expect((await history(foreignId)).status).toBe(404);
    expect((await boss.get('/api/v1/history', { query: { resource: 'Tag', id: foreignId } })).body['total']).toBe(2);
  });

  test('one address of 65,535 costs one operation', async () => {
    const rules = Array.from({ length: 65_535 }, (_, index) => `10.${index >> 8}.${index & 255}.1`);
    const sets = `/api/v1/companies/${own}/addressSets`;
    const made = await client.post(sets, { name: 'huge', rules });
    const id = String(made.body['id']);
    const changed = await client.put(
      `${sets}/${id}`,
      { name: 'huge', rules: ['9.9.9.9', ...rules.slice(0, 40_000), ...rules.slice(40_001)] },
      { ifMatch: made.etag },
    );
    expect(changed.status).toBe(200);
    const rows = await server.services.store.engine.read.selectFrom('revisions').select(['patch', 'undo']).where('id', '=', id).execute();
    expect(rows.map((row) => (row.patch?.length ?? 0) + (row.undo?.length ?? 0)).every((size) => size < 400)).toBe(true);
    const restored = await client.post('/api/v1/history/restore', { resource: 'AddressSet', id, revision: 1 });
    expect(texts(restored.body['rules']).length).toBe(65_535);
    expect(restored.body['rules']).toEqual(rules);
  });
});

describe('references', () => {
  test('what uses an item is named, and holds it', async () => {
    const made = await client.post(tags, tag('used'));
    const id = String(made.body['id']);
    const site = await client.post(`/api/v1/companies/${own}/sites`, { name: 'Uses_tag', deployMode: 'gateway', siteTag: [id] });
    expect(site.status).toBe(201);
    const uses = await client.get('/api/v1/references', { query: { resource: 'Tag', id } });
    expect(uses.body).toMatchObject({
      total: 1,
      results: [{ resource: 'Site', label: expect.stringContaining('Uses_tag'), path: 'siteTag[]', blocks: true }],
    });
    expect(await client.delete(`${tags}/${id}`, { ifMatch: '"1"' })).toMatchObject({
      status: 409,
      body: { code: 'in-use', params: { count: 1 } },
    });
    const path = `/api/v1/companies/${own}/sites/${String(site.body['siteId'])}`;
    const now = await client.get(path);
    expect((await client.delete(path, { ifMatch: now.etag })).status).toBe(204);
    expect((await client.delete(`${tags}/${id}`, { ifMatch: '"1"' })).status).toBe(204);
  });

  test('what stands against a deletion comes first, as many as its refusal counts; the rest goes with it', async () => {
    const sites = resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } })).map((site) =>
      String(site['siteId']),
    );
    const told: { blocks: boolean[]; count: number }[] = [];
    for (const id of sites) {
      const { body } = await client.get('/api/v1/references', { query: { resource: 'Site', id } });
      const { results } = answered('listReferences', body);
      const blocks = results.map((use) => use.blocks === true);
      expect(blocks).toEqual(blocks.toSorted((a, b) => Number(b) - Number(a)));
      if (!blocks.includes(true)) continue;
      const refused = await client.delete(`/api/v1/companies/${own}/sites/${id}`, { ifMatch: '*' });
      expect(refused).toMatchObject({ status: 409, body: { code: 'in-use' } });
      told.push({ blocks, count: Number(asObject(refused.body['params'])['count']) });
    }
    expect(told.length).toBeGreaterThan(0);
    expect(told.map(({ count }) => count)).toEqual(told.map(({ blocks }) => blocks.filter(Boolean).length));
    // both kinds have been there
    expect(told.some(({ blocks }) => blocks.includes(false))).toBe(true);
  });

  test('a role in use says by how many accounts; what may be cleared is cleared', async () => {
    const boss = await server.as(SUPER);
    const account = (await boss.get(`/api/v1/users/${VIEWER}`)).body;
    const role = texts(account['rolesId'])[0] ?? '';
    const { etag } = await boss.get(`/api/v1/roles/${role}`);
    expect(await boss.delete(`/api/v1/roles/${role}`, { ifMatch: etag })).toMatchObject({ status: 409, body: { code: 'in-use.role' } });
    const region = await client.post(`/api/v1/companies/${own}/regions`, { name: '临时', cities: ['上海'] });
    const id = String(region.body['regionId']);
    const other = resultsOf(await client.get(`/api/v1/companies/${own}/regions`)).find((each) => each['regionId'] !== id)?.['regionId'];
    const before = await boss.get(`/api/v1/users/${VIEWER}`);
    const readOnly = new Set(['revision', 'createdAt', 'updatedAt', 'lastLoginAt']);
    const settable = Object.fromEntries(Object.entries(before.body).filter(([name]) => !readOnly.has(name)));
    expect((await boss.put(`/api/v1/users/${VIEWER}`, { ...settable, regions: [id, other] }, { ifMatch: before.etag })).status).toBe(200);
    expect((await client.delete(`/api/v1/companies/${own}/regions/${id}`, { ifMatch: '"1"' })).status).toBe(204);
    expect((await boss.get(`/api/v1/users/${VIEWER}`)).body['regions']).toEqual([other]);
  });

  test('a company with anything in it stays', async () => {
    const boss = await server.as(SUPER);
    const { etag } = await boss.get(`/api/v1/companies/${own}`);
    expect((await boss.delete(`/api/v1/companies/${own}`, { ifMatch: etag })).status).toBe(409);
    const empty = await boss.post('/api/v1/companies', { name: 'Empty Ltd' });
    expect(empty).toMatchObject({ status: 201, body: { createTime: empty.body['createdAt'] } });
    expect((await boss.delete(`/api/v1/companies/${String(empty.body['companyId'])}`, { ifMatch: '"1"' })).status).toBe(204);
  });
});

describe('the rest', () => {
  test('preferences are the caller’s own', async () => {
    expect((await client.get('/api/v1/preferences/table.Site')).body).toEqual({ key: 'table.Site', value: null });
    await client.put('/api/v1/preferences/table.Site', { value: { columns: ['name'] } });
    expect((await client.get('/api/v1/preferences/table.Site')).body).toMatchObject({ value: { columns: ['name'] } });
    expect((await (await server.as(VIEWER)).get('/api/v1/preferences/table.Site')).body['value']).toBeNull();
    const several = (keys: string[]): ReturnType<typeof client.get> => client.get('/api/v1/preferences', { query: { key: keys } });
    expect((await several(['views.Site', 'table.Site'])).body).toEqual({
      settings: [
        { key: 'views.Site', value: null },
        { key: 'table.Site', value: { columns: ['name'] } },
      ],
    });
    expect((await client.get('/api/v1/preferences')).status).toBe(422);
    expect((await client.put('/api/v1/preferences/big', { value: 'x'.repeat(70_000) })).status).toBe(413);
  });

  test('a template comes as an attachment', async () => {
    const reply = await client.get('/api/v2/resource/tag-import-template');
    expect(reply).toMatchObject({ status: 200, headers: { 'content-disposition': 'attachment; filename="tag-import-template.csv"' } });
    const { headers, rows } = withoutNotes(parseCsv(String(reply.body['text'])));
    expect(headers.slice(0, 2)).toEqual(['Name', 'Tag type']);
    // nothing but the names is read back; what an update does with what is not there is told
    expect(rows).toEqual([]);
    expect(reply.body['text']).toContain('[clear] clears it.');
    expect((await client.get('/api/v2/resource/nothing')).status).toBe(404);
  });

  test('health and readiness need no session', async () => {
    expect((await server.anonymous.get('/healthz')).body).toMatchObject({ status: 'ok' });
    expect((await server.anonymous.get('/readyz')).body).toMatchObject({ status: 'ok' });
  });
});
