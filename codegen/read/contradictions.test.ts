import { expect, test } from 'vitest';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { withoutContradictions } from './contradictions.ts';

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

function mended(schemas: Record<string, Json>): { schemas: JsonObject; found: string[] } {
  const document: JsonObject = { components: { schemas } };
  const found = withoutContradictions(document);
  return { schemas: asObject(asObject(document['components'])['schemas']), found };
}

test('enumerations that no value is in both of are taken together; those that share one stay', () => {
  const { schemas, found } = mended({
    Place: { type: 'string', enum: ['host', 'subnet'] },
    Target: { allOf: [ref('Place'), { type: 'string', enum: ['peer'] }] },
    Narrow: { allOf: [ref('Place'), { type: 'string', enum: ['host'] }] },
  });
  expect(schemas['Target']).toEqual({ allOf: [{ type: 'string' }, { type: 'string' }], enum: ['host', 'subnet', 'peer'] });
  expect(schemas['Place']).toEqual({ type: 'string', enum: ['host', 'subnet'] });
  expect(schemas['Narrow']).toEqual({ allOf: [ref('Place'), { type: 'string', enum: ['host'] }] });
  expect(found).toEqual(['#/components/schemas/Target: no value is in both enumerations of allOf; either is taken']);
});

test('what only those that are made of a schema describe is required of them', () => {
  const body = { type: 'object', required: ['id', 'name'], properties: { name: { type: 'string' } } };
  const { schemas, found } = mended({
    RouteRequest: body,
    Route: { allOf: [{ type: 'object', properties: { id: { type: 'string' } } }, ref('RouteRequest')] },
    Alone: { type: 'object', required: ['id'], properties: { name: { type: 'string' } } },
  });
  expect(asObject(schemas['RouteRequest'])['required']).toEqual(['name']);
  expect(asObject(schemas['Route'])['required']).toEqual(['id']);
  expect(asObject(schemas['Alone'])['required']).toEqual(['id']);
  expect(found).toHaveLength(1);
});
