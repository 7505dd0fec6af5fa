import type { TimeRange } from '#domain/packets/rule.ts';

/** Whether a time range holds at `2026-03-02T09:30`. It begins with its first minute and ends before its last. */
export function holdsAt(range: TimeRange, at: string): boolean {
  const [date = '', time = ''] = at.split('T');
  if (range.kind === 'dates') {
    const from = `${range.startDate ?? ''}T${range.startTime ?? '00:00'}`;
    const to = `${range.endDate ?? ''}T${range.endTime ?? '24:00'}`;
    return from <= at && at < to;
  }
  if (time < (range.startTime ?? '00:00') || time >= (range.endTime ?? '24:00')) return false;
  if (range.kind === 'monthday') return range.monthdays?.includes(Number(date.slice(8))) === true;
  return range.weekdays?.includes(weekdayOf(date)) === true;
}

/** Whether one range holds whenever the other does. */
export function coversTime(outer: TimeRange | undefined, inner: TimeRange | undefined): boolean {
  if (!outer) return true;
  if (!inner || outer.kind !== inner.kind) return false;
  if (outer.kind === 'dates') {
    const start = (range: TimeRange): string => `${range.startDate ?? ''}T${range.startTime ?? '00:00'}`;
    const end = (range: TimeRange): string => `${range.endDate ?? ''}T${range.endTime ?? '24:00'}`;
    return start(outer) <= start(inner) && end(inner) <= end(outer);
  }
  const days = (range: TimeRange): readonly number[] => (range.kind === 'weekday' ? range.weekdays : range.monthdays) ?? [];
  const known = new Set(days(outer));
  return (
    days(inner).every((day) => known.has(day)) &&
    (outer.startTime ?? '00:00') <= (inner.startTime ?? '00:00') &&
    (inner.endTime ?? '24:00') <= (outer.endTime ?? '24:00')
  );
}

/** 1 is Monday. */
function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}
