import { formatDateTime, parseDateTime } from '#domain/units/date-time.ts';

const DAY = 86_400_000;

export type ReportPeriod = 'month' | 'week' | 'day';
/** When a report is due: after each period, at a time of day (`HH:MM`), both as the clocks of a time zone say. */
export type Schedule = { period: ReportPeriod; sendAt: string; timeZone: string };

/** Reports without a time zone are of before there was one: of Coordinated Universal Time. */
export const BEFORE_ZONES = 'UTC';

/** The last whole month, week (from Monday) or day of a time zone before an instant, in milliseconds. */
export function lastPeriod({ period, timeZone }: Omit<Schedule, 'sendAt'>, at: number): { from: number; to: number } {
  const to = firstDay(period, dayOf(at, timeZone));
  return { from: clockAt(firstDay(period, to - DAY), '00:00', timeZone), to: clockAt(to, '00:00', timeZone) };
}

/** When the next report is due after an instant: on the first day after a period. */
export function nextDue({ period, sendAt, timeZone }: Schedule, after: number): number {
  const first = firstDay(period, dayOf(after, timeZone));
  const due = clockAt(first, sendAt, timeZone);
  return due > after ? due : clockAt(dayAfter(period, first), sendAt, timeZone);
}

// days are counted as midnights of Coordinated Universal Time: there each of them has 24 hours

function dayOf(at: number, timeZone: string): number {
  return Date.parse(formatDateTime(new Date(at).toISOString(), timeZone, 'day'));
}

function clockAt(day: number, time: string, timeZone: string): number {
  const text = `${new Date(day).toISOString().slice(0, 10)} ${time}`;
  const at = parseDateTime(text, timeZone);
  if (at === undefined) throw new Error(`${text} is no time.`);
  return at;
}

function firstDay(period: ReportPeriod, day: number): number {
  const date = new Date(day);
  if (period === 'day') return day;
  if (period === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function dayAfter(period: ReportPeriod, first: number): number {
  if (period !== 'month') return first + (period === 'week' ? 7 : 1) * DAY;
  const date = new Date(first);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
