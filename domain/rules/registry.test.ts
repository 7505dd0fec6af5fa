import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ruleOptions, rules, runRules } from '#domain/rules/registry.ts';

describe('rules', () => {
  test('stand under their own names', () => {
    for (const [name, rule] of Object.entries(rules)) expect(rule.name).toBe(name);
    expect(Object.keys(rules)).toHaveLength(20);
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
