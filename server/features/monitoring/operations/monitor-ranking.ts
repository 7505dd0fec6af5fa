import { type Call, type LooseHandlers, read } from '#server/kernel/handler.ts';
import { askedOf, pageOf, rangeOf, type Asked } from '#server/features/monitoring/operations/monitor-query.ts';
import {
  added,
  applicationRows,
  seriesRow,
  tenths,
  topRows,
  trafficStats,
} from '#server/features/monitoring/operations/monitor-traffic.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Place } from '#server/simulator/network.ts';
import { meanOf } from '#server/simulator/probe.ts';
import { summaryOf } from '#server/simulator/quality.ts';
import { rateAt } from '#server/simulator/traffic.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';

const TOP = 10;
const MOST_USERS = 1000;
const MBPS = 1_000_000;

/** Sites and traffic in order, and the company at a glance (spec 2, 3, 7). */
export const rankings = {
  getRanking: read(async (call) => {
    const asked = await askedOf(call);
    const metric = call.query.metric ?? 'flow';
    const counts = metric === 'alerts' ? await firing(call, asked) : new Map<string, number>();
    // where nothing answered there is no time to rank by
    const rows = asked.places.flatMap((place) => {
      const value = valueOf(metric, asked, place, counts);
      return value === undefined ? [] : [{ id: place.siteId, name: place.name, value }];
    });
    // what is good stands first
    const sign = metric === 'latency' || metric === 'loss' ? 1 : -1;
    const results = rows.toSorted((a, b) => sign * (a.value - b.value)).slice(0, call.query.n ?? TOP);
    return { body: { range: rangeOf(asked), metric, results: results.map((row, index) => ({ rank: index + 1, ...row })) } };
  }),

  getTopN: read(async (call) => {
    const asked = await askedOf(call);
    const dimension = call.query.dimension ?? 'application';
    const results = topRows(await flowsBy(call, asked, dimension), call.query.n ?? TOP);
    return { body: { range: rangeOf(asked), dimension, results } };
  }),

  getFlowAnalysis: read(async (call) => {
    const asked = await askedOf(call);
    const count = call.query.n ?? TOP;
    const [tx, rx] = [added(asked, 'tx'), added(asked, 'rx')];
    return {
      body: {
        range: rangeOf(asked),
        traffic: trafficStats(asked, tx, rx),
        series: [seriesRow('tx', tx), seriesRow('rx', rx)],
        applications: topRows(applicationRows(asked, tx, rx), count),
        categories: topRows(await flowsBy(call, asked, 'category'), count),
        users: topRows(await flowsBy(call, asked, 'user'), count),
      },
    };
  }),

  getRealtimeMonitor: read(async (call) => {
    const asked = await askedOf(call);
    const now = call.services.clock.now();
    const [tx, rx] = [added(asked, 'tx'), added(asked, 'rx')];
    const rows = asked.places.map((place) => {
      const online = now < place.silentFrom;
      const rate = (direction: 'tx' | 'rx'): number =>
        online
          ? Math.round(place.circuits.reduce((sum, circuit) => sum + rateAt(circuit, direction, now, asked.incidents(place)) * MBPS, 0))
          : 0;
      return { siteId: place.siteId, site: place.name, online, tx: rate('tx'), rx: rate('rx') };
    });
    return {
      body: {
        at: timestamp(now),
        range: rangeOf(asked),
        traffic: trafficStats(asked, tx, rx),
        series: [seriesRow('tx', tx), seriesRow('rx', rx)],
        ...pageOf(
          call,
          rows.toSorted((a, b) => b.rx + b.tx - a.rx - a.tx),
        ),
      },
    };
  }),

  getDashboard: read(async (call) => {
    const asked = await askedOf(call);
    const [tx, rx] = [added(asked, 'tx'), added(asked, 'rx')];
    const now = call.services.clock.now();
    const reachable = asked.places.filter((place) => now < place.silentFrom).length;
    const sites = asked.places.map((place) => ({ id: place.siteId, name: place.name, value: flowOf(asked, place) }));
    const measured = asked.places
      // a device that never ran was neither there nor away
      .filter((place) => place.deviceId !== undefined && place.silentFrom > 0)
      .flatMap((place) => summaryOf(place, { ...asked.window, points: Math.min(TOP, asked.window.points) }));
    const availability = meanOf(measured.map((each) => each.availability));
    return {
      body: {
        range: rangeOf(asked),
        sites: { total: asked.places.length, reachable, unreachable: asked.places.length - reachable },
        devices: await counted(call, 'Device', 'state'),
        alerts: await counted(call, 'Alert', 'severity', ['firing']),
        traffic: trafficStats(asked, tx, rx),
        series: [seriesRow('tx', tx), seriesRow('rx', rx)],
        ...(availability === undefined ? {} : { availability }),
        topSites: sites
          .toSorted((a, b) => b.value - a.value)
          .slice(0, TOP)
          .map((row, index) => ({ rank: index + 1, ...row })),
        topApplications: topRows(applicationRows(asked, tx, rx), TOP),
      },
    };
  }),
} satisfies LooseHandlers;

async function flowsBy(call: Call, asked: Asked, dimension: string): Promise<{ name: string; category?: string; flow: number }[]> {
  if (dimension === 'site') return asked.places.map((place) => ({ name: place.name, flow: flowOf(asked, place) }));
  if (dimension === 'user') return users(call, asked);
  const rows = applicationRows(asked, added(asked, 'tx'), added(asked, 'rx'));
  if (dimension === 'application') return rows;
  return [...Map.groupBy(rows, (row) => row.category)].map(([name, of]) => ({ name, flow: of.reduce((sum, row) => sum + row.flow, 0) }));
}

/** Terminals that were there in the range, by what they carried since they were first seen. */
async function users({ services, handle, path }: Call, asked: Asked): Promise<{ name: string; flow: number }[]> {
  const spec = services.store.spec('LanUser');
  const { rows } = await handle.list(spec, {
    among: [{ path: 'companyId', in: [path.companyId ?? ''] }],
    ranges: [{ path: 'lastSeenAt', from: asked.window.from }],
    skip: 0,
    limit: MOST_USERS,
  });
  const here = new Set(asked.places.map((place) => place.siteId));
  return rows
    .map((row) => JSON.parse(row.text) as { siteId: string; hostName: string; rx: number; tx: number })
    .filter((user) => here.has(user.siteId))
    .map(({ hostName, rx, tx }) => ({ name: hostName, flow: rx + tx }));
}

function flowOf(asked: Asked, place: Place): number {
  const one = { ...asked, places: [place] };
  const { tx, rx } = trafficStats(asked, added(one, 'tx'), added(one, 'rx'));
  return tx.flow + rx.flow;
}

function valueOf(metric: string, asked: Asked, place: Place, counts: ReadonlyMap<string, number>): number | undefined {
  if (metric === 'alerts') return counts.get(place.siteId) ?? 0;
  if (metric === 'flow') return flowOf(asked, place);
  if (metric === 'rate' || metric === 'utilisation') {
    const one = { ...asked, places: [place] };
    const { rx } = trafficStats(asked, added(one, 'tx'), added(one, 'rx'));
    const capacity = place.circuits.reduce((sum, circuit) => sum + circuit.down, 0) * MBPS;
    return metric === 'rate' ? rx.max : tenths((rx.avg / Math.max(1, capacity)) * 100);
  }
  const circuits = summaryOf(place, asked.window);
  const worst = (pick: (each: (typeof circuits)[number]) => number): number =>
    circuits.reduce((sum, each) => sum + pick(each), 0) / Math.max(1, circuits.length);
  if (metric === 'latency') return meanOf(circuits.map((each) => each.latency));
  if (metric === 'loss') return tenths(worst((each) => each.loss));
  return tenths(metric === 'availability' ? worst((each) => each.availability) : worst((each) => each.score));
}

/** Alerts of each site that were raised in the range. */
async function firing({ services, handle, path }: Call, { window }: Asked): Promise<Map<string, number>> {
  const spec = services.store.spec('Alert');
  const { rows } = await handle.list(spec, {
    among: [{ path: 'companyId', in: [path.companyId ?? ''] }],
    ranges: [{ path: 'raisedAt', from: window.from, to: window.to }],
    skip: 0,
    limit: 100_000,
  });
  const found = new Map<string, number>();
  for (const row of rows) {
    const { neId } = JSON.parse(row.text) as { neId?: string };
    if (neId) found.set(neId, (found.get(neId) ?? 0) + 1);
  }
  return found;
}

/** How many items of the company have each value of a property. */
async function counted(
  { services, handle, path }: Call,
  resource: string,
  property: string,
  states?: string[],
): Promise<Record<string, number>> {
  const spec = services.store.specs.get(resource) as ItemSpec;
  const among = [{ path: 'companyId', in: [path.companyId ?? ''] }, ...(states ? [{ path: 'status', in: states }] : [])];
  const found: Record<string, number> = {};
  for (const row of await handle.pluck(spec, among, [property])) {
    const value = String(row[property] ?? '');
    found[value] = (found[value] ?? 0) + 1;
  }
  return found;
}
