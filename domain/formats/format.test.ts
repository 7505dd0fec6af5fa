import { describe, expect, test } from 'vitest';

import { decimal, lengthOf, refuse, tidy } from '#domain/formats/format.ts';

describe('format', () => {
  test('quotes what it refuses, short and visible', () => {
    expect(refuse('x', 'a\0b\ud800')).toEqual({ code: 'x', params: { value: 'a\ufffdb\ufffd' } });
    expect(refuse('x', 'a'.repeat(61), { max: 1 }).params).toEqual({ value: `${'a'.repeat(60)}…`, max: 1 });
  });

  test('counts code points as JSON Schema does', () => {
    for (const text of ['', 'a', '中', '𠀀𠀀', 'a\ud800', '\udc00\ud800', '\ud800\ud800\udc00']) {
      expect(lengthOf(text)).toBe(Array.from(text).length);
    }
  });

  test('tidies what an input method adds', () => {
    expect(tidy('　１０．０．０．１／２４ ')).toBe('10.0.0.1/24');
  });

  test.each([
    ['0', 0],
    ['65535', 65_535],
    ['65536', -1],
    ['00', -1],
    ['', -1],
    ['1 ', -1],
    ['1_0', -1],
    ['٣', -1],
    ['1'.repeat(400), -1],
  ])('decimal %j is %i', (text, value) => {
    expect(decimal(text, 65_535)).toBe(value);
  });
});
