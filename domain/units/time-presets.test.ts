import { expect, test } from 'vitest';
import { queriedRange, timePresets } from '#domain/units/time-presets.ts';

const now = Date.parse('2026-01-06T08:00:00Z');

test('without a word a query means the last 30 minutes', () => {
  expect(queriedRange({}, now)).toEqual({ from: now - 1_800_000, to: now });
});

test('the option is a 0-based index', () => {
  expect(queriedRange({ option: 0 }, now).from).toBe(now - 30 * 60_000);
  expect(queriedRange({ option: 5 }, now).from).toBe(now - 86_400_000);
  expect(queriedRange({ option: timePresets.length }, now).from).toBe(now - 1_800_000);
});

test('explicit times win over the option', () => {
  expect(queriedRange({ from: 5, to: 9, option: 3 }, now)).toEqual({ from: 5, to: 9 });
  expect(queriedRange({ from: 5, option: 3 }, now)).toEqual({ from: 5, to: now });
  expect(queriedRange({ to: now - 1000, option: 1 }, now)).toEqual({ from: now - 1000 - 3_600_000, to: now - 1000 });
});
