import { corrected } from '#domain/traffic/correction.ts';
import { type DirectionStats, statsOf } from '#domain/traffic/stats.ts';
import type { MeasuredSeries, SharedCircuit, SiteTraffic, TrafficStats } from '#generated/server/stored.ts';
import type { MonitorScope } from '#server/features/monitoring/operations/monitor-query.ts';
import { seriesRow } from '#server/features/monitoring/operations/series-row.ts';
import { mapInTurns } from '#server/store/breathe.ts';
import { seedOf, share } from '#server/kernel/draw.ts';
import { commonGap, sumOf } from '#server/telemetry/figures.ts';
import { type Gap, gapOf, instantsOf, type Line, linkCount, type LinkMeasure, type Place } from '#server/telemetry/port.ts';

/** Rates as shown (bits a second), with what was read where that is not the same. */
export type Rates = {
  values: (number | null)[];
  raw: ReadonlyMap<number, number>;
  /** Between the points too. */ peak?: number;
  gap?: Gap;
};

const BITS = 1_000_000;
/** Points that are no farther from each other are as fine as what is measured: the largest is among them. */
const FINE_MS = 60_000;
/** Readings that are looked at circuit by circuit, so that the display correction can be. */
const MOST_CORRECTED = 60_000;

/** What is to be said of rates that the display correction would look at, were the circuits fewer. */
export function correctionNote(scope: MonitorScope): { uncorrected?: true } {
  return scope.correction.enable && !isCorrectable(scope) ? { uncorrected: true } : {};
}

/** Whether circuits are looked at one by one; of more than these only the sum is asked. */
function isCorrectable({ places, window }: MonitorScope): boolean {
  return linkCount(places) * window.points <= MOST_CORRECTED;
}

/** Rates of all circuits of the places (or those of a name) added up. */
export async function ratesOf(scope: MonitorScope, measures: readonly LinkMeasure[], link?: string): Promise<Rates[]> {
  const { places, window, correction, telemetry } = scope;
  const peaks = peaksOf(scope, measures, { of: 'sum', link });
  if (!correction.enable || !isCorrectable(scope)) {
    const [totals, highest] = await Promise.all([telemetry.total({ places, window, measures, link }), peaks]);
    return totals.map(({ measure, values, gap }) => ({ values, raw: new Map(), ...highest('', measure), ...(gap ? { gap } : {}) }));
  }
  const [lines, highest] = await Promise.all([telemetry.series({ places, window, measures, link }), peaks]);
  const bySite = new Map(places.map((place) => [place.siteId, place]));
  const byMeasure = Map.groupBy(lines, ({ measure }): string => measure);
  return Promise.all(
    measures.map(async (measure) => {
      const own = byMeasure.get(measure) ?? [];
      const shown = await mapInTurns(own, (line) => shownLine(line, bySite.get(line.siteId), scope));
      return { ...addedUp(own, shown, window.points), ...highest('', measure) };
    }),
  );
}

/** The largest rates of some circuits, shown as any reading is: one near the capacity of what it is of is replaced. */
async function peaksOf(
  { places, window, correction, telemetry }: MonitorScope,
  measures: readonly LinkMeasure[],
  { of, link }: { of: 'each' | 'sum'; link: string | undefined },
): Promise<(key: string, measure: LinkMeasure) => { peak?: number }> {
  if (window.to - window.from <= FINE_MS * window.points) return () => ({});
  const found = await telemetry.peaks({ places, window, measures, link, of });
  const links = places.flatMap(({ siteId, links: own }) =>
    own.filter(({ name }) => (link ?? name) === name).map((each) => ({ ...each, key: of === 'sum' ? '' : `${siteId} ${each.name}` })),
  );
  const byKey = Map.groupBy(links, ({ key }) => key);
  const values = new Map(found.map(({ siteId, link: name = '', measure, value }) => [`${measure} ${siteId} ${name}`.trim(), value]));
  return (key, measure) => {
    const value = values.get(`${measure} ${key}`.trim());
    if (value === undefined) return {};
    const sends = /tx$/i.test(measure);
    const capacity = (byKey.get(key) ?? []).reduce((sum, { up, down }) => sum + (sends ? up : down), 0) * BITS;
    return { peak: corrected(value, capacity, share(seedOf(`${key}/${measure}/peak`), window.from / 1000), correction).value };
  };
}

/** What a circuit shows: readings near its capacity are replaced, always by the same. */
function shownLine(line: Line, place: Place | undefined, { window, correction }: MonitorScope): (number | null)[] {
  const link = place?.links.find(({ name }) => name === line.link);
  if (!link) return line.values;
  const sends = /tx$/i.test(line.measure);
  const capacity = (sends ? link.up : link.down) * BITS;
  const seed = seedOf(`${line.siteId}/${link.name}/${sends ? 'tx' : 'rx'}/shown`);
  return instantsOf(window).map((at, index) => {
    const value = line.values[index] ?? null;
    return value === null ? null : Math.round(corrected(value, capacity, share(seed, at / 1000), correction).value);
  });
}

function addedUp(lines: readonly Line[], shown: readonly (number | null)[][], points: number): Rates {
  const read = sumOf(lines, points);
  const values = sumOf(
    lines.map((line, index) => ({ ...line, values: shown[index] ?? line.values })),
    points,
  );
  const raw = new Map(values.flatMap((value, index): [number, number][] => (read[index] === value ? [] : [[index, read[index] ?? 0]])));
  const gap = commonGap(lines);
  return { values, raw, ...(gap ? { gap } : {}) };
}

function ratesRow(name: string, { values, raw, gap }: Rates, around: Pick<MonitorScope, 'window' | 'places' | 'now'>): MeasuredSeries {
  const replaced = [...raw].map(([index, read]) => ({ index, raw: read })).toSorted((a, b) => a.index - b.index);
  const direction = /tx$/i.test(name) ? 'up' : 'down';
  return seriesRow({ name, direction, unit: 'bps', values, ...(replaced.length > 0 ? { corrected: replaced } : {}), gap }, around);
}

/** Statistics of a series; the flow is the correction's where points were corrected. */
function rateStats({ values, raw, peak = 0, gap }: Rates, { window, correction }: MonitorScope): DirectionStats & { gap?: Gap } {
  const { max, ...stats } = statsOf(values, (window.to - window.from) / 1000, raw.size > 0 ? correction : undefined);
  return { ...(max === undefined ? {} : { max: Math.max(max, Math.round(peak)) }), ...stats, ...(gap ? { gap } : {}) };
}

/** Both directions with their statistics. */
export function trafficOf(
  scope: MonitorScope,
  tx: Rates | undefined,
  rx: Rates | undefined,
): { traffic: TrafficStats; series: MeasuredSeries[] } {
  return {
    traffic: { tx: tx ? rateStats(tx, scope) : {}, rx: rx ? rateStats(rx, scope) : {} },
    series: [...(tx ? [ratesRow('tx', tx, scope)] : []), ...(rx ? [ratesRow('rx', rx, scope)] : [])],
  };
}

/** Each circuit of some places by itself, with the part of its bandwidth that is used in the mean. */
export async function circuitRows(scope: MonitorScope, only?: string): Promise<SharedCircuit[]> {
  const { places, window, telemetry } = scope;
  const [lines, highest] = await Promise.all([
    telemetry.series({ places, window, measures: ['tx', 'rx'], link: only }),
    peaksOf(scope, ['tx', 'rx'], { of: 'each', link: only }),
  ]);
  const byLink = Map.groupBy(lines, ({ siteId, link }) => `${siteId} ${link ?? ''}`);
  const rows = await mapInTurns(places, (place) =>
    place.links
      .filter(({ name }) => only === undefined || only === name)
      .map(({ name, up, down }) => {
        const own = byLink.get(`${place.siteId} ${name}`) ?? [];
        const stats = (measure: 'tx' | 'rx'): DirectionStats & { gap?: Gap } => {
          const line = own.find((each) => each.measure === measure);
          if (!line) return { gap: 'notStored' };
          const shown = addedUp([line], [shownLine(line, place, scope)], window.points);
          return rateStats({ ...shown, ...highest(`${place.siteId} ${name}`, measure) }, scope);
        };
        const traffic = { tx: stats('tx'), rx: stats('rx') };
        const [usedUp, usedDown] = [usedPart(traffic.tx, up), usedPart(traffic.rx, down)];
        const gap = traffic.tx.gap ?? traffic.rx.gap;
        return {
          siteId: place.siteId,
          site: place.name,
          interface: name,
          up,
          down,
          traffic,
          ...(usedUp === undefined ? {} : { usedUp }),
          ...(usedDown === undefined ? {} : { usedDown }),
          ...(gap === undefined ? {} : { gap }),
        };
      }),
  );
  return rows.flat();
}

/** What each site sent and received on all its circuits together, or why that is not known. */
export async function siteSeries(scope: MonitorScope): Promise<SiteTraffic[]> {
  const { places, window, telemetry, now } = scope;
  const lines = await telemetry.series({ places, window, measures: ['tx', 'rx'] });
  const bySite = Map.groupBy(lines, ({ siteId }) => siteId);
  return mapInTurns(places, (place) => {
    const own = bySite.get(place.siteId) ?? [];
    const rates = (['tx', 'rx'] as const).map((name) => {
      const same = own.filter(({ measure }) => measure === name);
      return {
        name,
        ...addedUp(
          same,
          same.map((line) => shownLine(line, place, scope)),
          window.points,
        ),
      };
    });
    const gap = own.length === 0 ? (gapOf(place, window) ?? 'notStored') : commonGap(own);
    const isKnown = rates.some(({ values }) => values.some((value) => value !== null));
    if (!isKnown) return { siteId: place.siteId, gap: gap ?? 'notStored', series: [] };
    return { siteId: place.siteId, series: rates.map(({ name, ...each }) => ratesRow(name, each, { window, places: [place], now })) };
  });
}

function usedPart({ avg }: DirectionStats, capacity: number): number | undefined {
  return avg === undefined || capacity <= 0 ? undefined : tenths((avg / BITS / capacity) * 100);
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
