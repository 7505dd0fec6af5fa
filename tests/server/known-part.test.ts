import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asObject } from '#domain/json.ts';
import type { Field } from '#domain/model.ts';
import { knownPart, propertyPaths } from '#server/store/items/known-part.ts';
import { testServer, type TestServer } from '#tests/server/harness.ts';

describe('the part of a document that its entity knows', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.remove());

  test('is all of it, for everything that the demo has stored', async () => {
    const { store, system } = server.services;
    const short: string[] = [];
    for (const spec of store.specs) {
      const { rows } = await system.list(spec, { skip: 0, limit: 2000, whole: true });
      for (const { id, text } of rows) {
        const doc = asObject(JSON.parse(text));
        if (knownPart(spec, doc) !== doc)
          short.push(`${spec.name} ${id}: ${JSON.stringify(doc)} ${JSON.stringify(knownPart(spec, doc))}`.slice(0, 600));
      }
    }
    expect(short.slice(0, 3)).toEqual([]);
  });

  test('lacks what is deep within it too, and nothing else', () => {
    const { store } = server.services;
    const site = store.spec('Site');
    const fields: Field = {
      ...site.fields,
      fields: (site.fields.fields ?? []).map((field) => (field.name === 'wan' ? withoutBandwidth(field) : field)),
    };
    const spec = { ...site, fields };
    const doc = { siteId: 's', name: 'x', unknown: 1, wan: [{ logicName: 'WAN1', bandwidth: { up: 1, down: 2 } }], revision: 7 };
    expect(knownPart(spec, doc)).toEqual({ siteId: 's', name: 'x', wan: [{ logicName: 'WAN1' }], revision: 7 });
    expect(propertyPaths(site.fields)).toContain('wan[].bandwidth.up');
    expect(propertyPaths(fields)).not.toContain('wan[].bandwidth');
  });
});

function withoutBandwidth(field: Field): Field {
  const { items } = field;
  if (!items) throw new Error('no items');
  return { ...field, items: { ...items, fields: (items.fields ?? []).filter(({ name }) => name !== 'bandwidth') } };
}
