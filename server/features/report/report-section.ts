import { type Language } from '#domain/model.ts';
import { type Correction } from '#domain/traffic/correction.ts';
import { formatRate } from '#domain/units/bandwidth.ts';
import { formatBytes } from '#domain/units/bytes.ts';
import { type Services } from '#server/kernel/services.ts';
import { alertName } from '#server/features/alarm/alert-codes.ts';
import { applicationShares } from '#server/simulator/applications.ts';
import { incidentsAt, type Place } from '#server/simulator/network.ts';
import { instantsOf, seriesStats, trafficOf } from '#server/simulator/series.ts';
import { type CircuitQuality, summaryOf } from '#server/simulator/quality.ts';

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
  correction: Correction;
};

/** Points at which a period is looked at for a site. */
const POINTS = 120;
const MOST_ALERTS = 1000;
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
      return sheet(['site', 'tx', 'rx', 'max', 'flow'], traffic(context, content === 'ranking'));
    case 'quality':
      return sheet(['site', 'circuit', 'latency', 'jitter', 'loss'], quality(context));
    case 'availability':
      return sheet(['site', 'circuit', 'availability'], availability(context));
    case 'applications':
      return sheet(
        ['application', 'share'],
        applicationsOf(context).map(({ name, share }) => [name, (share * 100).toFixed(1)]),
      );
    case 'alerts':
      return sheet(['name', 'count'], await alerts(context));
    default:
      return sheet(['site', 'host', 'flow'], await users(context));
  }
}

/** Shares are of a traffic: where none was measured no application has one. */
function applicationsOf({ places, range, companyId }: Context): ReturnType<typeof applicationShares> {
  return places.some((place) => wasMeasured(place, range)) ? applicationShares(companyId, range.from) : [];
}

function wasMeasured({ silentFrom }: Place, { from }: Context['range']): boolean {
  return silentFrom > from;
}

function traffic({ places, range, correction }: Context, ranked: boolean): string[][] {
  const window = { ...range, points: POINTS };
  const times = instantsOf(window);
  const found = places.map((place) => {
    const incidents = incidentsAt(place, range.from, range.to);
    const [tx, rx] = (['tx', 'rx'] as const).map((direction) =>
      seriesStats(trafficOf(place, place.circuits, direction, times, { incidents, correction }), window, correction),
    );
    return { name: place.name, tx, rx, flow: (tx?.flow ?? 0) + (rx?.flow ?? 0), measured: wasMeasured(place, range) };
  });
  const sorted = ranked ? found.toSorted((a, b) => b.flow - a.flow).slice(0, 20) : found;
  return sorted.map(({ name, tx, rx, flow, measured }) => [
    name,
    ...(measured
      ? [formatRate(tx?.avg ?? 0), formatRate(rx?.avg ?? 0), formatRate(rx?.max ?? 0), formatBytes(flow)]
      : [NONE, NONE, NONE, NONE]),
  ]);
}

/** Circuits of places that were measured in the range, and of which nothing is known. */
function circuits({ places, range }: Context, cells: (circuit: CircuitQuality) => string[], width: number): string[][] {
  return places.flatMap((place) =>
    summaryOf(place, { ...range, points: POINTS }).map((circuit) => [
      place.name,
      circuit.circuit,
      ...(wasMeasured(place, range) ? cells(circuit) : Array.from({ length: width }, () => NONE)),
    ]),
  );
}

function quality(context: Context): string[][] {
  return circuits(context, ({ latency, jitter, loss }) => [latency?.toFixed(1) ?? NONE, jitter?.toFixed(1) ?? NONE, loss.toFixed(2)], 3);
}

function availability(context: Context): string[][] {
  return circuits(context, (circuit) => [circuit.availability.toFixed(2)], 1);
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
