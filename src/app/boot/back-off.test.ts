import { expect, test } from 'vitest';
import { backOff } from './back-off.ts';

test('doubles from four seconds to five minutes, spread by a quarter', () => {
  expect([0, 1, 2, 3].map((failures) => backOff(failures, 0.5))).toEqual([4000, 8000, 16_000, 32_000]);
  expect([0, 1].map((chance) => backOff(0, chance))).toEqual([3000, 5000]);
  expect(backOff(99, 0.5)).toBe(300_000);
});
