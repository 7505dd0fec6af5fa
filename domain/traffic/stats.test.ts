import { expect, test } from 'vitest';
import { statsOf } from '#domain/traffic/stats.ts';

test('max, avg, current and flow of a direction', () => {
  expect(statsOf([8000, 16_000, 24_000], 30)).toEqual({ max: 24_000, avg: 16_000, current: 24_000, flow: 60_000 });
});

test('gaps carry nothing; a gap at the end is no current rate, and nothing measured is no 0', () => {
  expect(statsOf([8000, null, 8000, null], 40)).toEqual({ max: 8000, avg: 8000, flow: 20_000 });
  expect(statsOf([null, null], 40)).toEqual({});
  expect(statsOf([], 40)).toEqual({});
});

test('corrected displays derive the flow from the mean by their own formula', () => {
  expect(statsOf([8000, 8000], 10, { capacityFactor: 1 }).flow).toBe(11_000);
});
