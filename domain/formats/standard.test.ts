import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { schemaFindings } from '#domain/findings.ts';
import { formats } from '#domain/formats/registry.ts';
import { ajvFormats } from '#domain/formats/ajv.ts';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { standardFormats, type StandardFormat } from '#domain/formats/standard.ts';
import { fill } from '#domain/message.ts';
import en from '#locales/en/validation.json' with { type: 'json' };
import zh from '#locales/zh/validation.json' with { type: 'json' };

type Value = string | number;
const table: Record<StandardFormat, { good: Value[]; bad: Value[] }> = {
  duration: { good: ['P1Y2M3DT4H5M6S', 'PT36H', 'P4W', 'P1Y2D'], bad: ['', 'P', 'PT', '4DT12H', 'P2D1Y', 'P1W2D', '-P1D'] },
  'uri-template': { good: ['', '/sites/{siteId}', '{+path}{?q,limit}', '/a/{list*}'], bad: ['/sites/{siteId', '/{}', '/{a b}', '/a b'] },
  'json-pointer': { good: ['', '/', '/a~1b/m~0n'], bad: ['a', '#/a', '/~', '/~2'] },
  'json-pointer-uri-fragment': { good: ['#', '#/a'], bad: ['', '/a', '#a'] },
  'relative-json-pointer': { good: ['0', '1/mask', '2#'], bad: ['', '/mask', '01/mask', '-1/mask', '1##'] },
  'iso-time': { good: ['08:30:00', '08:30:00Z'], bad: ['', '24:00:00', '8:30'] },
  'iso-date-time': { good: ['2026-01-31T08:30:00', '2026-01-31T08:30:00Z'], bad: ['', '2026-01-31', '2026-02-30T08:30:00'] },
  int32: { good: [2_147_483_647, -2_147_483_648], bad: [2_147_483_648, 1.5] },
  int64: { good: [9_007_199_254_740_991], bad: [0.5] },
  float: { good: [1e38, -0.1], bad: [] },
  double: { good: [1e300], bad: [] },
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const [name, format] of Object.entries(ajvFormats)) ajv.addFormat(name, format);

describe.each(Object.entries(table))('%s', (format, { good, bad }) => {
  const check = ajv.compile({ properties: { at: { format } } });

  test('takes what it means, and refuses the rest with a sentence in both languages', () => {
    for (const at of good) expect([at, check({ at })]).toEqual([at, true]);
    for (const at of bad) {
      expect([at, check({ at })]).toEqual([at, false]);
      const [finding] = schemaFindings(check.errors ?? [], { at });
      expect(finding?.pointer).toBe('/at');
      for (const sentences of [en, zh]) {
        const sentence: unknown = Object.entries(sentences).find(([code]) => code === finding?.code)?.[1];
        expect(fill(String(sentence), finding?.params)).toContain(String(at));
      }
    }
  });

  test('is linear', () => {
    for (const piece of ['1', 'a', '/', '{a', 'P1', '-', '#', '~']) {
      const started = performance.now();
      check({ at: piece.repeat(300_000 / piece.length) });
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});

test('none of the library is one of ours', () => {
  expect(Object.keys(standardFormats).filter((name) => name in formats)).toEqual([]);
});

/** Why a format that the library has too is ours: a text of which they do not think the same, or another reason. */
const own: Record<string, { text: string } | { reason: string }> = {
  byte: { reason: 'the expression of the library overflows the stack at a long text' },
  date: { reason: 'date-time is made of it, and a page with a date loads no library' },
  time: { reason: 'date-time is made of it, and a page with a time loads no library' },
  'date-time': { text: '2026-01-31 08:30:00Z' },
  password: { text: 'demo' },
  regex: { text: 'a{1' },
  uri: { text: 'http://h:8x/' },
  'uri-reference': { text: '08:30:00Z' },
};
const shared = Object.values(formats).filter(({ name }) => name in fullFormats);

test.each(shared.map((format) => [format.name, format] as const))('%s is ours for a reason', (name, format) => {
  const said = own[name];
  if (said === undefined) return expect([name, format.normalise !== undefined || format.sortKey !== undefined]).toEqual([name, true]);
  if ('reason' in said) return expect(said.reason.length).toBeGreaterThan(20);
  const library = new Ajv2020({ strict: false }).addFormat(name, Object.entries(fullFormats).find(([each]) => each === name)![1]);
  expect([said.text, library.compile({ format: name })(said.text)]).toEqual([said.text, format.check(said.text) !== undefined]);
});
