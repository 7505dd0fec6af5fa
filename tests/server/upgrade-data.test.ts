import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';

import { isObject } from '#domain/json.ts';
import { migrate } from '#server/store/migrate.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

const root = resolve(import.meta.dirname, '../..');
let server: TestServer;
beforeEach(async () => {
  server = await testServer({ seed: 'examples' });
});
afterEach(() => server.remove());

test('what may occur only once from a version on, and occurs twice, is named with what to do; nothing is changed', async () => {
  const { store } = server.services;
  const { engine, specs } = store;
  const client = await server.as(SUPER);
  const ids: string[] = [];
  for (const name of ['twin-a', 'twin-b', 'other']) {
    const remark = name === 'other' ? 'alone' : 'the same';
    const made = await client.post('/api/v1/companies/c-acme/tags', { name, type: 'site', remark });
    ids.push(String(made.body['id']));
  }
  const tags = store.spec('Tag');
  const column: ItemSpec['columns'][number] = {
    name: 'c_remark',
    path: 'remark',
    type: 'text',
    read: (value) => (typeof value === 'string' ? value : null),
  };
  const next: ItemSpec = {
    ...tags,
    columns: [...tags.columns, column],
    indexes: [...tags.indexes, { name: 'i_tag_remark_u', columns: ['owner', 'c_remark'], unique: true }],
  };
  const before = await sql`select * from meta order by name`.execute(engine.read);
  const upgrade = engine.write((tx) =>
    migrate(
      tx,
      specs.map((each) => (each === tags ? next : each)),
      engine.dialect,
    ),
  );
  await expect(upgrade).rejects.toThrow(/^Tag: remark may occur only once from this version on, and the same stands in /);
  await expect(upgrade).rejects.toThrow(ids.slice(0, 2).toSorted().join(', '));
  expect((await sql`select * from meta order by name`.execute(engine.read)).rows).toEqual(before.rows);
});

describe('what a version has no more', () => {
  const made = mkdtempSync(join(tmpdir(), 'wan-console-contract-'));
  afterAll(() => rmSync(made, { recursive: true, force: true }));

  /** What codegen writes of a contract whose tags have no remark: that of today, without it. */
  function nextContract(): string {
    cpSync(join(root, 'generated'), made, { recursive: true });
    for (const file of ['tag.json', 'tag.form.json']) {
      const path = join(made, 'model', file);
      const model: unknown = JSON.parse(readFileSync(path, 'utf8'));
      writeFileSync(path, JSON.stringify(withoutRemark(model)));
    }
    return made;
  }

  function withoutRemark(value: unknown): unknown {
    if (Array.isArray(value))
      return value.filter((each) => each !== 'remark' && !(isObject(each) && each['path'] === 'remark')).map((each) => withoutRemark(each));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutRemark(inner)]));
  }

  test('is answered by no item, list, export, history or deletion, and goes with nothing that comes back', async () => {
    const before = await server.as(SUPER);
    const tags = '/api/v1/companies/c-acme/tags';
    const body = { name: 'lasting', type: 'site', remark: 'GONE-1' };
    const id = String((await before.post(tags, body)).body['id']);
    await before.put(`${tags}/${id}`, { ...body, remark: 'GONE-2' }, { ifMatch: '*' });
    await before.put(`${tags}/${id}`, { ...body, name: 'renamed', remark: 'GONE-2' }, { ifMatch: '*' });
    const lost = String((await before.post(tags, { ...body, name: 'deleted' })).body['id']);
    await before.delete(`${tags}/${lost}`, { ifMatch: '*' });
    expect(JSON.stringify((await before.get(`${tags}/${id}`)).body)).toContain('GONE-2');
    await server.restart(undefined, nextContract());

    const client = await server.as(SUPER);
    const item = await client.get(`${tags}/${id}`);
    expect([item.status, item.body]).toMatchObject([200, { name: 'renamed', revision: 4 }]);
    const exported = await client.post('/api/v1/export', {
      operation: 'listCompanyTags',
      path: { companyId: 'c-acme' },
      columns: ['name', 'type'],
    });
    expect(exported.status).toBe(200);
    const history = await client.get('/api/v1/history', { query: { resource: 'Tag', id } });
    const answers = [
      item.body,
      (await client.get(tags, { query: { limit: '1000' } })).body,
      (await client.get(tags, { query: { keyword: 'gone' } })).body,
      exported.body,
      history.body,
      (await client.get('/api/v1/deleted', { query: { resource: 'Tag' } })).body,
    ];
    expect(answers.filter((answer) => JSON.stringify(answer).includes('GONE'))).toEqual([]);
    expect(answers.filter((answer) => JSON.stringify(answer).includes('remark'))).toEqual([]);
    // the history says who took it out, and earlier versions are still told apart
    expect(history.body['total']).toBe(4);
    expect(resultsOf(history).map(({ revision, operation, actor }) => [revision, operation, actor])).toMatchObject([
      [4, 'upgrade', 'system'],
      [3, 'updateCompanyTag', SUPER],
      [2, 'updateCompanyTag', SUPER],
      [1, 'createCompanyTag', SUPER],
    ]);
    expect(resultsOf(history)[1]).toMatchObject({ before: { name: 'lasting' }, after: { name: 'renamed' } });
    // and what was before comes back as it may be now
    const restored = await client.post('/api/v1/history/restore', { resource: 'Tag', id, revision: 1 });
    expect([restored.status, restored.body]).toMatchObject([200, { name: 'lasting' }]);
    expect(JSON.stringify(restored.body)).not.toContain('GONE');
  });
});
