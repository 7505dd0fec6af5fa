import { expect, test } from 'vitest';

import { ringsOf } from '#server/features/upgrade/upgrade-rings.ts';

const devices = Array.from({ length: 20 }, (_, index) => ({ id: `d-${index}`, tags: index % 4 === 0 ? ['hq'] : [] }));
const sizes = (placed: Map<string, number>): number[] => {
  const counts = Map.groupBy(placed.values(), (ring) => ring);
  return [...counts.keys()].toSorted((a, b) => a - b).map((ring) => counts.get(ring)?.length ?? 0);
};

test('a share is of what earlier rings left, 100 % is all the rest', () => {
  const percent = (value: number) => ({ name: String(value), by: 'percent' as const, percent: value });
  expect(sizes(ringsOf([percent(10), percent(50), percent(100)], devices))).toEqual([2, 9, 9]);
  expect(sizes(ringsOf([percent(1)], devices))).toEqual([1]);
});

test('tags take their sites, whoever is left stays out', () => {
  const placed = ringsOf([{ name: 'hq', by: 'tags', siteTags: ['hq', 'other'] }], devices);
  expect([...placed.keys()].toSorted()).toEqual(['d-0', 'd-12', 'd-16', 'd-4', 'd-8']);
});

test('the same devices are first however they are listed', () => {
  const rings = [{ name: 'a', by: 'percent' as const, percent: 30 }];
  expect([...ringsOf(rings, devices).keys()].toSorted()).toEqual([...ringsOf(rings, devices.toReversed()).keys()].toSorted());
});
