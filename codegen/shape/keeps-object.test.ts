import { expect, test } from 'vitest';
import type { JsonObject } from '#domain/json.ts';
import { buildField } from '../fields.ts';
import { ContractDocument } from '../read/document.ts';

const of = (schema: JsonObject) => buildField({ document: new ContractDocument({}), words: new Map(), guesses: [] }, schema, 'X');

test.each<[JsonObject, true | undefined]>([
  [{ maxLength: 9 }, true],
  [{ anyOf: [{ maxLength: 9 }, { type: 'null' }] }, true],
  [{ type: 'string' }, undefined],
  [{ type: ['integer', 'null'] }, undefined],
  [{ enum: ['a', 'b'] }, undefined],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }, undefined],
])('%j: an object may stand there: %j', (schema, expected) => {
  expect(of(schema).keepsObject).toBe(expected);
});
