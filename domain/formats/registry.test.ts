import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { formats, isFormat } from '#domain/formats/registry.ts';

const HERE = import.meta.dirname;
const VECTORS = join(HERE, '../../../shared/vectors');
const NASTY = [
  '\0',
  '\ud800',
  'a\udc00',
  '１２７．０．０．１',
  '：',
  '\u202e',
  '%',
  '\\',
  '*',
  ' ',
  '\n',
  '-',
  '.',
  ',',
  ';',
  '/',
  '@',
  '[',
  '0x',
  '𝟏',
  '💡',
];

type VectorGroup = { description: string; tests: { description: string; data: unknown; valid: boolean }[] };

describe('registry', () => {
  test('has an entry for every format file, under its own name', () => {
    const files = readdirSync(HERE)
      .filter(
        (file) =>
          file.endsWith('.test.ts') &&
          !['ip.test.ts', 'registry.test.ts', 'format.test.ts', 'address-set.test.ts', 'standard.test.ts'].includes(file),
      )
      .map((file) => basename(file, '.test.ts').replace('ip-address', 'ip'));
    expect(Object.keys(formats).toSorted()).toEqual(files.toSorted());
    for (const [name, format] of Object.entries(formats)) expect(format.name).toBe(name);
  });

  test('knows no inherited names', () => {
    expect([isFormat('cidr'), isFormat('toString'), isFormat('__proto__'), isFormat('')]).toEqual([true, false, false, false]);
  });

  describe.each(Object.values(formats).map((format) => [format.name, format] as const))('%s', (_, format) => {
    test('survives any text; normalising is idempotent and never spoils a valid value', () => {
      const pieces = fc.array(fc.constantFrom(...NASTY, '1', '0', 'a', ':', '10.0.0.1', '::1', 'b.c'), { maxLength: 8 });
      const texts = fc.oneof(
        fc.string({ unit: 'binary' }),
        pieces.map((parts) => parts.join('')),
      );
      fc.assert(
        fc.property(texts, (text) => {
          const canonical = format.normalise?.(text) ?? text;
          expect(format.normalise?.(canonical) ?? canonical).toBe(canonical);
          if (!format.check(text)) {
            expect(format.check(canonical)).toBeUndefined();
            expect(typeof (format.sortKey?.(text) ?? '')).toBe('string');
          }
        }),
        { numRuns: 300 },
      );
    });

    test('is linear: a long text is answered at once, where a quadratic check would take minutes', () => {
      for (const piece of ['1', 'a', '1.', 'a.', ':', '1,', '/', 'a@', '-', ' ', 'P1', '中', 'xn--', 'aA1']) {
        const started = performance.now();
        format.check(piece.repeat(300_000 / piece.length));
        expect(performance.now() - started).toBeLessThan(5_000);
      }
    });
  });
});

describe('standard vectors', () => {
  const files = existsSync(VECTORS) ? readdirSync(VECTORS).filter((file) => file.endsWith('.json')) : [];

  test.skipIf(files.length === 0)('are there for known formats', () => {
    expect(files.map((file) => basename(file, '.json')).filter((name) => !isFormat(name))).toEqual([]);
  });

  for (const file of files) {
    const format = formats[basename(file, '.json')];
    const groups: VectorGroup[] = JSON.parse(readFileSync(join(VECTORS, file), 'utf8'));
    for (const group of groups) {
      // other types than text are always valid: the check never sees them
      const cases = group.tests.filter((one): one is typeof one & { data: string } => typeof one.data === 'string');
      test.each(cases)(`${format?.name}: $description`, ({ data, valid }) => {
        expect(format?.check(data) === undefined).toBe(valid);
      });
    }
  }
});
