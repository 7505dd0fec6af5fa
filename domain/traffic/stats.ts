import { correctedFlow, type Correction } from '#domain/traffic/correction.ts';

/** Traffic of one direction over a range (spec 3): rates in bits a second, flow in bytes. What was not measured is absent. */
export type DirectionStats = { max?: number; avg?: number; current?: number; flow?: number };

/**
 * Statistics of readings (bits a second) that stand at equal distances over so many seconds; gaps are left out. The flow
 * follows from the mean, by the correction's own formula where points were corrected.
 */
export function statsOf(
  readings: readonly (number | null)[],
  seconds: number,
  correction?: Pick<Correction, 'capacityFactor'>,
): DirectionStats {
  const there = readings.filter((each) => each !== null);
  if (there.length === 0) return {};
  const avg = there.reduce((sum, each) => sum + each, 0) / there.length;
  const measured = seconds * (there.length / readings.length);
  const perSecond = correction ? correctedFlow(avg, correction) : avg / 8;
  const last = readings.at(-1);
  return {
    max: Math.round(there.reduce((most, each) => Math.max(most, each), 0)),
    avg: Math.round(avg),
    ...(last === null || last === undefined ? {} : { current: Math.round(last) }),
    flow: Math.round(perSecond * measured),
  };
}
