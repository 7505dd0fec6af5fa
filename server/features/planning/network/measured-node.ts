import { scoreOf } from '#domain/traffic/score.ts';
import type { MeasurementGap, NetworkState } from '#generated/server/stored.ts';
import { reportedState, type SitePlace } from '#server/features/site/index.ts';
import { commonGap } from '#server/telemetry/figures.ts';
import type { Measure, Summary } from '#server/telemetry/port.ts';

/** How the WAN ports of a site do; `access`: as what leads over them is to be called. */
export type Figures = { load?: number; latency?: number; loss?: number; gap?: MeasurementGap; access: NetworkState };

export const nodeMeasures = ['tx', 'rx', 'latency', 'jitter', 'loss', 'availability'] satisfies Measure[];

const BITS = 1_000_000;
/** A circuit below this score is not well. */
const WELL = 90;

/** All ports together for the load, the one that answers best for times and losses. */
export function figuresOf(place: SitePlace, own: readonly Summary[]): Figures {
  const reported = reportedState(place);
  if (reported === 'unknown' && own.every(({ mean }) => mean === undefined)) return { gap: 'neverReported', access: 'unknown' };
  if (reported === 'down') return { gap: 'silent', access: 'down' };
  const ports = place.links.map(({ name }) => {
    const of = (measure: Measure): Summary | undefined => own.find((each) => each.link === name && each.measure === measure);
    return { latency: of('latency')?.mean, jitter: of('jitter')?.mean, loss: of('loss')?.mean, availability: of('availability') };
  });
  const answering = ports.filter(({ availability }) => availability?.last !== undefined);
  if (answering.length === 0) return { gap: commonGap(own) ?? 'notStored', access: 'unknown' };
  const [best] = answering
    .filter(({ availability }) => (availability?.last ?? 0) > 0)
    .toSorted((a, b) => (a.loss ?? Infinity) - (b.loss ?? Infinity) || (a.latency ?? Infinity) - (b.latency ?? Infinity));
  const load = loadOf(place, own);
  if (!best) return { ...(load === undefined ? {} : { load }), loss: 100, access: 'down' };
  const { latency, jitter, loss } = best;
  const score = scoreOf({ latency, jitter, loss: loss ?? 0, availability: best.availability?.last ?? 0 });
  return {
    ...(load === undefined ? {} : { load }),
    ...(latency === undefined ? {} : { latency: Math.round(latency) }),
    ...(loss === undefined ? {} : { loss: tenths(loss) }),
    access: score < WELL ? 'degraded' : 'up',
  };
}

/** Per cent of the bandwidth in the fuller direction, of the ports whose rate was measured. */
function loadOf({ links }: SitePlace, own: readonly Summary[]): number | undefined {
  const used = (measure: 'tx' | 'rx', side: 'up' | 'down'): number | undefined => {
    const measured = links.flatMap((link) => {
      const mean = own.find((each) => each.link === link.name && each.measure === measure)?.mean;
      return mean === undefined ? [] : [{ mean, capacity: link[side] * BITS }];
    });
    const capacity = measured.reduce((sum, each) => sum + each.capacity, 0);
    return capacity > 0 ? (measured.reduce((sum, { mean }) => sum + mean, 0) / capacity) * 100 : undefined;
  };
  const both = [used('tx', 'up'), used('rx', 'down')].filter((part) => part !== undefined);
  return both.length === 0 ? undefined : Math.round(Math.max(...both));
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
