import { expect, test } from 'vitest';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { describedByExamples } from './examples.ts';

function described(media: JsonObject): { schema: Json | undefined; found: string[] } {
  const document: JsonObject = {
    paths: { '/gauges': { get: { responses: { '200': { content: { 'application/json': media } } } } } },
    components: { schemas: { Named: { type: 'object', properties: { id: { type: 'string' } } } } },
  };
  const found = describedByExamples(document);
  return { schema: media['schema'], found };
}

test('an answer without a schema is what its examples are', () => {
  const { schema, found } = described({
    examples: {
      two: {
        value: [
          { id: 1, name: 'Pier', at: '2026-01-05T08:00:00Z', depth: 2.5, tags: ['a'] },
          { id: 2, depth: 3, gone: null },
        ],
      },
    },
  });
  const items = asObject(asObject(schema)['items']);
  expect(items['type']).toBe('object');
  expect(items['properties']).toEqual({
    id: { type: 'integer', example: 1 },
    name: { type: 'string', example: 'Pier' },
    at: { type: 'string', format: 'date-time', example: '2026-01-05T08:00:00Z' },
    depth: { type: 'number', example: 2.5 },
    tags: { type: 'array', items: { type: 'string', example: 'a' } },
    gone: {},
  });
  expect(found).toEqual(['get /gauges 200: no schema; read from its example']);
});

test.each<[string, JsonObject, Json | undefined]>([
  [
    'an object of which nothing is said',
    { schema: { type: 'object' }, example: { up: true } },
    { type: 'object', properties: { up: { type: 'boolean', example: true } } },
  ],
  [
    'a list of them',
    { schema: { type: 'array', items: {} }, example: [{ up: true }] },
    { type: 'array', items: { type: 'object', properties: { up: { type: 'boolean', example: true } } } },
  ],
  [
    'an example that is a text of JSON',
    { example: '{"up":true}' },
    { type: 'object', properties: { up: { type: 'boolean', example: true } } },
  ],
  [
    'what says something stays',
    { schema: { $ref: '#/components/schemas/Named' }, example: { up: true } },
    { $ref: '#/components/schemas/Named' },
  ],
  ['nothing to read', { schema: { type: 'object' } }, { type: 'object' }],
])('%s', (_what, media, schema) => {
  expect(described(media).schema).toEqual(schema);
});
