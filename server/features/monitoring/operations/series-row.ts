import type { MeasuredSeries } from '#generated/server/stored.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Gap, instantsOf, type Place, type Window } from '#server/telemetry/port.ts';

/** Which values of a measure are the good ones; of traffic, requests and terminals neither are. */
const better: Readonly<Partial<Record<string, MeasuredSeries['better']>>> = {
  latency: 'lower',
  jitter: 'lower',
  loss: 'lower',
  availability: 'higher',
  rsrp: 'higher',
  sinr: 'higher',
  signal: 'higher',
  bandwidthLeft: 'higher',
  bandwidthUsed: 'lower',
  cpu: 'lower',
  memory: 'lower',
  disk: 'lower',
  temperature: 'lower',
  p50: 'lower',
  p95: 'lower',
  p99: 'lower',
  errorRate: 'lower',
  apdex: 'higher',
};

type Measured = Omit<MeasuredSeries, 'better' | 'gap' | 'gaps'> & { gap?: Gap | undefined };
/** Where it was measured; nowhere in particular is nowhere that has fallen silent. */
type Around = {
  window: Window;
  places?: readonly Pick<Place, 'silentFrom'>[];
  /** Milliseconds: what is not over yet is no gap. */ now?: number;
};

/** A series with what is said of all of them: which values are good, and why some, or all, are missing. */
export function seriesRow({ gap, ...measured }: Measured, { window, places = [], now = Infinity }: Around): MeasuredSeries {
  const direction = better[measured.name];
  const gaps = gapsIn(measured.values, { window, places, now });
  return {
    ...measured,
    ...(direction ? { better: direction } : {}),
    ...(gap ? { gap } : {}),
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}

/** Stretches in which nothing was measured, of what was measured at another time of the range. */
export function gapsIn(values: MeasuredSeries['values'], { window, places, now }: Required<Around>): NonNullable<MeasuredSeries['gaps']> {
  if (values.every((value) => value === null)) return [];
  const half = (window.to - window.from) / Math.max(1, values.length) / 2;
  const found: { from: number; to: number; reason: Gap }[] = [];
  for (const [index, at] of instantsOf({ ...window, points: values.length }).entries()) {
    if (values[index] !== null || at + half > now) continue;
    const reason: Gap = places.length > 0 && places.every(({ silentFrom }) => silentFrom <= at) ? 'silent' : 'notStored';
    const last = found.at(-1);
    if (last && last.reason === reason && values[index - 1] === null) last.to = Math.round(at + half);
    else found.push({ from: Math.round(at - half), to: Math.round(at + half), reason });
  }
  return found.map(({ from, to, reason }) => ({ from: timestamp(from), to: timestamp(to), reason }));
}
