import { expect, test } from 'vitest';
import { formats } from '#domain/formats/registry.ts';
import { formatValues } from '#tests/contract/fuzz/format-values.ts';

test('every format has texts for the fuzz, good ones and bad ones', () => {
  expect(Object.keys(formats).filter((name) => !formatValues[name])).toEqual([]);
  const wrong = Object.entries(formatValues).flatMap(([name, { good, bad }]) => [
    ...good.filter((text) => formats[name]?.check(text) !== undefined).map((text) => `${name} refuses ${text}`),
    ...bad.filter((text) => formats[name]?.check(text) === undefined).map((text) => `${name} accepts ${text}`),
  ]);
  expect(wrong).toEqual([]);
});
