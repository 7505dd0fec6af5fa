import { expect, test } from 'vitest';

import { compareVersions } from '#domain/version.ts';

const ascending = [
  '4.9',
  '5.0.0',
  '5.0.1',
  '5.2.0-rc1',
  '5.2.0-rc2',
  '5.2.0-rc10',
  '5.2.0',
  '5.2.0.1',
  '5.2.0.9',
  '5.2.0.10',
  'V5.10.0',
  '10.0',
];

test('versions sort by their numbers, release candidates before the release', () => {
  expect(ascending.toReversed().toSorted((a, b) => compareVersions(a, b) ?? 0)).toEqual(ascending);
});

test.each([
  ['5.1', '5.1.0'],
  ['5.1.0', '5.1.0'],
  ['5.1.0', '5.1.0.0'],
  ['5.1.0-a', '5.1.0-a'],
  ['V5', '5.0.0'],
  ['v5.1', '5.1'],
  ['5.1.02', '5.1.2'],
  ['5.1.0+build.7', '5.1.0'],
  ['V5.1.0-rc1+build.7', '5.1.0-rc1'],
])('%s equals %s', (a, b) => expect(compareVersions(a, b)).toBe(0));

test.each([
  ['V4', '5.0.0'],
  ['5.0.9+build.900', '5.1.0'],
  ['5.1.0-rc1', '5.1.0+build.1'],
  ['5.1.0.3-rc1', '5.1.0.3'],
])('%s is older than %s', (a, b) => {
  expect(compareVersions(a, b)).toBeLessThan(0);
  expect(compareVersions(b, a)).toBeGreaterThan(0);
});

test.each(['', 'unknown', '5.x', '1.2.3.4.5', '5..1', '5.1.0 beta'])('%j is no version: it is neither older nor newer', (text) => {
  expect(compareVersions(text, '5.1.0')).toBeUndefined();
  expect(compareVersions('5.1.0', text)).toBeUndefined();
});
