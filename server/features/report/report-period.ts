const DAY = 86_400_000;

export type ReportPeriod = 'month' | 'week' | 'day';

/** The last whole month, week (from Monday) or day before an instant, in milliseconds. */
export function lastPeriod(period: ReportPeriod, at: number): { from: number; to: number } {
  const to = startOf(period, at);
  return { from: startOf(period, to - 1), to };
}

/** When the next report is due after an instant: on the first day after a period, at a time of day (`HH:MM`, UTC). */
export function nextDue(period: ReportPeriod, timeOfDay: string, after: number): number {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  const offset = (hours * 60 + minutes) * 60_000;
  const start = startOf(period, after);
  return start + offset > after ? start + offset : startAfter(period, start) + offset;
}

function startOf(period: ReportPeriod, at: number): number {
  const date = new Date(at);
  const day = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  if (period === 'day') return day;
  if (period === 'week') return day - ((date.getUTCDay() + 6) % 7) * DAY;
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function startAfter(period: ReportPeriod, start: number): number {
  if (period !== 'month') return start + (period === 'week' ? 7 : 1) * DAY;
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
