import { type Language } from '#domain/model.ts';
import { formatRate } from '#domain/units/bandwidth.ts';
import { formatBytes } from '#domain/units/bytes.ts';
import { type Services } from '#server/kernel/services.ts';
import { alertName } from '#server/features/alarm/index.ts';
import { flowOf } from '#server/telemetry/figures.ts';
import { type Measure, type Place, type Summary, type Window } from '#server/telemetry/port.ts';

/** A table of a report. */
export type Sheet = { title: string; head: string[]; rows: string[][] };
type Context = {
  places: readonly Place[];
  /** Not all sites of the company, but these alone. */
  some: boolean;
  range: { from: number; to: number };
  language: Language;
  services: Services;
  companyId: string;
};

/** Points at which a period is looked at for a site. */
const POINTS = 120;
const MOST_ALERTS = 1000;
/** With so many digits behind the point. */
const qualityMeasures: readonly [Measure, number][] = [
  ['latency', 1],
  ['jitter', 1],
  ['loss', 2],
];
/** In place of what was not measured. */
const NONE = '-';

const words: Readonly<Record<string, [string, string]>> = {
  bandwidth: ['带宽', 'Bandwidth'],
  applications: ['应用', 'Applications'],
  quality: ['线路质量', 'Circuit quality'],
  availability: ['可用率', 'Availability'],
  alerts: ['告警', 'Alarms'],
  ranking: ['站点排行', 'Ranking of sites'],
  users: ['终端用户', 'LAN users'],
  site: ['站点', 'Site'],
  circuit: ['线路', 'Circuit'],
  tx: ['上行均值', 'Mean up'],
  rx: ['下行均值', 'Mean down'],
  max: ['下行峰值', 'Peak down'],
  flow: ['总流量', 'Traffic'],
  latency: ['时延 (ms)', 'Latency (ms)'],
  jitter: ['抖动 (ms)', 'Jitter (ms)'],
  loss: ['丢包 (%)', 'Loss (%)'],
  application: ['应用', 'Application'],
  share: ['占比 (%)', 'Share (%)'],
  name: ['名称', 'Name'],
  count: ['次数', 'Count'],
  host: ['主机名', 'Host name'],
};

/** One content of a report as a table. */
export async function reportSection(content: string, context: Context): Promise<Sheet> {
  const say = (word: string): string => words[word]?.[context.language === 'zh' ? 0 : 1] ?? word;
  const sheet = (head: string[], rows: string[][]): Sheet => ({ title: say(content), head: head.map(say), rows });
  switch (content) {
    case 'bandwidth':
    case 'ranking':
      return sheet(['site', 'tx', 'rx', 'max', 'flow'], await traffic(context, content === 'ranking'));
    case 'quality':
      return sheet(['site', 'circuit', 'latency', 'jitter', 'loss'], await circuits(context, qualityMeasures));
    case 'availability':
      return sheet(['site', 'circuit', 'availability'], await circuits(context, [['availability', 2]]));
    case 'applications':
      return sheet(['application', 'share'], await applications(context));
    case 'alerts':
      return sheet(['name', 'count'], await alerts(context));
    default:
      return sheet(['site', 'host', 'flow'], await users(context));
  }
}

function windowOf({ range }: Context): Window {
  return { ...range, points: POINTS };
}

async function applications(context: Context): Promise<string[][]> {
  const lines = await context.services.telemetry.applications({ places: context.places, window: windowOf(context) });
  const rows = lines.map(({ name, values }) => ({ name, carried: values.reduce<number>((sum, value) => sum + (value ?? 0), 0) }));
  const total = rows.reduce((sum, { carried }) => sum + carried, 0);
  return rows
    .filter(({ carried }) => carried > 0)
    .toSorted((a, b) => b.carried - a.carried)
    .map(({ name, carried }) => [name, ((carried / total) * 100).toFixed(1)]);
}

async function traffic(context: Context, ranked: boolean): Promise<string[][]> {
  const { places, range } = context;
  const bySite = Map.groupBy(await measuredOf(context, ['tx', 'rx']), ({ siteId }) => siteId);
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
      tx: sum('tx', ({ mean }) => mean),
      rx: sum('rx', ({ mean }) => mean),
      max: sum('rx', ({ max }) => max),
      flow: flows.length === 0 ? undefined : flows.reduce((total, bytes) => total + bytes, 0),
    };
  });
  const sorted = ranked ? found.toSorted((a, b) => (b.flow ?? -1) - (a.flow ?? -1)).slice(0, 20) : found;
  return sorted.map(({ name, tx, rx, max, flow }) => [
    name,
    ...[tx, rx, max].map((rate) => (rate === undefined ? NONE : formatRate(rate))),
    flow === undefined ? NONE : formatBytes(flow),
  ]);
}

/** Circuits with the mean of some measures; what was not measured is said. */
async function circuits(context: Context, measures: readonly [Measure, number][]): Promise<string[][]> {
  const summaries = await measuredOf(
    context,
    measures.map(([measure]) => measure),
  );
  const byLink = Map.groupBy(summaries, ({ siteId, link }) => `${siteId} ${link ?? ''}`);
  return context.places.flatMap(({ siteId, name, links }) =>
    links.map((link) => {
      const own = byLink.get(`${siteId} ${link.name}`) ?? [];
      const cells = measures.map(([measure, digits]) => own.find((each) => each.measure === measure)?.mean?.toFixed(digits) ?? NONE);
      return [name, link.name, ...cells];
    }),
  );
}

function measuredOf(context: Context, measures: readonly Measure[]): Promise<Summary[]> {
  return context.services.telemetry.summary({ places: context.places, window: windowOf(context), measures });
}

async function alerts({ services, places, some, range, companyId, language }: Context): Promise<string[][]> {
  const spec = services.store.specs.get('Alert');
  if (!spec) return [];
  const { rows } = await services.system.list(spec, {
    among: [{ path: 'companyId', in: [companyId] }, ...(some ? [{ path: 'neId', in: places.map(({ siteId }) => siteId) }] : [])],
    ranges: [{ path: 'raisedAt', from: range.from, to: range.to }],
    skip: 0,
    limit: MOST_ALERTS,
  });
  const counts = Map.groupBy(
    rows.map((row) => JSON.parse(row.text) as { code: string; name: string }),
    ({ code, name }) => alertName(code, language, name),
  );
  return [...counts].map(([name, found]) => [name, String(found.length)]).toSorted((a, b) => Number(b[1]) - Number(a[1]));
}

async function users({ services, places, companyId }: Context): Promise<string[][]> {
  const spec = services.store.specs.get('LanUser');
  if (!spec) return [];
  const names = new Map(places.map((place) => [place.siteId, place.name]));
  const { rows } = await services.system.list(spec, { among: [{ path: 'companyId', in: [companyId] }], skip: 0, limit: MOST_ALERTS });
  return rows
    .map((row) => JSON.parse(row.text) as { siteId: string; hostName: string; rx: number; tx: number })
    .filter(({ siteId }) => names.has(siteId))
    .toSorted((a, b) => b.rx + b.tx - a.rx - a.tx)
    .slice(0, 50)
    .map(({ siteId, hostName, rx, tx }) => [names.get(siteId) ?? '', hostName, formatBytes(rx + tx)]);
}
