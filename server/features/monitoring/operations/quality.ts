import { scoreOf } from '#domain/traffic/score.ts';
import type { CircuitSummary, MeasuredHistogram, MeasuredSeries } from '#generated/server/stored.ts';
import type { MarksOf } from '#server/features/alarm/index.ts';
import { breathe, mapInTurns } from '#server/store/breathe.ts';
import { tenths } from '#server/features/monitoring/operations/bandwidth.ts';
import type { MonitorScope } from '#server/features/monitoring/operations/monitor-query.ts';
import { seriesRow } from '#server/features/monitoring/operations/series-row.ts';
import { commonGap } from '#server/telemetry/figures.ts';
import type { Line, Measure, Place, Summary } from '#server/telemetry/port.ts';

const unitOf: Partial<Record<Measure, MeasuredSeries['unit']>> = {
  latency: 'ms',
  jitter: 'ms',
  loss: '%',
  rsrp: 'dBm',
  sinr: 'dB',
  cpu: '%',
  memory: '%',
  disk: '%',
  temperature: '°C',
};
const LATENCY_BOUNDS = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500];

/** Each circuit, or device, with its measures over time. */
export async function measuredRows(
  { places, window, telemetry, now }: MonitorScope,
  measures: readonly Measure[],
  { link, marks }: { link?: string | undefined; marks: MarksOf },
): Promise<{ siteId: string; site: string; deviceId?: string; interface: string; series: MeasuredSeries[] }[]> {
  const lines = await telemetry.series({ places, window, measures, link });
  const byPlace = new Map(places.map((place) => [place.siteId, place]));
  const circuits = [...(await byCircuit(lines)).values()];
  const rows = await mapInTurns(circuits, (own) => {
    const [first] = own;
    const place = first && byPlace.get(first.siteId);
    if (!first || !place) return [];
    return [
      {
        ...nameOf(place),
        interface: first.link ?? '',
        series: own.map((line) => ({ ...seriesOf(line, { window, places: [place], now }), ...marks(line) })),
      },
    ];
  });
  return rows.flat();
}

/** What was measured by site and circuit. */
async function byCircuit<Each extends { siteId: string; link?: string }>(lines: readonly Each[]): Promise<Map<string, Each[]>> {
  const found = new Map<string, Each[]>();
  for (const line of lines) {
    await breathe();
    const key = circuitKey(line.siteId, line.link);
    const own = found.get(key);
    if (own) own.push(line);
    else found.set(key, [line]);
  }
  return found;
}

function circuitKey(siteId: string, link = ''): string {
  return `${siteId} ${link}`;
}

function nameOf({ siteId, name, deviceId }: Place): { siteId: string; site: string; deviceId?: string } {
  return { siteId, site: name, ...(deviceId === undefined ? {} : { deviceId }) };
}

function seriesOf({ measure, values, gap }: Line, around: Pick<MonitorScope, 'window' | 'now'> & { places: Place[] }): MeasuredSeries {
  const shown = values.map((value) => (value === null ? null : tenths(value)));
  return seriesRow({ name: measure, unit: unitOf[measure] ?? '%', values: shown, gap }, around);
}

/** Each circuit as one row. Where nothing answered there is no time, not one of 0 ms. */
export async function qualityRows({ places, window, telemetry }: MonitorScope): Promise<CircuitSummary[]> {
  const found = await telemetry.summary({ places, window, measures: ['latency', 'jitter', 'loss', 'availability'] });
  const byLink = await byCircuit(found);
  const rows = await mapInTurns(places, (place) =>
    place.links.map(({ name }) => ({
      siteId: place.siteId,
      site: place.name,
      interface: name,
      ...qualityOf(byLink.get(circuitKey(place.siteId, name)) ?? []),
    })),
  );
  return rows.flat();
}

/** The means of a circuit, and what an operator sorts by. */
function qualityOf(summaries: readonly Summary[]): Omit<CircuitSummary, 'siteId' | 'site' | 'interface'> {
  const mean = (measure: Measure): number | undefined => {
    const found = summaries.find((each) => each.measure === measure)?.mean;
    return found === undefined ? undefined : tenths(found);
  };
  const [latency, jitter, loss, availability] = [mean('latency'), mean('jitter'), mean('loss'), mean('availability')];
  const gap = commonGap(summaries) ?? (summaries.length === 0 ? 'notStored' : undefined);
  return {
    ...(latency === undefined ? {} : { latency }),
    ...(jitter === undefined ? {} : { jitter }),
    ...(loss === undefined ? {} : { loss }),
    ...(availability === undefined ? {} : { availability }),
    ...(loss === undefined || availability === undefined ? {} : { score: scoreOf({ latency, jitter, loss, availability }) }),
    ...(gap ? { gap } : {}),
  };
}

export async function latencyHistogram({ places, window, telemetry }: MonitorScope): Promise<MeasuredHistogram> {
  const bounds = LATENCY_BOUNDS;
  return { unit: 'ms', bounds, ...(await telemetry.histogram({ places, window, measure: 'latency', bounds })) };
}
