const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the option index of monitoring, audit and log queries names, in milliseconds back from now (spec sections 7, 9). */
export const timePresets = [30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 7 * DAY, 30 * DAY] as const;

/**
 * The range that such a query means, in milliseconds: explicit times win, a start alone runs until now, an end alone begins one preset before it.
 */
export function queriedRange(
  given: { from?: number | undefined; to?: number | undefined; option?: number | undefined },
  now: number,
): { from: number; to: number } {
  const to = given.to ?? now;
  const length = timePresets[given.option ?? 0] ?? timePresets[0];
  return { from: given.from ?? to - length, to };
}
