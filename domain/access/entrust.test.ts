import { describe, expect, test } from 'vitest';

import { isRunning, mergeEntrusts } from '#domain/access/entrust.ts';

const NOW = Date.parse('2024-06-15T12:00:00Z');
const user = { username: 'a@b.c', scopes: ['0-0-0'], companies: ['c1'], regions: ['r1'] };
const entrust = {
  startTime: '2024-06-15T00:00:00Z',
  endTime: '2024-06-16T00:00:00Z',
  roles: [{ scopes: ['0-0-0', '0-0-1'] }, {}],
  companies: ['c2', 'c1'],
  regions: ['r2'],
};

describe('entrusts', () => {
  test.each([
    ['2024-06-15T12:00:00Z', '2024-06-16T00:00:00Z', true],
    ['2024-06-14T00:00:00Z', '2024-06-15T12:00:00Z', true],
    ['2024-06-15T12:00:01Z', '2024-06-16T00:00:00Z', false],
    ['2024-06-14T00:00:00Z', '2024-06-15T11:59:59Z', false],
    ['2024-06-15T20:00:00+08:00', '2024-06-16T00:00:00Z', true],
    [NOW / 1000, NOW / 1000, true],
    [NOW / 1000 + 1, NOW / 1000 + 2, false],
    ['', '2024-06-16T00:00:00Z', false],
    ['2024-06-14T00:00:00Z', 'never', false],
  ])('from %s to %s runs: %s', (startTime, endTime, running) => {
    expect(isRunning({ startTime, endTime }, NOW)).toBe(running);
  });

  test('merge without duplicates, the rest of the user untouched', () => {
    expect(mergeEntrusts(user, [entrust, entrust], NOW)).toEqual({
      username: 'a@b.c',
      scopes: ['0-0-0', '0-0-1'],
      companies: ['c1', 'c2'],
      regions: ['r1', 'r2'],
    });
    expect(user.scopes).toEqual(['0-0-0']);
  });

  test('grant nothing outside their period', () => {
    expect(mergeEntrusts(user, [{ ...entrust, endTime: '2024-06-15T11:00:00Z' }], NOW)).toEqual(user);
    expect(mergeEntrusts(user, [{ startTime: entrust.startTime, endTime: entrust.endTime }], NOW)).toEqual(user);
  });
});
