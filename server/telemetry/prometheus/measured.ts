// What is asked of the store, and its answers as the port has them. A thread of its own takes this file for its work.
import { isKeyOf, keysOf } from '#domain/json.ts';
import type { TrafficCategory } from '#generated/server/stored.ts';
import { largestFlows } from '#server/telemetry/flow-rows.ts';
import { histogramOf, peakOf, rankedBy, sumOf, summaryOf } from '#server/telemetry/figures.ts';
import {
  addsUp,
  type ApplicationLine,
  type Ask,
  type Distribution,
  type FlowRow,
  type Gap,
  gapOf,
  isOfLink,
  type Latest,
  type Line,
  linksOf,
  type Measure,
  noValues,
  type Peak,
  type Place,
  type Probed,
  type ProbeMeasure,
  type Ranked,
  type RecordedFlows,
  type Summary,
  type TargetLine,
  type TargetMeasure,
  type Telemetry,
  type Total,
  type Window,
} from '#server/telemetry/port.ts';
import { keyOf, probeFigures, unknownProbes } from '#server/telemetry/prometheus/probes.ts';
import { bySites, filled, plain, quoted, SITES_A_QUERY } from '#server/telemetry/prometheus/by-sites.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import { type SampleStream, queryAt, queryRange, type Span, TelemetryError } from '#server/telemetry/prometheus/query.ts';

type MeasuredQuery<Name extends Exclude<keyof Telemetry, 'source' | 'lag' | 'silence' | 'seen' | 'close'>> = Parameters<
  Telemetry[Name]
>[0] & {
  config: PrometheusConfig;
};
/** An answer with what went wrong on the way to it. */
export type Answered<T> = { answer: T; troubles: string[] };

/** A largest value is looked for at so many points at most, means of what lies between them. */
const PEAK_POINTS = 10_000;
/** A mean over a range is taken from so many points at most. */
const SUMMARY_POINTS = 60;
const categories: Record<TrafficCategory, true> = {
  office: true,
  web: true,
  video: true,
  social: true,
  download: true,
  game: true,
  saas: true,
  other: true,
};

export async function series({ config, ...ask }: MeasuredQuery<'series'>): Promise<Answered<Line[]>> {
  const { window } = ask;
  return collected(
    ask.measures,
    async (measure) => {
      const found = await inParts(config, ask, (selector) => queryRange(config, byLine(measure, selector, config, window), spanOf(window)));
      return linesOf({ config, ask, measure, found });
    },
    (measure) => linesOf({ config, ask, measure, found: 'failed' }),
  );
}

export async function summary({ window, ...ask }: MeasuredQuery<'summary'>): Promise<Answered<Summary[]>> {
  const coarse = { ...window, points: Math.min(window.points, SUMMARY_POINTS) };
  const { answer, troubles } = await series({ ...ask, window: coarse });
  return { answer: answer.map(summaryOf), troubles };
}

export async function top(ask: MeasuredQuery<'top'>): Promise<Answered<Ranked[]>> {
  const measures = [ask.measure];
  if (ask.statistic === 'max') {
    const { answer, troubles } = await peaks({ ...ask, measures, of: 'each' });
    return { answer: rankedBy(answer, ask), troubles };
  }
  const { answer, troubles } = await summary({ ...ask, measures });
  return {
    answer: rankedBy(
      answer.map(({ siteId, mean }) => ({ siteId, value: mean })),
      ask,
    ),
    troubles,
  };
}

export async function peaks({ config, of, ...ask }: MeasuredQuery<'peaks'>): Promise<Answered<Peak[]>> {
  const { places, measures } = ask;
  // what several queries answer of their parts happened at different times
  if (of === 'sum' && places.length > SITES_A_QUERY) return { answer: [], troubles: [] };
  const window = { ...ask.window, points: Math.min(ask.window.points, 1) };
  const asked = { ...ask, window };
  return collected(
    measures,
    async (measure) => {
      const query = (selector: string): string =>
        of === 'sum'
          ? highest((over) => `sum(${filled(config.measures[measure], selector, config, over)})`, config, window)
          : peakQuery(measure, selector, config, window);
      const found = await inParts(config, asked, (selector) => queryAt(config, query(selector), window.to / 1000));
      if (of === 'each') return linesOf({ config, ask: asked, measure, found }).map(peakOf);
      return found.map((each) => peakOf({ siteId: '', measure, values: valuesOf(each, window) }));
    },
    () => [],
  );
}

export async function histogram(ask: MeasuredQuery<'histogram'>): Promise<Answered<Distribution>> {
  const { answer, troubles } = await series({ ...ask, measures: [ask.measure] });
  return { answer: histogramOf(answer, ask.bounds), troubles };
}

export async function total({ config, ...ask }: MeasuredQuery<'total'>): Promise<Answered<Total[]>> {
  const { places, window, measures } = ask;
  return collected(
    measures,
    async (measure) => {
      const query = (selector: string): string => `sum(${filled(config.measures[measure], selector, config, window)})`;
      const found = await inParts(config, ask, (selector) => queryRange(config, query(selector), spanOf(window)));
      const values = sumOf(
        found.map((each) => ({ siteId: '', measure, values: valuesOf(each, window) })),
        window.points,
      );
      return [{ measure, values, ...(values.every((value) => value === null) ? { gap: reasonOf(places, window) } : {}) }];
    },
    (measure) => [{ measure, values: noValues(window), gap: 'failed' }],
  );
}

export async function latest({ config, at, ...ask }: MeasuredQuery<'latest'>): Promise<Answered<Latest[]>> {
  const window = { from: at - config.window * 1000, to: at, points: 1 };
  return collected(
    ask.measures,
    async (measure) => {
      const found = await inParts(config, { ...ask, window }, (selector) =>
        queryAt(config, byLine(measure, selector, config, window), at / 1000),
      );
      return linesOf({ config, ask: { ...ask, window }, measure, found }).map(({ values: [value], ...line }) =>
        typeof value === 'number' ? { ...line, value, at } : line,
      );
    },
    (measure) => linesOf({ config, ask: { ...ask, window }, measure, found: 'failed' }).map(({ values: _none, ...line }) => line),
  );
}

export async function applications({ config, ...ask }: MeasuredQuery<'applications'>): Promise<Answered<ApplicationLine[]>> {
  const { application, category } = config.labels;
  const { window } = ask;
  const query = (selector: string): string =>
    `sum by (${application}, ${category}) (${filled(config.application, selector, config, window)})`;
  return collected(
    ['applications'],
    async () => {
      const found = await inParts(config, ask, (selector) => queryRange(config, query(selector), spanOf(window)));
      const byName = Map.groupBy(found, ({ labels }) => labels[application] ?? '');
      return [...byName].map(([name, own]) => {
        const kind = own[0]?.labels[category];
        const lines = own.map((each): Line => ({ siteId: '', measure: 'tx', values: valuesOf(each, window) }));
        return { name, category: isKeyOf(categories, kind) ? kind : 'other', values: sumOf(lines, window.points) };
      });
    },
    () => [],
  );
}

/** Totals of the whole range by user, application and destination, and the rate of all of them over time. */
export async function flows({ config, narrow, most, ...ask }: MeasuredQuery<'flows'>): Promise<Answered<RecordedFlows>> {
  const { labels } = config;
  const { window } = ask;
  const seconds = (window.to - window.from) / 1000;
  const only = (['user', 'application', 'destination'] as const).flatMap((name) => {
    const value = narrow[name];
    return value === undefined ? [] : [`,${labels[name]}=${quoted(value)}`];
  });
  const of = (selector: string, over: Window): string => filled(config.flow, selector + only.join(''), config, over);
  const by = [labels.user, labels.application, labels.category, labels.destination].join(', ');
  // one point stands for what each query covers, the shortest time at least
  const covered = Math.max(config.window, seconds / Math.max(1, window.points));
  const { answer, troubles } = await collected<string, RecordedFlows>(
    ['flows'],
    async () => {
      const [totals, rates] = await Promise.all([
        inParts(config, ask, (selector) => queryAt(config, `sum by (${by}) (${of(selector, { ...window, points: 1 })})`, window.to / 1000)),
        inParts(config, ask, (selector) => queryRange(config, `sum(${of(selector, window)})`, spanOf(window))),
      ]);
      const rows = totals.flatMap(({ labels: own, values: [[, bytes] = [0, 0]] }): FlowRow[] => {
        const kind = own[labels.category];
        const text = (name: 'user' | 'application' | 'destination'): string => own[labels[name]] ?? '';
        const category = isKeyOf(categories, kind) ? kind : 'other';
        return bytes > 0
          ? [{ user: text('user'), application: text('application'), category, destination: text('destination'), bytes }]
          : [];
      });
      const lines = rates.map((each): Line => ({ siteId: '', measure: 'tx', values: valuesOf(each, window) }));
      const values = sumOf(lines, window.points).map((value) => (value === null ? null : Math.round((value * 8) / covered)));
      return [{ rows: largestFlows(rows, most), values, ...(rows.length === 0 ? { gap: reasonOf(ask.places, window) } : {}) }];
    },
    () => [{ rows: [], values: noValues(window), gap: 'failed' }],
  );
  return { answer: answer[0] ?? { rows: [], values: noValues(window), gap: 'notStored' }, troubles };
}

export async function targets({ config, targets: asked, window, measures }: MeasuredQuery<'targets'>): Promise<Answered<TargetLine[]>> {
  const { target: label } = config.labels;
  const lines = (measure: TargetMeasure, found: readonly SampleStream[] | 'failed'): TargetLine[] =>
    asked.map((target) => {
      const own = found === 'failed' ? undefined : found.find(({ labels }) => labels[label] === target[config.target]);
      const values = own ? valuesOf(own, window) : noValues(window);
      const gap = found === 'failed' ? 'failed' : values.every((value) => value === null) ? 'notStored' : undefined;
      return { id: target.id, measure, values, ...(gap ? { gap } : {}) };
    });
  const selector = `${label}=~${quoted(asked.map((target) => plain(target[config.target])).join('|'))}`;
  return collected(
    measures,
    async (measure) => {
      if (window.points === 0 || asked.length === 0) return lines(measure, []);
      const query = `avg by (${label}) (${filled(config.targets[measure], selector, config, window)})`;
      return lines(measure, await queryRange(config, query, spanOf(window)));
    },
    (measure) => lines(measure, 'failed'),
  );
}

export async function probes({ config, probes: asked, from, to }: MeasuredQuery<'probes'>): Promise<Answered<Probed[]>> {
  const { site, probe: label } = config.labels;
  const window = { from, to, points: 1 };
  const places = [...new Map(asked.map(({ place }) => [place.siteId, place])).values()];
  const names = [...new Set(asked.map((each) => plain(each[config.probe])))];
  return collected(
    [asked],
    async () => {
      const found = new Map<string, Partial<Record<ProbeMeasure, number>>>();
      for (const measure of keysOf(config.probes)) {
        const query = (selector: string): string =>
          `avg by (${site}, ${label}) (${filled(config.probes[measure], `${selector},${label}=~${quoted(names.join('|'))}`, config, window)})`;
        const series = await inParts(config, { places, window }, (selector) => queryAt(config, query(selector), to / 1000));
        for (const { labels, values } of series) {
          const value = values[0]?.[1];
          const key = keyOf(labels[site], labels[label]);
          if (value !== undefined) found.set(key, { ...found.get(key), [measure]: value });
        }
      }
      return asked.map((probe): Probed => {
        const { taskId, place } = probe;
        const figures = probeFigures(found.get(keyOf(nameOf(config, place), probe[config.probe])) ?? {});
        return { taskId, siteId: place.siteId, ...(figures ? { figures } : { gap: reasonOf([place], window) }) };
      });
    },
    (failed) => unknownProbes(failed, 'failed'),
  );
}

/** What belongs to each of several things; of one that fails, what stands for it. */
async function collected<Each, T>(
  each: readonly Each[],
  work: (one: Each) => Promise<T[]>,
  instead: (one: Each) => T[],
): Promise<Answered<T[]>> {
  const troubles: string[] = [];
  const parts = await Promise.all(
    each.map(async (one) => {
      try {
        return await work(one);
      } catch (error) {
        if (!(error instanceof TelemetryError)) throw error;
        troubles.push(error.message);
        return instead(one);
      }
    }),
  );
  return { answer: parts.flat(), troubles };
}

/** A query for so many sites at a time, some of them side by side. */
function inParts(
  config: PrometheusConfig,
  { places, link, window }: Ask,
  ask: (selector: string) => Promise<SampleStream[]>,
): Promise<SampleStream[]> {
  return bySites(config, window.points === 0 ? [] : places.flatMap((place) => nameOf(config, place) ?? []), link, ask);
}

/** The query of a measure, a series for each port or device. */
function byLine(measure: Measure, selector: string, config: PrometheusConfig, window: Window): string {
  return aggregated(measure, filled(config.measures[measure], selector, config, window), config);
}

function aggregated(measure: Measure, query: string, config: PrometheusConfig): string {
  const { site, interface: port } = config.labels;
  const by = isOfLink(measure) ? `${site}, ${port}` : site;
  return `${addsUp(measure) ? 'sum' : 'avg'} by (${by}) (${query})`;
}

/** The largest value of each port or device: as it is configured, or that of means over the shortest time. */
function peakQuery(measure: Measure, selector: string, config: PrometheusConfig, window: Window): string {
  const own = config.peaks[measure];
  if (own !== undefined) return aggregated(measure, filled(own, selector, config, window), config);
  return highest((over) => byLine(measure, selector, config, over), config, window);
}

function highest(query: (over: Window) => string, config: PrometheusConfig, { from, to }: Window): string {
  const range = (to - from) / 1000;
  const covered = Math.ceil(Math.max(config.window, (2 * range) / PEAK_POINTS));
  // what the first of them covers begins with the range
  const looked = Math.max(covered, Math.floor(range) - covered);
  return `max_over_time((${query({ from: to - covered * 1000, to, points: 1 })})[${looked}s:${Math.ceil(covered / 2)}s])`;
}

/** Each point is told at the end of the time that it covers. */
function spanOf({ from, to, points }: Window): Span {
  const step = (to - from) / 1000 / points;
  return { start: from / 1000 + step, end: to / 1000, step };
}

function valuesOf({ values }: SampleStream, window: Window): (number | null)[] {
  const { start, step } = spanOf(window);
  const found = Array.from({ length: window.points }, (): number | null => null);
  for (const [at, value] of values) {
    const index = Math.round((at - start) / step);
    if (index >= 0 && index < window.points) found[index] = value;
  }
  return found;
}

function nameOf({ site }: PrometheusConfig, place: Place): string | undefined {
  return place[site];
}

/** Every line that there could be, with what was found of it. */
function linesOf({
  config,
  ask,
  measure,
  found,
}: {
  config: PrometheusConfig;
  ask: Ask;
  measure: Measure;
  found: readonly SampleStream[] | 'failed';
}): Line[] {
  const { places, window, link } = ask;
  const { labels } = config;
  const key = (site: string | undefined, port: string): string => JSON.stringify([site, port]);
  const byName = new Map(
    (found === 'failed' ? [] : found).map((each) => [
      key(each.labels[labels.site], isOfLink(measure) ? (each.labels[labels.interface] ?? '') : ''),
      each,
    ]),
  );
  const line = (place: Place, port?: string): Line => {
    const own = byName.get(key(nameOf(config, place), port ?? ''));
    const values = own ? valuesOf(own, window) : noValues(window);
    const gap: Gap | undefined =
      found === 'failed' ? 'failed' : values.every((value) => value === null) ? reasonOf([place], window) : undefined;
    return { siteId: place.siteId, ...(port === undefined ? {} : { link: port }), measure, values, ...(gap ? { gap } : {}) };
  };
  return places.flatMap((place) => {
    if (!isOfLink(measure)) return place.deviceId === undefined ? [] : [line(place)];
    return linksOf(place, measure, link).map(({ name }) => line(place, name));
  });
}

/** Why nothing is stored of places. */
function reasonOf(places: readonly Place[], window: Window): Gap {
  const reasons = new Set(places.map((place) => gapOf(place, window) ?? 'notStored'));
  return reasons.size === 1 ? ([...reasons][0] ?? 'notStored') : 'notStored';
}
