import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let client: Client;
let tags: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  tags = `/api/v1/companies/${await companyOf(client)}/tags`;
});
afterAll(() => server.remove());

const tag = (name: string, more: Record<string, unknown> = {}) => ({ name, type: 'site', ...more });

describe('create, read, change, delete', () => {
  test('a tag through its lifecycle', async () => {
    const made = await client.post(tags, tag('life', { remark: 'first' }));
    expect(made.status).toBe(201);
    expect(made.etag).toBe('"1"');
    expect(made.body).toMatchObject({ name: 'life', scope: 'company', global: false, revision: 1, companyId: await companyOf(client) });
    const path = `${tags}/${String(made.body['id'])}`;
    expect(made.headers['location']).toBe(path);
    expect((await client.get(path)).body).toEqual(made.body);
    const changed = await client.put(path, tag('life', { remark: 'second' }), { ifMatch: made.etag });
    expect(changed).toMatchObject({ status: 200, etag: '"2"', body: { remark: 'second', createdAt: made.body['createdAt'] } });
    expect((await client.delete(path, { ifMatch: '"2"' })).status).toBe(204);
    expect((await client.get(path)).status).toBe(404);
  });

  test('what is left out of a replacement is gone, defaults come back', async () => {
    const made = await client.post(tags, tag('replace', { remark: 'x', global: true }));
    const path = `${tags}/${String(made.body['id'])}`;
    const changed = await client.put(path, tag('replace'), { ifMatch: made.etag });
    expect(changed.body).not.toHaveProperty('remark');
    expect(changed.body['global']).toBe(false);
  });

  test('a change must name the revision it is based on, and the present one is answered', async () => {
    const made = await client.post(tags, tag('conflict'));
    const path = `${tags}/${String(made.body['id'])}`;
    expect(await client.put(path, tag('conflict'))).toMatchObject({ status: 428, body: { code: 'precondition-required' } });
    expect((await client.put(path, tag('conflict', { remark: 'mine' }), { ifMatch: '"1"' })).status).toBe(200);
    const stale = await client.put(path, tag('conflict', { remark: 'theirs' }), { ifMatch: '"1"' });
    expect(stale).toMatchObject({ status: 412, etag: '"2"', body: { code: 'stale', current: { remark: 'mine', revision: 2 } } });
    // what was answered is what the next try is based on
    expect((await client.put(path, tag('conflict', { remark: 'both' }), { ifMatch: stale.etag })).status).toBe(200);
    expect((await client.delete(path, { ifMatch: '"1"' })).status).toBe(412);
    expect((await client.delete(path)).status).toBe(428);
  });

  test('a deleted id made again goes on counting', async () => {
    const made = await client.post(tags, tag('again'));
    const id = String(made.body['id']);
    await client.delete(`${tags}/${id}`, { ifMatch: '"1"' });
    const restored = await client.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 1 });
    expect(restored).toMatchObject({ status: 200, body: { id, name: 'again', revision: 3 } });
  });

  test('a name is taken once a company, and the field is named', async () => {
    await client.post(tags, tag('taken'));
    const twice = await client.post(tags, tag('taken'));
    expect(twice).toMatchObject({ status: 409, body: { code: 'duplicate', errors: [{ pointer: '/name', code: 'duplicate' }] } });
    expect((await client.post(tags, tag('taken', { type: 'line' }))).status).toBe(201);
    const boss = await server.as(SUPER);
    const other = await companyOf(boss, 1);
    expect((await boss.post(`/api/v1/companies/${other}/tags`, tag('taken'))).status).toBe(201);
  });

  test('a dry run tells what would be and leaves nothing', async () => {
    const before = await client.get(tags);
    const dry = await client.post(tags, tag('dry'), { query: { dryRun: 'true' } });
    expect(dry).toMatchObject({ status: 201, body: { name: 'dry' } });
    expect((await client.get(tags)).body['total']).toBe(before.body['total']);
    expect((await client.get(`${tags}/${String(dry.body['id'])}`)).status).toBe(404);
    expect((await client.post(tags, tag('dry'))).status).toBe(201);
    expect((await client.post(tags, tag('dry'), { query: { dryRun: 'true' } })).status).toBe(409);
  });

  test('the same key creates once', async () => {
    const headers = { 'idempotency-key': 'key-0001' };
    const first = await client.post(tags, tag('once'), { headers });
    const second = await client.post(tags, tag('once'), { headers });
    expect([second.status, second.body, second.etag]).toEqual([201, first.body, first.etag]);
    expect(await client.post(tags, tag('other'), { headers })).toMatchObject({ status: 409, body: { code: 'idempotency-conflict' } });
    const boss = await server.as(SUPER);
    expect((await boss.post(tags, tag('once-more'), { headers })).status).toBe(201);
  });

  test('two at once with one key make one', async () => {
    const headers = { 'idempotency-key': 'key-0002' };
    const [a, b] = await Promise.all([client.post(tags, tag('race'), { headers }), client.post(tags, tag('race'), { headers })]);
    expect(a.body).toEqual(b.body);
  });

  test('many at once: each is one transaction', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => client.post(tags, tag(`many-${index % 40}`))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(40);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(20);
  });
});

describe('lists', () => {
  test('page, sort, filter, keyword', async () => {
    const all = await client.get(tags, { query: { limit: '1000', sort: 'name' } });
    const names = resultsOf(all).map((row) => String(row['name']).toLowerCase());
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
    expect(names).toHaveLength(Number(all.body['total']));
    const page = await client.get(tags, { query: { limit: '5', skip: '5', sort: 'name' } });
    expect(resultsOf(page)).toEqual(resultsOf(all).slice(5, 10));
    const down = await client.get(tags, { query: { limit: '5', sort: '-name' } });
    expect(resultsOf(down)).toEqual(resultsOf(all).toReversed().slice(0, 5));
    const lines = await client.get(tags, { query: { type: ['line', 'wanSet'], limit: '1000' } });
    expect(new Set(resultsOf(lines).map((row) => row['type']))).toEqual(new Set(['line', 'wanSet']));
    const found = await client.get(tags, { query: { keyword: 'MANY-1', limit: '1000' } });
    expect(resultsOf(found).every((row) => String(row['name']).includes('many-1'))).toBe(true);
    expect(found.body['total']).toBe(11);
  });

  test('choices stand in the order in which the contract lists them, whatever they are called', async () => {
    const boss = await server.as(SUPER);
    const mixed: string[] = [];
    for (const spec of server.services.store.specs) {
      const { operations, columns: shown } = spec.resource;
      const list = operations.list.find(({ pathParams }) => pathParams.every(({ name }) => name === 'companyId'));
      for (const { path, choices } of spec.columns) {
        if (!list || !choices || path.includes('.') || !shown.includes(path)) continue;
        const from = list.path.replace('{companyId}', await companyOf(client));
        for (const sort of [path, `-${path}`]) {
          const answer = await boss.get(from, { query: { limit: '1000', sort } });
          const places = resultsOf(answer).flatMap((row) => choices.indexOf(row[path] ?? null) + 1 || []);
          expect(places, `${list.id} ${sort}`).toEqual(places.toSorted((a, b) => (sort === path ? a - b : b - a)));
          if (new Set(places).size > 1) mixed.push(`${spec.name}.${path}`);
        }
      }
    }
    expect(mixed).toEqual(expect.arrayContaining(['ServiceStatus.health', 'Site.state']));
    expect(mixed.length).toBeGreaterThan(20);
  });

  test('a keyword is text, not a pattern', async () => {
    await client.post(tags, tag('100%_sure'));
    expect((await client.get(tags, { query: { keyword: '%_s' } })).body['total']).toBe(1);
    expect((await client.get(tags, { query: { keyword: '%x' } })).body['total']).toBe(0);
  });

  test('chosen rows stand in the first page', async () => {
    const last = resultsOf(await client.get(tags, { query: { limit: '1', sort: '-name' } }))[0];
    const page = await client.get(tags, { query: { limit: '3', sort: 'name', values: [String(last?.['id'])] } });
    expect(resultsOf(page)[0]).toEqual(last);
    expect(resultsOf(page)).toHaveLength(4);
  });

  test('what the caller may do stands with each row', async () => {
    const [row] = resultsOf(await client.get(tags, { query: { limit: '1', access: 'true' } }));
    expect(row?.['_access']).toEqual(expect.arrayContaining(['getCompanyTag', 'updateCompanyTag', 'deleteCompanyTag']));
    const viewer = await server.as('viewer@demo.example');
    const [seen] = resultsOf(await viewer.get(tags, { query: { limit: '1', access: 'true' } }));
    expect(seen?.['_access']).toEqual(expect.arrayContaining(['getCompanyTag']));
    expect(seen?.['_access']).not.toContain('updateCompanyTag');
  });

  test('only sortable properties sort', async () => {
    expect(await client.get(tags, { query: { sort: 'remark' } })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/query/sort' }] },
    });
  });
});
