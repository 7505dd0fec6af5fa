import { alertName } from '#server/features/alarm/index.ts';
import { type Entities } from '#generated/server/entities.ts';
import { type AlarmCause, type DashboardSummary } from '#generated/server/stored.ts';
import { applicationRows, topRows } from '#server/features/monitoring/operations/applications.ts';
import { ratesOf, tenths, trafficOf } from '#server/features/monitoring/operations/bandwidth.ts';
import { siteFlows } from '#server/features/monitoring/operations/flows.ts';
import { clustersOf } from '#server/features/monitoring/operations/site-clusters.ts';
import { type Asked, type MonitorCall } from '#server/features/monitoring/operations/monitor-query.ts';
import { qualityRows } from '#server/features/monitoring/operations/quality.ts';

const TOP = 10;
/** At so many instants a range is looked at where only its means are told. */
const FEW_POINTS = 12;
/** A circuit below this score is not well. */
const WELL = 90;
const severities = ['Emergency', 'Critical', 'Warning'];

/** Is anything wrong, where, since when; and what the network carries. */
export async function dashboardOf(call: MonitorCall, asked: Asked): Promise<Omit<DashboardSummary, 'range'>> {
  const { places, window } = asked;
  const short = { ...asked, window: { ...window, points: Math.min(FEW_POINTS, window.points) } };
  const [[tx, rx], flows, quality, applications, sites, devices, { causes: alarms, bySite }] = await Promise.all([
    ratesOf(asked, ['tx', 'rx']),
    siteFlows(short),
    qualityRows(short),
    applicationRows(short),
    sitesByState(call, asked),
    counted(call, 'Device', 'state'),
    openAlarms(call),
  ]);
  const available = quality.flatMap(({ availability }) => (availability === undefined ? [] : [availability]));
  const busiest = places
    .flatMap(({ siteId, name }) => {
      const value = flows.get(siteId);
      return value === undefined ? [] : [{ id: siteId, name, value }];
    })
    .toSorted((a, b) => b.value - a.value)
    .slice(0, TOP);
  return {
    sites,
    devices,
    alerts: Object.fromEntries([...Map.groupBy(alarms, ({ severity }) => severity)].map(([name, own]) => [name, countOf(own)])),
    causes: alarms.slice(0, TOP),
    ...trafficOf(asked, tx, rx),
    ...(available.length === 0 ? {} : { availability: tenths(available.reduce((sum, value) => sum + value, 0) / available.length) }),
    worst: quality
      .filter(({ score }) => score !== undefined && score < WELL)
      .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
      .slice(0, TOP),
    clusters: clustersOf(places, (siteId) => bySite.get(siteId)?.length ?? 0),
    unplaced: places.filter(({ longitude }) => longitude === undefined).length,
    topSites: busiest.map((row, index) => ({ rank: index + 1, ...row, unit: 'B' })),
    topApplications: topRows(applications, TOP),
  };
}

function countOf(causes: readonly AlarmCause[]): number {
  return causes.reduce((sum, { count }) => sum + count, 0);
}

/** What fires now by its code: how often, at how many sites, since when; the most severe first. And by its site. */
async function openAlarms({
  services,
  handle,
  path,
  language,
}: MonitorCall): Promise<{ causes: AlarmCause[]; bySite: ReadonlyMap<string, readonly unknown[]> }> {
  const among = [
    { path: 'companyId', in: [path.companyId] },
    { path: 'status', in: ['firing'] },
    { path: 'attention', in: ['due'] },
  ];
  const rows = await handle.pluck(services.store.spec('Alert'), among, ['code', 'name', 'severity', 'neId', 'raisedAt']);
  const bySite = Map.groupBy(rows, ({ neId }) => String(neId ?? ''));
  const causes = [...Map.groupBy(rows, ({ code, severity }) => `${String(code)} ${String(severity)}`).values()].map((own) => {
    const since = own.map(({ raisedAt }) => Number(raisedAt)).reduce((first, at) => Math.min(first, at));
    return {
      code: String(own[0]?.['code']),
      name: alertName(String(own[0]?.['code']), language, String(own[0]?.['name'])),
      severity: own[0]?.['severity'] as AlarmCause['severity'],
      count: own.length,
      sites: new Set(own.flatMap(({ neId }) => (neId === null ? [] : [neId]))).size,
      since: new Date(since).toISOString(),
    };
  });
  const sorted = causes.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || b.count - a.count);
  return { causes: sorted, bySite };
}

/** Sites by the state that their list is narrowed by, so that each figure is the length of the list it leads to. */
async function sitesByState({ services, handle, path }: MonitorCall, { places }: Asked): Promise<DashboardSummary['sites']> {
  const asked = new Set(places.map(({ siteId }) => siteId));
  const rows = await handle.pluck(services.store.spec('Site'), [{ path: 'companyId', in: [path.companyId] }], ['siteId', 'state']);
  const own = rows.filter(({ siteId }) => asked.has(String(siteId)));
  const count = (...states: Entities['Site']['state'][]): number =>
    own.filter(({ state }) => states.some((each) => each === (state ?? 'UNCONFIGURED'))).length;
  return {
    total: places.length,
    reachable: count('ONLINE', 'EXCEPTION'),
    unreachable: count('OFFLINE', 'TEMPORARYOFFLINE'),
    neverReported: count('UNCONFIGURED', 'CONFIGURED'),
  };
}

/** How many items of the company have each value of a property. */
async function counted({ services, handle, path }: MonitorCall, resource: 'Device', property: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const row of await handle.pluck(services.store.spec(resource), [{ path: 'companyId', in: [path.companyId] }], [property])) {
    const value = String(row[property] ?? '');
    found[value] = (found[value] ?? 0) + 1;
  }
  return found;
}
