import type { MeasurementGap, ReportBars, ReportChart, ReportContent } from '#generated/server/stored.ts';
import { formatRate } from '#domain/units/bandwidth.ts';
import { formatBytes } from '#domain/units/bytes.ts';
import type { Context } from '#server/features/report/report-context.ts';
import { recordedFlows } from '#server/features/monitoring/index.ts';
import { reportChart } from '#server/features/report/report-chart.ts';
import { alertName } from '#server/features/alarm/index.ts';
import {
  columnWord,
  contentWord,
  gapWord,
  nothingHappened,
  nothingMeasured,
  type ReportColumn,
} from '#server/features/report/report-words.ts';
import { commonGap, flowOf, rankedBy } from '#server/telemetry/figures.ts';
import type { Measure, Summary, Window } from '#server/telemetry/port.ts';

/** As it is read; `value` is what a spreadsheet calculates with, in the unit of its column. */
export type Cell = { text: string; value?: number };
export type Column = { title: string; unit?: string };
/** A table of a report; `note` says what its rows do not: why there are none, or not all. */
export type Section = { title: string; columns: Column[]; rows: Cell[][]; chart?: ReportChart; bars?: ReportBars; note?: string };
type SectionData = { rows: Cell[][]; gap?: MeasurementGap | undefined };

/** Points at which a period is looked at for a site. */
const POINTS = 120;
const MOST_USERS = 50;
const RANKED = 20;
/** With so many digits behind the point. */
const qualityMeasures: readonly [Measure, number][] = [
  ['latency', 1],
  ['jitter', 1],
  ['loss', 2],
];
/** In place of what was not measured, for whatever reason. */
const NONE = '-';
const units: Readonly<Partial<Record<ReportColumn, string>>> = { tx: 'bps', rx: 'bps', max: 'bps', flow: 'B' };

/** What is about an order, and not about time. */
const orderedContents: readonly ReportContent[] = ['ranking', 'alerts', 'users'];
const MOST_BARS = 10;
const measuredContents: readonly ReportContent[] = ['bandwidth', 'ranking', 'quality', 'availability', 'applications', 'users'];

/** One content of a report as a table, with a chart of what was measured over its period. */
export async function reportSection(content: ReportContent, context: Context): Promise<Section> {
  const [table, chart] = await Promise.all([sectionTable(content, context), reportChart(content, context)]);
  const bars = orderedContents.includes(content) ? barsOf(table) : undefined;
  return { ...table, ...(chart && table.rows.length > 0 ? { chart } : {}), ...(bars ? { bars } : {}) };
}

/** The first rows by their last column, called by the texts before their figures. */
function barsOf({ columns, rows }: Section): ReportBars | undefined {
  const bars = rows.slice(0, MOST_BARS).flatMap((cells) => {
    const last = cells.at(-1);
    const texts = cells.slice(0, -1).flatMap(({ text, value }) => (value === undefined && text !== '' ? [text] : []));
    return last?.value === undefined ? [] : [{ name: texts.join(' · '), figure: last.text, value: last.value }];
  });
  return bars.length === 0 ? undefined : { unit: columns.at(-1)?.unit === 'B' ? 'B' : '1', bars };
}

async function sectionTable(content: ReportContent, context: Context): Promise<Section> {
  const { language } = context;
  const section = (columns: readonly ReportColumn[], { rows, gap }: SectionData): Section => ({
    title: contentWord(content, language),
    columns: columns.map((column) => {
      const unit = units[column];
      return { title: columnWord(column, language), ...(unit === undefined ? {} : { unit }) };
    }),
    rows,
    ...(rows.length > 0 ? {} : { note: measuredContents.includes(content) ? nothingMeasured(gap, language) : nothingHappened(language) }),
  });
  switch (content) {
    case 'bandwidth':
    case 'ranking':
      return section(['site', 'tx', 'rx', 'max', 'flow'], await traffic(context, content === 'ranking'));
    case 'quality':
      return section(['site', 'circuit', 'latency', 'jitter', 'loss'], await circuits(context, qualityMeasures));
    case 'availability':
      return section(['site', 'circuit', 'availability'], await circuits(context, [['availability', 2]]));
    case 'applications':
      return section(['application', 'share'], await applications(context));
    case 'alerts':
      return section(['name', 'count'], await alerts(context));
    case 'users':
      return section(['host', 'flow'], await users(context));
  }
}

function missing(gap: MeasurementGap | undefined, { language }: Context): Cell {
  return { text: gap === undefined ? NONE : gapWord(gap, language) };
}

function rounded(value: number, digits: number): Cell {
  const text = value.toFixed(digits);
  return { text, value: Number(text) };
}

/** Why nothing was measured at all of them. */
function reasonOf(summaries: readonly Summary[], { services }: Context): MeasurementGap | undefined {
  return services.telemetry.source === 'none' ? 'notConfigured' : commonGap(summaries);
}

function isMeasured({ mean }: Summary): boolean {
  return mean !== undefined;
}

function windowOf({ range }: Context): Window {
  return { ...range, points: POINTS };
}

async function applications(context: Context): Promise<SectionData> {
  const { services, places } = context;
  const lines = await services.telemetry.applications({ places, window: windowOf(context) });
  const rows = lines.map(({ name, values }) => ({ name, carried: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) }));
  const total = rows.reduce((sum, { carried }) => sum + carried, 0);
  if (total === 0) return { rows: [], gap: reasonOf([], context) ?? 'notStored' };
  return {
    rows: rows
      .filter(({ carried }) => carried > 0)
      .toSorted((a, b) => b.carried - a.carried)
      .map(({ name, carried }) => [{ text: name }, rounded((carried / total) * 100, 1)]),
  };
}

async function traffic(context: Context, ranked: boolean): Promise<SectionData> {
  const { places, range } = context;
  const { telemetry } = context.services;
  const [summaries, peaks] = await Promise.all([
    measuredOf(context, ['tx', 'rx']),
    telemetry.peaks({ places, window: windowOf(context), measures: ['rx'], of: 'each' }),
  ]);
  if (!summaries.some(isMeasured)) return { rows: [], gap: reasonOf(summaries, context) };
  const bySite = Map.groupBy(summaries, ({ siteId }) => siteId);
  const highest = new Map(
    rankedBy(peaks, { measure: 'rx', order: 'highest', n: places.length }).map(({ siteId, value }) => [siteId, value]),
  );
  const found = places.map(({ siteId, name }) => {
    const own = bySite.get(siteId) ?? [];
    const sum = (measure: Measure, figure: (each: Summary) => number | undefined): number | undefined => {
      const values = own.filter((each) => each.measure === measure).flatMap((each) => figure(each) ?? []);
      return values.length === 0 ? undefined : values.reduce((total, value) => total + value, 0);
    };
    const flow = (each: Summary): number | undefined => flowOf(each, range);
    const flows = [sum('tx', flow), sum('rx', flow)].filter((bytes) => bytes !== undefined);
    return {
      name,
      gap: commonGap(own),
      rates: [sum('tx', ({ mean }) => mean), sum('rx', ({ mean }) => mean), highest.get(siteId)],
      flow: flows.length === 0 ? undefined : flows.reduce((total, bytes) => total + bytes, 0),
    };
  });
  const measured = found.filter(({ flow }) => flow !== undefined);
  const sorted = ranked ? measured.toSorted((a, b) => (b.flow ?? 0) - (a.flow ?? 0)).slice(0, RANKED) : found;
  return {
    rows: sorted.map(({ name, gap, rates, flow }) => [
      { text: name },
      ...rates.map((rate) => (rate === undefined ? missing(gap, context) : { text: formatRate(rate), value: Math.round(rate) })),
      flow === undefined ? missing(gap, context) : { text: formatBytes(flow), value: Math.round(flow) },
    ]),
  };
}

/** Circuits with the mean of some measures; what was not measured is said. */
async function circuits(context: Context, measures: readonly [Measure, number][]): Promise<SectionData> {
  const summaries = await measuredOf(
    context,
    measures.map(([measure]) => measure),
  );
  if (!summaries.some(isMeasured)) return { rows: [], gap: reasonOf(summaries, context) };
  const byLink = Map.groupBy(summaries, ({ siteId, link }) => `${siteId} ${link ?? ''}`);
  const rows = context.places.flatMap(({ siteId, name, links }) =>
    links.map((link) => {
      const own = byLink.get(`${siteId} ${link.name}`) ?? [];
      const cells = measures.map(([measure, digits]) => {
        const summary = own.find((each) => each.measure === measure);
        return summary?.mean === undefined ? missing(summary?.gap, context) : rounded(summary.mean, digits);
      });
      return [{ text: name }, { text: link.name }, ...cells];
    }),
  );
  return { rows };
}

function measuredOf(context: Context, measures: readonly Measure[]): Promise<Summary[]> {
  return context.services.telemetry.summary({ places: context.places, window: windowOf(context), measures });
}

async function alerts({ services, places, some, range, companyId, language }: Context): Promise<SectionData> {
  const found = await services.system.tallies(services.store.spec('Alert'), {
    among: [{ path: 'companyId', in: [companyId] }, ...(some ? [{ path: 'neId', in: places.map(({ siteId }) => siteId) }] : [])],
    ranges: [{ path: 'raisedAt', from: range.from, to: range.to }],
    by: ['code', 'name'],
  });
  const counts = new Map<string, number>();
  for (const { of, count } of found) {
    const name = alertName(String(of['code'] ?? ''), language, String(of['name'] ?? ''));
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return { rows: [...counts].toSorted((a, b) => b[1] - a[1]).map(([name, count]) => [{ text: name }, rounded(count, 0)]) };
}

/** Those that carried most in the period, as traffic analysis names them. */
async function users(context: Context): Promise<SectionData> {
  const { services, places } = context;
  const { by, gap } = await recordedFlows({ places, window: windowOf(context), telemetry: services.telemetry }, {}, MOST_USERS);
  if (by.user.length === 0) return { rows: [], gap: reasonOf([], context) ?? gap ?? 'notStored' };
  return { rows: by.user.map(({ name, flow }) => [{ text: name }, { text: formatBytes(flow), value: flow }]) };
}
