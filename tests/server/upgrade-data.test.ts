import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { migrate } from '#server/store/migrate.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

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
      [...specs.values()].map((each) => (each === tags ? next : each)),
      engine.dialect,
    ),
  );
  await expect(upgrade).rejects.toThrow(/^Tag: remark may occur only once from this version on, and the same stands in /);
  await expect(upgrade).rejects.toThrow(ids.slice(0, 2).toSorted().join(', '));
  expect((await sql`select * from meta order by name`.execute(engine.read)).rows).toEqual(before.rows);
});
