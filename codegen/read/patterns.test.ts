import { expect, test } from 'vitest';
import { dropBadPatterns } from './patterns.ts';

test('a pattern that is none goes alone, and is said by its place', () => {
  const schema = {
    properties: { code: { type: 'string', pattern: '^[A-Z', maxLength: 3 }, name: { type: 'string', pattern: '^[a-z]+$' } },
    patternProperties: { '(?<x': {}, '^x-': {} },
    example: { pattern: '[' },
  };
  expect(dropBadPatterns(schema)).toEqual([
    '#: properties by (?<x, which is no regular expression, are not checked',
    '#/properties/code: the pattern ^[A-Z is no regular expression, and is not checked',
  ]);
  expect(schema).toEqual({
    properties: { code: { type: 'string', maxLength: 3 }, name: { type: 'string', pattern: '^[a-z]+$' } },
    patternProperties: { '^x-': {} },
    example: { pattern: '[' },
  });
});
