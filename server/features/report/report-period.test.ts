import { expect, test } from 'vitest';

import { lastPeriod, nextDue } from '#server/features/report/report-period.ts';

const at = (text: string): number => Date.parse(text);
const range = (period: 'month' | 'week' | 'day', text: string): string[] => {
  const { from, to } = lastPeriod(period, at(text));
  return [from, to].map((ms) => new Date(ms).toISOString().slice(0, 10));
};

test('the last whole month, week from Monday, and day', () => {
  expect(range('month', '2026-03-31T23:59:59Z')).toEqual(['2026-02-01', '2026-03-01']);
  expect(range('month', '2026-01-01T00:00:00Z')).toEqual(['2025-12-01', '2026-01-01']);
  expect(range('week', '2026-03-01T12:00:00Z')).toEqual(['2026-02-16', '2026-02-23']);
  expect(range('week', '2026-03-02T00:00:00Z')).toEqual(['2026-02-23', '2026-03-02']);
  expect(range('day', '2026-03-01T12:00:00Z')).toEqual(['2026-02-28', '2026-03-01']);
});

test('the next report is due on the first day after a period, at its time', () => {
  const due = (period: 'month' | 'week' | 'day', time: string, after: string): string =>
    new Date(nextDue(period, time, at(after))).toISOString().slice(0, 16);
  expect(due('month', '00:30', '2026-01-31T10:00:00Z')).toBe('2026-02-01T00:30');
  expect(due('month', '22:00', '2026-02-01T10:00:00Z')).toBe('2026-02-01T22:00');
  expect(due('month', '22:00', '2026-12-15T10:00:00Z')).toBe('2027-01-01T22:00');
  expect(due('week', '08:00', '2026-03-02T08:00:00Z')).toBe('2026-03-09T08:00');
  expect(due('day', '08:00', '2026-02-28T09:00:00Z')).toBe('2026-03-01T08:00');
});
