import { expect, test } from 'vitest';
import { endsOf, moved, readTime, timeQuery, writeTime } from '#time/time-state.ts';

const NOW = Date.parse('2026-01-06T08:00:00Z');
const MINUTE = 60_000;
const read = (text: string) => readTime(new URLSearchParams(text));
const range = { start: 'startTime', end: 'endTime', option: 'option' };

test('the last 30 minutes unless the address says something else', () => {
  expect(read('')).toEqual({ option: 0, compare: false, every: 0 });
  expect(read('option=99&every=7')).toEqual({ option: 0, compare: false, every: 0 });
  expect(read('option=3&every=30&compare=1')).toEqual({ option: 3, compare: true, every: 30 });
  expect(endsOf(read(''), NOW)).toEqual({ from: NOW - 30 * MINUTE, to: NOW });
});

test('both ends or none, in order', () => {
  const both = 'from=2026-01-06T07:00:00.000Z&to=2026-01-06T07:10:00.000Z';
  expect(read(both)).toMatchObject({ from: NOW - 60 * MINUTE, to: NOW - 50 * MINUTE });
  expect(read('from=2026-01-06T07:00:00Z')).toMatchObject({ option: 0 });
  expect(read('from=2026-01-06T07:10:00Z&to=2026-01-06T07:00:00Z')).toMatchObject({ option: 0 });
});

test('what is written is read again, defaults are left out, others stay', () => {
  const params = new URLSearchParams('tab=x&option=2&every=30');
  expect(writeTime(params, { from: NOW - MINUTE, to: NOW }).toString()).toBe(
    'tab=x&from=2026-01-06T07%3A59%3A00.000Z&to=2026-01-06T08%3A00%3A00.000Z',
  );
  expect(writeTime(params, { option: 0 }).toString()).toBe('tab=x&every=30');
  expect(writeTime(params, { compare: true }).toString()).toBe('tab=x&option=2&compare=1&every=30');
});

test('a preset is asked by its index, the period before it by its ends', () => {
  expect(timeQuery(range, read('option=1'), { now: NOW })).toEqual({ option: 1 });
  expect(timeQuery(range, read('option=1'), { now: NOW, back: 1 })).toEqual({
    startTime: '2026-01-06T06:00:00.000Z',
    endTime: '2026-01-06T07:00:00.000Z',
  });
});

test('moves by half of what is shown, zooms by two, never past now', () => {
  const state = read('from=2026-01-06T06:00:00Z&to=2026-01-06T07:00:00Z');
  expect(moved(state, 'earlier', NOW)).toEqual({ from: NOW - 150 * MINUTE, to: NOW - 90 * MINUTE });
  expect(moved(state, 'later', NOW)).toEqual({ from: NOW - 90 * MINUTE, to: NOW - 30 * MINUTE });
  expect(moved(read(''), 'later', NOW)).toEqual({ from: NOW - 30 * MINUTE, to: NOW });
  expect(moved(state, 'nearer', NOW)).toEqual({ from: NOW - 105 * MINUTE, to: NOW - 75 * MINUTE });
  expect(moved(read(''), 'further', NOW).to).toBe(NOW);
});
