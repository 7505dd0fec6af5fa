import { describe, expect, test } from 'vitest';

import type { Format } from '#domain/formats/format.ts';
import { fill } from '#domain/message.ts';
import en from '#locales/en/validation.json' with { type: 'json' };

type Table = {
  good: readonly string[];
  /** Text and the last part of its code. */
  bad: readonly (readonly [text: string, code: string])[];
  /** Spelling typed and spelling stored. */
  normalised?: readonly (readonly [text: string, canonical: string])[];
  /** Whether values may stand among space, line ends or control characters; technical values may not. */
  padding?: 'refused' | 'free';
};

const sentences = new Map<string, string>(Object.entries(en));
const PADDINGS = [' @', '@ ', '@\n', '\n@', '@\t', '@\0', '\0@', '@\ud800', '\ufeff@', '@\u200b'];

/** The tests of one format by its table of good and bad, for the test files beside the formats only. */
export function describeFormat(format: Format, { good, bad, normalised = [], padding = 'refused' }: Table): void {
  describe(format.name, () => {
    test.each(good.map((text) => [text]))('accepts %j', (text) => {
      expect(format.check(text)).toBeUndefined();
    });
    test.each(bad)('refuses %j with %s', (text, code) => {
      const problem = format.check(text);
      expect(problem?.code).toMatch(new RegExp(`(?:^|\\.)${code}$`));
      expect(fill(sentences.get(problem?.code ?? '') ?? '{{none}}', problem?.params)).not.toContain('{{');
    });
    test.each(normalised)('normalises %j to %j', (text, canonical) => {
      expect(format.normalise?.(text)).toBe(canonical);
      expect(format.check(canonical)).toBeUndefined();
    });
    test.skipIf(padding === 'free')('refuses padding, line ends and invisible characters', () => {
      for (const text of good.filter((value) => value !== '')) {
        for (const pattern of PADDINGS)
          expect([text, pattern, format.check(pattern.replace('@', () => text))]).toEqual([text, pattern, expect.anything()]);
      }
    });
    test('normalises no good value into another and leaves bad ones refused or mended', () => {
      for (const text of good) {
        const canonical = format.normalise?.(text) ?? text;
        expect(format.check(canonical)).toBeUndefined();
        expect(format.normalise?.(canonical) ?? canonical).toBe(canonical);
      }
    });
  });
}
