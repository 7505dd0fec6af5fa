/** Whether an instant lies in the daily window of a policy; one that ends before it starts runs past midnight. */
export function isInWindow(
  { windowStart, windowEnd, timezone = 'Asia/Shanghai' }: { windowStart?: string; windowEnd?: string; timezone?: string },
  now: number,
): boolean {
  if (!windowStart || !windowEnd) return true;
  const time = timeAt(now, timezone);
  return windowStart <= windowEnd ? windowStart <= time && time < windowEnd : time >= windowStart || time < windowEnd;
}

/** `HH:mm` of an instant where the window is meant. */
function timeAt(now: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);
}
