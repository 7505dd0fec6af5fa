// What the probes of SLA tasks measured, as a Prometheus-compatible store has it.
import type { Probe, Probed, ProbeFigures, ProbeMeasure } from '#server/telemetry/port.ts';

/** The figures of one probe, from what was found of each measure; undefined where nobody counted its answers. */
export function probeFigures(found: Readonly<Partial<Record<ProbeMeasure, number>>>): ProbeFigures | undefined {
  const { sent, success, latency, latencyMin, latencyMax, jitter } = found;
  if (success === undefined) return undefined;
  const lossRate = tenths(100 - success);
  const counted = sent === undefined ? {} : { sent: Math.round(sent), lost: Math.round((sent * (100 - success)) / 100) };
  // an answer that never came took no time
  const times = success === 0 ? {} : { latency, latencyMin, latencyMax, jitter };
  const timed = Object.entries(times).flatMap(([name, value]) => (value === undefined ? [] : [[name, tenths(value)]]));
  return { ...counted, lossRate, ...Object.fromEntries(timed), availability: tenths(success) };
}

export function keyOf(site: string | undefined, probe: string | undefined): string {
  return JSON.stringify([site, probe]);
}

/** What stands for probes of which nothing is known. */
export function unknownProbes(probes: readonly Probe[], gap: 'failed'): Probed[] {
  return probes.map(({ taskId, place }) => ({ taskId, siteId: place.siteId, gap }));
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
