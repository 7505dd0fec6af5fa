import type { Entities } from '#generated/server/entities.ts';
import type { ProbeFigures } from '#server/telemetry/port.ts';

type Thresholds = Pick<Entities['SlaTask'], 'latencyThreshold' | 'jitterThreshold' | 'lossThreshold'>;
/** What a result is beyond: the figure, and what a task accepts. */
export type Breach = { value: number; threshold: number; unit: 'ms' | '%' };

/** Loss first: of what is lost nothing else was measured. */
export function breachOf({ latencyThreshold, jitterThreshold, lossThreshold }: Thresholds, figures: ProbeFigures): Breach | undefined {
  const { lossRate, latency = 0, jitter = 0 } = figures;
  if (lossRate > lossThreshold) return { value: lossRate, threshold: lossThreshold, unit: '%' };
  if (latency > latencyThreshold) return { value: latency, threshold: latencyThreshold, unit: 'ms' };
  if (jitter > jitterThreshold) return { value: jitter, threshold: jitterThreshold, unit: 'ms' };
  return undefined;
}

/** The mean of what was measured; nothing where nothing was. */
export function meanOf(values: readonly (number | undefined)[]): number | undefined {
  const measured = values.filter((value) => value !== undefined);
  return measured.length === 0 ? undefined : tenths(measured.reduce((sum, value) => sum + value, 0) / measured.length);
}

/** Those of the values that there are, as a document has them. */
export function measuredOnly<Name extends string>(values: Readonly<Record<Name, number | undefined>>): Partial<Record<Name, number>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<Record<Name, number>>;
}

/**
 * Whether the alarm of a probe is on, by whether its newest periods were beyond what is accepted (the newest last): so many
 * in a row switch it on, as many that are well switch it off, and in between it stays as it is.
 */
export function isOn(was: boolean, beyond: readonly boolean[], consecutive: number): boolean {
  const newest = beyond.slice(-consecutive);
  if (newest.length < consecutive) return was;
  if (newest.every(Boolean)) return true;
  return newest.some(Boolean) ? was : false;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
