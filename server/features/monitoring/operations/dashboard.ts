import { causesOf } from '#server/features/alarm/index.ts';
import type { CompanyState, DashboardSummary } from '#generated/server/stored.ts';
import { applicationRows, topRows } from '#server/features/monitoring/operations/applications.ts';
import { ratesOf, tenths, trafficOf } from '#server/features/monitoring/operations/bandwidth.ts';
import { siteFlows } from '#server/features/monitoring/operations/flows.ts';
import { clustersOf, type Spot, spotsOf } from '#server/features/monitoring/operations/site-clusters.ts';
import type { MonitorScope, MonitorCall } from '#server/features/monitoring/operations/monitor-query.ts';
import { qualityRows } from '#server/features/monitoring/operations/quality.ts';

const TOP = 10;
/** At so many instants a range is looked at where only its means are told. */
const FEW_POINTS = 12;
/** A circuit below this score is not well. */
const WELL = 90;

/** Is anything wrong, where, since when: as it is stored, so that the answer is there at once. */
export async function companyStateOf(call: Pick<MonitorCall, 'services' | 'handle' | 'path' | 'language'>): Promise<CompanyState> {
  const among = [{ path: 'companyId', in: [call.path.companyId] }];
  const [spots, devices, { causes, alarms }] = await Promise.all([
    spotsOf(call, among),
    call.handle.tallies(call.services.store.spec('Device'), { among, by: ['state'] }),
    causesOf(call, call.handle, among),
  ]);
  return {
    sites: byReach(spots),
    devices: Object.fromEntries(devices.map(({ of, count }) => [String(of['state'] ?? ''), count])),
    alerts: bySeverity(alarms),
    causes: causes.slice(0, TOP),
    clusters: await clustersOf(call, among, spots, alarms),
    unplaced: spots.reduce((sum, { count, placed }) => sum + count - placed, 0),
  };
}

/** The same, and what the network carries and how well. */
export async function dashboardOf(call: MonitorCall, scope: MonitorScope): Promise<Omit<DashboardSummary, 'range'>> {
  const { places, window } = scope;
  const short = { ...scope, window: { ...window, points: Math.min(FEW_POINTS, window.points) } };
  const [state, [tx, rx], flows, quality, applications] = await Promise.all([
    companyStateOf(call),
    ratesOf(scope, ['tx', 'rx']),
    siteFlows(short),
    qualityRows(short),
    applicationRows(short),
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
    ...state,
    ...trafficOf(scope, tx, rx),
    ...(available.length === 0 ? {} : { availability: tenths(available.reduce((sum, value) => sum + value, 0) / available.length) }),
    worst: quality
      .filter(({ score }) => score !== undefined && score < WELL)
      .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))
      .slice(0, TOP),
    topSites: busiest.map((row, index) => ({ rank: index + 1, ...row, unit: 'B' })),
    topApplications: topRows(applications, TOP),
  };
}

function bySeverity(alarms: readonly { severity: string }[]): Record<string, number> {
  return Object.fromEntries([...Map.groupBy(alarms, ({ severity }) => severity)].map(([name, own]) => [name, own.length]));
}

/** Sites by the state that their list is narrowed by, so that each figure is the length of the list it leads to. */
function byReach(spots: readonly Spot[]): CompanyState['sites'] {
  const count = (...states: Spot['state'][]): number =>
    spots.reduce((sum, each) => sum + (states.includes(each.state) ? each.count : 0), 0);
  return {
    total: spots.reduce((sum, each) => sum + each.count, 0),
    reachable: count('ONLINE', 'EXCEPTION'),
    unreachable: count('OFFLINE', 'TEMPORARYOFFLINE'),
    neverReported: count('UNCONFIGURED', 'CONFIGURED'),
  };
}
