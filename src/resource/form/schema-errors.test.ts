import { expect, test } from 'vitest';
import type { SchemaError } from '#api/model.ts';
import { schemaErrors } from '#resource/form/schema-errors.ts';

const error = (keyword: string, instancePath: string, params: Record<string, unknown> = {}): SchemaError => ({
  keyword,
  instancePath,
  schemaPath: `#/${keyword}`,
  params,
});
const map = (...found: SchemaError[]) =>
  schemaErrors(found, {}, (each) => each.keyword).map(({ pointer, message }) => `${pointer} ${message}`);

test('a missing property is an error of that property, an unknown one of itself', () => {
  expect(map(error('required', '/lan/0', { missingProperty: 'ip' }))).toEqual(['/lan/0/ip required']);
  expect(map(error('required', '', { missingProperty: 'a/b' }))).toEqual(['/a~1b required']);
  expect(map(error('additionalProperties', '/lan', { additionalProperty: 'x' }))).toEqual(['/lan/x additionalProperties']);
  expect(map(error('unevaluatedProperties', '', { unevaluatedProperty: 'x' }))).toEqual(['/x unevaluatedProperties']);
});

test('frames speak only where nothing more exact does', () => {
  expect(map(error('minimum', '/mtu'), error('if', '', { failingKeyword: 'then' }))).toEqual(['/mtu minimum']);
  expect(map(error('oneOf', '/range'))).toEqual(['/range oneOf']);
});

test('of alternatives, the closest speaks', () => {
  expect(map(error('format', '/ip'), error('type', '/ip'), error('anyOf', '/ip'))).toEqual(['/ip format']);
  expect(map(error('required', '/range', { missingProperty: 'from' }), error('const', '/range'), error('oneOf', '/range'))).toEqual([
    '/range/from required',
  ]);
  expect(map(error('type', '/ip'), error('anyOf', '/ip'))).toEqual(['/ip type']);
});

test('the same sentence is said once', () => {
  expect(map(error('minimum', '/a'), error('minimum', '/a'))).toEqual(['/a minimum']);
});
