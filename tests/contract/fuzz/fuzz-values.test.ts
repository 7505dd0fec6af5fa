import { expect, test } from 'vitest';
import { Ajv } from 'ajv';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { formats } from '#domain/formats/registry.ts';
import { formatValues } from '#tests/contract/fuzz/format-values.ts';

test('every format has texts for the fuzz, good ones and bad ones', () => {
  expect(Object.keys(formats).filter((name) => !formatValues[name])).toEqual([]);
  // ours and the library's, as the server checks them
  const ajv = new Ajv({ formats: ajvFormats });
  const wrong = Object.entries(formatValues).flatMap(([name, { good, bad }]) => {
    const validate = ajv.compile({ type: 'string', format: name });
    const fits = (text: string): boolean => validate(text);
    return [
      ...good.filter((text) => !fits(text)).map((text) => `${name} refuses ${text}`),
      ...bad.filter((text) => fits(text)).map((text) => `${name} accepts ${text}`),
    ];
  });
  expect(wrong).toEqual([]);
});
