import { corrected, type Correction } from '#domain/traffic/correction.ts';
import { statsOf, type DirectionStats } from '#domain/traffic/stats.ts';
import { seedOf, share } from '#server/kernel/draw.ts';
import { type Incident } from '#server/simulator/incidents.ts';
import { type Place } from '#server/simulator/network.ts';
import { type Circuit, rateAt } from '#server/simulator/traffic.ts';

export type Direction = 'tx' | 'rx';
/** A stretch of time in milliseconds, seen at so many points. */
export type Window = { from: number; to: number; points: number };
type Series = {
  /** As shown, bits a second; null where nothing was measured. */
  shown: (number | null)[];
  /** Positions of corrected points with what was read. */
  raw: Map<number, number>;
};

const BITS = 1_000_000;

/** The instants of a window: the middle of each of its equal parts. */
export function instantsOf({ from, to, points }: Window): number[] {
  const step = (to - from) / points;
  return Array.from({ length: points }, (_, index) => Math.round(from + (index + 0.5) * step));
}

/** Traffic of circuits in one direction, added up, with the display correction per circuit. */
export function trafficOf(
  place: Place,
  circuits: readonly Circuit[],
  direction: Direction,
  times: readonly number[],
  { incidents, correction }: { incidents: readonly Incident[]; correction: Correction },
): Series {
  const raw = new Map<number, number>();
  const shown = times.map((at, index) => {
    if (at >= place.silentFrom) return null;
    let [sum, read] = [0, 0];
    for (const circuit of circuits) {
      const rate = rateAt(circuit, direction, at, incidents) * BITS;
      const capacity = (direction === 'tx' ? circuit.up : circuit.down) * BITS;
      const point = corrected(rate, capacity, share(seedOf(`${circuit.key}/${direction}/shown`), at / 1000), correction);
      sum += point.value;
      read += point.raw ?? point.value;
    }
    if (read !== sum) raw.set(index, Math.round(read));
    return Math.round(sum);
  });
  return { shown, raw };
}

/** Statistics of a series; the flow is the correction's where points were corrected. */
export function seriesStats({ shown, raw }: Series, { from, to }: Window, correction: Correction): DirectionStats {
  return statsOf(shown, (to - from) / 1000, raw.size > 0 ? correction : undefined);
}
