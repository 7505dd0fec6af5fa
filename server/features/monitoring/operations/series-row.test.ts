import { expect, test } from 'vitest';
import { timestamp } from '#server/store/clock.ts';
import { seriesRow } from './series-row.ts';

const MINUTE = 60_000;
const from = Date.parse('2026-03-02T02:00:00Z');
const window = { from, to: from + 6 * MINUTE, points: 6 };
const at = (minute: number): string => timestamp(from + minute * MINUTE);
const rowOf = (values: (number | null)[], ...silentFrom: number[]) =>
  seriesRow({ name: 'loss', unit: '%', values }, { window, places: silentFrom.map((each) => ({ silentFrom: each })) });

test('where a line ends because its device fell silent that is said, and another gap is another reason', () => {
  expect(rowOf([1, null, 2, null, null, null], from + 4 * MINUTE).gaps).toEqual([
    { from: at(1), to: at(2), reason: 'notStored' },
    { from: at(3), to: at(4), reason: 'notStored' },
    { from: at(4), to: at(6), reason: 'silent' },
  ]);
});

test('several places are silent together only when each of them is', () => {
  const values = [1, null, null, null, null, null];
  expect(rowOf(values, 0, from + 3 * MINUTE).gaps).toEqual([
    { from: at(1), to: at(3), reason: 'notStored' },
    { from: at(3), to: at(6), reason: 'silent' },
  ]);
  expect(rowOf(values, 0, Infinity).gaps).toEqual([{ from: at(1), to: at(6), reason: 'notStored' }]);
  expect(rowOf(values).gaps).toEqual([{ from: at(1), to: at(6), reason: 'notStored' }]);
});

test('what is not over yet is no gap', () => {
  const values = [1, null, 2, null, null, null];
  const { gaps } = seriesRow({ name: 'loss', unit: '%', values }, { window, places: [], now: from + 4.5 * MINUTE });
  expect(gaps).toEqual([
    { from: at(1), to: at(2), reason: 'notStored' },
    { from: at(3), to: at(4), reason: 'notStored' },
  ]);
});

test('what was measured all the time has no gaps, and what never was has one reason for all of it', () => {
  expect(rowOf([1, 2, 3, 4, 5, 0], Infinity)).toEqual({ name: 'loss', unit: '%', values: [1, 2, 3, 4, 5, 0], better: 'lower' });
  expect(rowOf([null, null, null, null, null, null], 0).gaps).toBeUndefined();
});
