import { describe, expect, test } from 'vitest';

import { applyPatch, diff } from '#server/store/items/patch.ts';
import type { Json } from '#domain/model.ts';

const pairs: [string, Json, Json][] = [
  ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }],
  ['a property', { a: 1, b: 2 }, { a: 1, b: 3, c: 4 }],
  ['a removed property with odd names', { 'a/b': 1, 'm~n': 2 }, { 'm~n': 3 }],
  ['an insertion at the front', [1, 2, 3], [0, 1, 2, 3]],
  ['an insertion and a removal far apart', [1, 2, 3, 4, 5, 6], [9, 1, 2, 3, 5, 6]],
  ['a reordering', ['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c', 'e']],
  [
    'objects in an array',
    { lan: [{ ip: '10.0.0.1', mask: 24 }, { ip: '10.0.1.1' }] },
    { lan: [{ ip: '10.0.0.1', mask: 25 }, { ip: '10.0.1.1' }] },
  ],
  ['an emptied array', [1, 2], []],
  ['a filled array', [], [1, 2]],
  ['another kind', { a: [1] }, { a: { b: null } }],
  ['null', { a: null }, { a: 0 }],
];

describe('patches', () => {
  test.each(pairs)('there and back: %s', (_name, from, to) => {
    expect(applyPatch(from, diff(from, to))).toEqual(to);
    expect(applyPatch(to, diff(to, from))).toEqual(from);
  });

  test('random documents, there and back', () => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 16_807) % 2_147_483_647) % below;
    const value = (depth: number): Json => {
      const kind = random(depth > 2 ? 2 : 4);
      if (kind === 0) return random(3);
      if (kind === 1) return 'xyz'.charAt(random(3));
      if (kind === 2) return Array.from({ length: random(6) }, () => value(depth + 1));
      return Object.fromEntries(Array.from({ length: random(4) }, () => ['abc'.charAt(random(3)), value(depth + 1)]));
    };
    for (let round = 0; round < 2000; round++) {
      const [from, to] = [value(0), value(0)];
      expect(applyPatch(from, diff(from, to))).toEqual(to);
    }
  });

  test('one rule of 65,535 costs one operation, wherever it is put', () => {
    const rules = Array.from({ length: 65_535 }, (_, index) => `10.${index >> 8}.${index & 255}.1`);
    expect(diff(rules, ['1.1.1.1', ...rules])).toEqual([{ op: 'add', path: '/0', value: '1.1.1.1' }]);
    expect(diff(rules, rules.toSpliced(30_000, 1))).toEqual([{ op: 'remove', path: '/30000' }]);
    const both = ['1.1.1.1', ...rules.toSpliced(60_000, 1)];
    expect(diff(rules, both)).toHaveLength(2);
    expect(applyPatch(rules, diff(rules, both))).toEqual(both);
  });

  test('an array that changed throughout is replaced whole', () => {
    const from = Array.from({ length: 5000 }, (_, index) => index);
    const to = from.map((value) => value + 10_000);
    expect(diff({ from }, { from: to })).toEqual([{ op: 'replace', path: '/from', value: to }]);
  });
});
