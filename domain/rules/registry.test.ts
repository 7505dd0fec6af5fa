import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { setPointer } from '#domain/pointer.ts';
import { ruleOptions, rules, runRules } from '#domain/rules/registry.ts';
import { selectRows } from '#domain/select.ts';

describe('rules', () => {
  test('stand under their own names', () => {
    for (const [name, rule] of Object.entries(rules)) expect(rule.name).toBe(name);
    expect(Object.keys(rules)).toContain('unique');
  });

  test('tell their options, `when` for all', () => {
    expect(ruleOptions('unique')).toEqual(['by', 'of', 'when']);
    expect(ruleOptions('lanModes')).toEqual(['when']);
    expect(ruleOptions('toString')).toBeUndefined();
  });

  test('an unknown rule is an error of the contract', () => {
    expect(() => runRules([{ use: 'toString', over: [] }], {})).toThrow('toString');
  });

  test('come in the order of the schema, with their levels', () => {
    const found = runRules(
      [
        { use: 'atLeastOne', over: ['a'], level: 'warn' },
        { use: 'atLeastOne', over: ['b'] },
      ],
      {},
    );
    expect(found.map(({ pointer, level }) => [pointer, level])).toEqual([
      ['/a', 'warn'],
      ['/b', 'error'],
    ]);
  });

  test.each(Object.keys(rules))('%s survives any document', (use) => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom('10.0.0.1', '10.0.0.0/8', '24', 24, '80-90', '::1', 'FIA', 'gateway'),
    );
    const row = fc.dictionary(fc.constantFrom('a', 'b'), value);
    fc.assert(
      fc.property(fc.record({ x: fc.oneof(fc.array(row, { maxLength: 4 }), value), y: value, z: value }), (doc) => {
        for (const over of [['x[].a', 'x[].b'], ['y', 'z'], ['y', 'x[].a'], ['x'], ['x[]'], ['']]) {
          for (const violation of runRules([{ use, over, with: { ranges: ['1-5'], values: [1], max: 1, counts: {} } }], doc)) {
            expect(violation.code).toMatch(/^rule\./);
            expect(violation.pointer).toMatch(/^(?:\/|$)/);
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('a place that is wrong already', () => {
  const value = fc.oneof(
    fc.constantFrom('10.0.0.1', '10.0.0.9', '10.0.0.0/8', '24', 24, 8, '80-90', '85', 'FIA', 'DIA', 'gateway', '', true, null),
    fc.constant(undefined),
  );
  const element = fc.record({ a: value, b: value });
  const document = fc.record({ x: fc.array(element, { minLength: 1, maxLength: 4 }), y: value, z: value });

  test.each(Object.keys(rules))('is no cause for %s: what it says of the others holds whatever comes there', (use) => {
    fc.assert(
      fc.property(document, value, fc.nat(), (doc, other, seed) => {
        for (const over of [['x[].a', 'x[].b'], ['y', 'z'], ['y', 'x[].a'], ['x[].a']]) {
          const cells = selectRows(doc, over).flat();
          const place = cells[seed % cells.length]?.pointer ?? '/y';
          const rule = { use, over, with: { ranges: ['1-5'], values: [1], max: 1, counts: { gateway: { min: 2, max: 3 } } } };
          const now = runRules([rule], doc, [place]).map(({ pointer }) => pointer);
          const then = runRules([rule], setPointer(doc, place, other)).map(({ pointer }) => pointer);
          expect(then).toEqual(expect.arrayContaining(now));
          expect(now).not.toContain(place);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('leaves the rows beside it to the rule, and silences one that needs all', () => {
    const doc = { m: ['a', 'a', 'b', 'b'], n: undefined };
    expect(runRules([{ use: 'unique', over: ['m[]'] }], doc, ['/m/1'])).toMatchObject([{ pointer: '/m/3' }]);
    expect(runRules([{ use: 'atLeastOne', over: ['n'] }], doc, [])).toHaveLength(1);
    expect(runRules([{ use: 'atLeastOne', over: ['n'] }], doc, ['/n'])).toEqual([]);
  });
});
