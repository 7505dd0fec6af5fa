import type { MeasuredSeries } from '#generated/server/stored.ts';
import { rateThresholds } from '#server/features/alarm/index.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';
import { applicationRows } from '#server/features/monitoring/operations/applications.ts';
import { circuitRows, correctionNote, ratesOf, trafficOf } from '#server/features/monitoring/operations/bandwidth.ts';
import { markedRange } from '#server/features/monitoring/operations/incidents.ts';
import {
  type MonitorScope,
  monitorScopeOf,
  marksIn,
  type MonitorCall,
  named,
  rangeOf,
} from '#server/features/monitoring/operations/monitor-query.ts';
import { latencyHistogram, measuredRows, qualityRows } from '#server/features/monitoring/operations/quality.ts';

/** Circuits stand beside the sum of so many sites. */
const MOST_LISTED = 50;

/** Thresholds of a share of the bandwidth stand in the rates of one port; in a sum they would mean nothing. */
async function withThresholds(
  { services, handle, language }: MonitorCall,
  { places }: MonitorScope,
  { series, link }: { series: MeasuredSeries[]; link: string | undefined },
): Promise<MeasuredSeries[]> {
  const [only, ...others] = places.flatMap(({ links }) => links.filter(({ name }) => (link ?? name) === name));
  if (!only || others.length > 0) return series;
  return Promise.all(
    series.map(async (each) => ({
      ...each,
      ...(await rateThresholds(services, handle, { link: only, sends: each.direction === 'up', language })),
    })),
  );
}

/** What was measured at sites, their devices and circuits (spec 2, 3, 7). */
export const monitoring = {
  getNetworkBandwidth: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { interface: port, direction, trafficKind: traffic } = call.query;
    const link = port || undefined;
    const [sent, received] = await ratesOf(
      scope,
      traffic === 'e2e' ? ['e2eTx', 'e2eRx'] : traffic === 'saas' ? ['saasRx'] : ['tx', 'rx'],
      link,
    );
    const [tx, rx] = traffic === 'saas' ? [undefined, sent] : [sent, received];
    const both = trafficOf(scope, tx, rx);
    const shown = both.series.filter((each) => direction === undefined || each.direction === direction);
    return {
      body: {
        range: await markedRange(call, scope, { ...correctionNote(scope), link }),
        series: traffic === 'all' ? await withThresholds(call, scope, { series: shown, link }) : shown,
        traffic: both.traffic,
        ...(scope.places.length > MOST_LISTED ? {} : { circuits: await circuitRows(scope, link) }),
      },
    };
  }),

  getApplicationBandwidth: read(async (call) => {
    const scope = await monitorScopeOf(call);
    return { body: { range: await markedRange(call, scope), applications: await applicationRows(scope) } };
  }),

  getCircuitQuality: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const circuits = await measuredRows(scope, ['latency', 'jitter', 'loss'], {
      link: call.query.interface || undefined,
      marks: await marksIn(call, scope),
    });
    return { body: { range: await markedRange(call, scope, { link: call.query.interface || undefined }), circuits } };
  }),

  getWirelessSignal: read(async (call) => {
    const scope = await monitorScopeOf(call);
    return {
      body: {
        range: await markedRange(call, scope),
        circuits: await measuredRows(scope, ['rsrp', 'sinr'], { marks: await marksIn(call, scope) }),
      },
    };
  }),

  getSystemStatus: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const devices = await measuredRows(scope, ['cpu', 'memory', 'disk', 'temperature'], { marks: await marksIn(call, scope) });
    return { body: { range: await markedRange(call, scope), devices } };
  }),

  getSharedMonitoring: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { keyword, skip, limit } = call.query;
    const places = named(scope.places, keyword, ({ name }) => name);
    const rows = places.flatMap((place) => place.links.map((link) => ({ ...place, links: [link] })));
    // only what the page shows is measured
    const page = { ...scope, places: rows.slice(skip, skip + limit) };
    const [results, [tx, rx]] = await Promise.all([circuitRows(page), ratesOf({ ...scope, places }, ['tx', 'rx'])]);
    const { series } = trafficOf({ ...scope, places }, tx, rx);
    return { body: { range: await markedRange(call, scope, correctionNote(scope)), series, total: rows.length, results } };
  }),

  getQualityMonitoring: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { keyword, skip, limit } = call.query;
    const places = named(scope.places, keyword, ({ name }) => name);
    const [rows, latency] = await Promise.all([qualityRows({ ...scope, places }), latencyHistogram({ ...scope, places })]);
    // those of which nothing is known stand behind those that are known to be well
    const worst = rows.toSorted((a, b) => (a.score ?? Infinity) - (b.score ?? Infinity));
    return { body: { range: rangeOf(scope), total: rows.length, results: worst.slice(skip, skip + limit), latency } };
  }),
} satisfies Handlers;
