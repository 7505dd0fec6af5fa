import { expect, test } from 'vitest';

import { compareVersions } from '#domain/version.ts';

const ascending = ['4.9', '5.0.0', '5.0.1', '5.2.0-rc1', '5.2.0-rc2', '5.2.0-rc10', '5.2.0', '5.10.0', '10.0'];

test('versions sort by their numbers, release candidates before the release', () => {
  expect(ascending.toReversed().toSorted(compareVersions)).toEqual(ascending);
});

test.each([
  ['5.1', '5.1.0'],
  ['5.1.0', '5.1.0'],
  ['5.1.0-a', '5.1.0-a'],
])('%s equals %s', (a, b) => expect(compareVersions(a, b)).toBe(0));
