import { expect, test } from 'vitest';
import { prune } from '#domain/document.ts';
import type { JsonObject } from '#domain/json.ts';
import { buildField } from '../fields.ts';
import { ContractDocument } from './document.ts';
import { upgrade } from './upgrade.ts';

const upgraded = (schemas: JsonObject): JsonObject => {
  const document: JsonObject = { openapi: '3.0.3', components: { schemas } };
  upgrade(document);
  return document;
};

test.each<[string, JsonObject]>([
  ['a reference', { $ref: '#/components/schemas/Place' }],
  ['a composition', { allOf: [{ $ref: '#/components/schemas/Place' }] }],
  ['a composition of a stated type', { type: 'object', allOf: [{ $ref: '#/components/schemas/Place' }] }],
  ['a choice', { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Place' }] }],
])('null beside %s is written as a choice, and is sent as it came', (_, schema) => {
  const parent = { title: 'Parent', ...schema, nullable: true };
  const document = upgraded({ Place: { type: 'object', properties: { name: { type: 'string' }, parent } } });
  const { root } = new ContractDocument(document);
  expect(root).toMatchObject({
    components: { schemas: { Place: { properties: { parent: { title: 'Parent', anyOf: [schema, { type: 'null' }] } } } } },
  });
  const field = buildField(
    { document: new ContractDocument(document), words: new Map(), guesses: [] },
    { $ref: '#/components/schemas/Place' },
    'Place',
  );
  const doc = { name: 'pier', parent: null };
  expect(prune(field, doc, 'update')).toEqual(doc);
});

test('what is called nullable in an example or among properties is left alone', () => {
  const column = { name: 'id', nullable: true };
  const document = upgraded({
    Column: {
      type: 'object',
      example: { ...column },
      properties: { nullable: { type: 'boolean', nullable: true }, default: { type: 'string', nullable: true } },
    },
  });
  expect(document).toMatchObject({
    components: {
      schemas: {
        Column: { example: column, properties: { nullable: { type: ['boolean', 'null'] }, default: { type: ['string', 'null'] } } },
      },
    },
  });
});
