import { expect, test } from 'vitest';

import { lastPeriod, nextDue, type ReportPeriod } from '#server/features/report/report-period.ts';

const minute = (at: number): string => new Date(at).toISOString().slice(0, 16);
const range = (period: ReportPeriod, at: string, timeZone = 'UTC'): string[] => {
  const { from, to } = lastPeriod({ period, timeZone }, Date.parse(at));
  return [minute(from), minute(to)];
};
const due = (period: ReportPeriod, sendAt: string, after: string, timeZone = 'UTC'): string =>
  minute(nextDue({ period, sendAt, timeZone }, Date.parse(after)));

test('the last whole month, week from Monday, and day', () => {
  expect(range('month', '2026-03-31T23:59:59Z')).toEqual(['2026-02-01T00:00', '2026-03-01T00:00']);
  expect(range('month', '2026-01-01T00:00:00Z')).toEqual(['2025-12-01T00:00', '2026-01-01T00:00']);
  expect(range('week', '2026-03-01T12:00:00Z')).toEqual(['2026-02-16T00:00', '2026-02-23T00:00']);
  expect(range('week', '2026-03-02T00:00:00Z')).toEqual(['2026-02-23T00:00', '2026-03-02T00:00']);
  expect(range('day', '2026-03-01T12:00:00Z')).toEqual(['2026-02-28T00:00', '2026-03-01T00:00']);
});

test('they are those of the time zone: a day in China is no day in London', () => {
  expect(range('day', '2026-03-01T15:59:59Z', 'Asia/Shanghai')).toEqual(['2026-02-27T16:00', '2026-02-28T16:00']);
  expect(range('day', '2026-03-01T16:00:00Z', 'Asia/Shanghai')).toEqual(['2026-02-28T16:00', '2026-03-01T16:00']);
  expect(range('month', '2026-02-28T16:00:00Z', 'Asia/Shanghai')).toEqual(['2026-01-31T16:00', '2026-02-28T16:00']);
  expect(range('month', '2028-03-01T04:59:59Z', 'America/New_York')).toEqual(['2028-01-01T05:00', '2028-02-01T05:00']);
  expect(range('month', '2028-03-01T05:00:00Z', 'America/New_York')).toEqual(['2028-02-01T05:00', '2028-03-01T05:00']);
  expect(range('week', '2026-03-01T16:00:00Z', 'Asia/Shanghai')).toEqual(['2026-02-22T16:00', '2026-03-01T16:00']);
});

test('where clocks change, a day has 23 or 25 hours, and so has its week and month', () => {
  // Berlin goes to summer on 29 March and to winter on 25 October 2026
  expect(range('day', '2026-03-30T06:00:00Z', 'Europe/Berlin')).toEqual(['2026-03-28T23:00', '2026-03-29T22:00']);
  expect(range('day', '2026-10-26T06:00:00Z', 'Europe/Berlin')).toEqual(['2026-10-24T22:00', '2026-10-25T23:00']);
  expect(range('month', '2026-04-01T06:00:00Z', 'Europe/Berlin')).toEqual(['2026-02-28T23:00', '2026-03-31T22:00']);
  expect(range('week', '2026-11-01T23:00:00Z', 'Europe/Berlin')).toEqual(['2026-10-25T23:00', '2026-11-01T23:00']);
  // in Beirut the day of the change begins at one
  expect(range('day', '2026-03-30T06:00:00Z', 'Asia/Beirut')).toEqual(['2026-03-28T22:00', '2026-03-29T21:00']);
});

test('the next report is due on the first day after a period, at its time', () => {
  expect(due('month', '00:30', '2026-01-31T10:00:00Z')).toBe('2026-02-01T00:30');
  expect(due('month', '22:00', '2026-02-01T10:00:00Z')).toBe('2026-02-01T22:00');
  expect(due('month', '22:00', '2026-12-15T10:00:00Z')).toBe('2027-01-01T22:00');
  expect(due('week', '08:00', '2026-03-02T08:00:00Z')).toBe('2026-03-09T08:00');
  expect(due('day', '08:00', '2026-02-28T09:00:00Z')).toBe('2026-03-01T08:00');
});

test('its time is that of the clocks of its zone, whatever they do in between', () => {
  expect(due('month', '00:30', '2026-01-31T16:00:00Z', 'Asia/Shanghai')).toBe('2026-01-31T16:30');
  expect(due('month', '00:30', '2026-01-31T16:30:00Z', 'Asia/Shanghai')).toBe('2026-02-28T16:30');
  expect(due('day', '08:00', '2026-03-28T09:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T06:00');
  expect(due('week', '08:00', '2026-10-19T06:00:00Z', 'Europe/Berlin')).toBe('2026-10-26T07:00');
  // half past two is left out that night: it is half an hour after the change
  expect(due('day', '02:30', '2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:30');
  // and twice in autumn: it is made once
  expect(due('day', '02:30', '2026-10-24T12:00:00Z', 'Europe/Berlin')).toBe('2026-10-25T00:30');
  expect(due('day', '02:30', '2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('2026-10-26T01:30');
});
