import type { RankingMetric } from '#generated/server/stored.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';
import { correctionNote, ratesOf, trafficOf } from '#server/features/monitoring/operations/bandwidth.ts';
import { monitorScopeOf, named, rangeOf } from '#server/features/monitoring/operations/monitor-query.ts';
import { flowGraph, flowsBy, recordedFlows } from '#server/features/monitoring/operations/flows.ts';
import { changesBefore } from '#server/features/monitoring/operations/changes-before.ts';
import { markedRange } from '#server/features/monitoring/operations/incidents.ts';
import { companyStateOf, dashboardOf } from '#server/features/monitoring/operations/dashboard.ts';
import { figuresOf } from '#server/features/monitoring/operations/ranking.ts';
import { timestamp } from '#server/store/clock.ts';
import { seriesRow } from '#server/features/monitoring/operations/series-row.ts';

/** Names of each kind in a graph of flows: more could not be read. */
const GRAPHED = 30;

/** Sites and traffic in order, and the company at a glance (spec 2, 3, 7). */
export const rankings = {
  getRanking: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { metric, n } = call.query;
    const figures = await figuresOf(metric, scope, call);
    const unit = unitOf[metric];
    // where nothing answered there is no figure to rank by
    const rows = scope.places.flatMap(({ siteId, name }) => {
      const value = figures.get(siteId);
      return value === undefined ? [] : [{ id: siteId, name, value, ...(unit === undefined ? {} : { unit }) }];
    });
    // what is good stands first
    const sign = metric === 'latency' || metric === 'loss' ? 1 : -1;
    const results = rows.toSorted((a, b) => sign * (a.value - b.value)).slice(0, n);
    return { body: { range: rangeOf(scope), metric, results: results.map((row, index) => ({ rank: index + 1, ...row })) } };
  }),

  getTopN: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { dimension, n } = call.query;
    return { body: { range: rangeOf(scope), dimension, results: await flowsBy(scope, dimension, n) } };
  }),

  getFlowAnalysis: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { n, user, application, destination } = call.query;
    const narrow = {
      ...(user === undefined ? {} : { user }),
      ...(application === undefined ? {} : { application }),
      ...(destination === undefined ? {} : { destination }),
    };
    const isNarrowed = Object.keys(narrow).length > 0;
    const [[tx, rx], flows] = await Promise.all([
      isNarrowed ? [] : ratesOf(scope, ['tx', 'rx']),
      recordedFlows(scope, narrow, Math.min(n, GRAPHED)),
    ]);
    const { values, gap } = flows;
    return {
      body: {
        range: await markedRange(call, scope, isNarrowed ? {} : correctionNote(scope)),
        // what was recorded of flows has no direction
        ...(isNarrowed
          ? { traffic: { tx: {}, rx: {} }, series: [seriesRow({ name: 'flow', unit: 'bps', values, gap }, scope)] }
          : trafficOf(scope, tx, rx)),
        applications: flows.by.application,
        categories: flows.categories,
        users: flows.by.user,
        destinations: flows.by.destination,
        flows: flowGraph(flows),
      },
    };
  }),

  getLanUserMeasurements: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { places, window, telemetry } = scope;
    const [lines, flows] = await Promise.all([
      telemetry.series({ places, window, measures: ['terminals'] }),
      recordedFlows(scope, {}, call.query.n),
    ]);
    const bySite = new Map(lines.map((line) => [line.siteId, line]));
    const sites = places.flatMap((place) => {
      const { siteId, name } = place;
      const line = bySite.get(siteId);
      if (!line) return [];
      const values = line.values.map((value) => (value === null ? null : Math.round(value)));
      const series = seriesRow({ name: 'terminals', unit: '1', values, gap: line.gap }, { window, places: [place], now: scope.now });
      return [{ siteId, site: name, series: [series] }];
    });
    return { body: { range: await markedRange(call, scope), sites, users: flows.by.user } };
  }),

  getRealtimeMonitor: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const { keyword, skip, limit } = call.query;
    const { places, telemetry, now } = scope;
    const [[tx, rx], latest] = await Promise.all([
      ratesOf(scope, ['tx', 'rx']),
      telemetry.latest({ places, measures: ['tx', 'rx'], at: now }),
    ]);
    const bySite = Map.groupBy(latest, ({ siteId }) => siteId);
    const rows = places.map(({ siteId, name, silentFrom }) => {
      const own = bySite.get(siteId) ?? [];
      const sum = (measure: 'tx' | 'rx'): number | undefined => {
        const values = own.filter((each) => each.measure === measure).flatMap(({ value }) => (value === undefined ? [] : [value]));
        return values.length === 0 ? undefined : Math.round(values.reduce((total, value) => total + value, 0));
      };
      const [sends, receives] = [sum('tx'), sum('rx')];
      const gap = own.find((each) => each.gap !== undefined)?.gap;
      return {
        siteId,
        site: name,
        ...(silentFrom === 0 ? {} : { online: silentFrom > now }),
        ...(sends === undefined ? {} : { tx: sends }),
        ...(receives === undefined ? {} : { rx: receives }),
        ...(gap === undefined ? {} : { gap }),
      };
    });
    const fitting = named(rows, keyword, ({ site }) => site).toSorted((a, b) => rateOf(b) - rateOf(a));
    return {
      body: {
        at: timestamp(now),
        range: await markedRange(call, scope, correctionNote(scope)),
        ...trafficOf(scope, tx, rx),
        total: fitting.length,
        results: fitting.slice(skip, skip + limit),
      },
    };
  }),

  getCompanyState: read(async (call) => ({ body: await companyStateOf(call) })),

  getDashboard: read(async (call) => {
    const scope = await monitorScopeOf(call);
    const [range, summary] = await Promise.all([markedRange(call, scope, correctionNote(scope)), dashboardOf(call, scope)]);
    return { body: { range, ...summary } };
  }),

  getChangesBefore: read(async (call) => ({ body: await changesBefore(call) })),
} satisfies Handlers;

const unitOf: Partial<Record<RankingMetric, string>> = {
  flow: 'B',
  rate: 'bps',
  utilisation: '%',
  latency: 'ms',
  loss: '%',
  availability: '%',
};

function rateOf({ tx = -1, rx = -1 }: { tx?: number; rx?: number }): number {
  return tx + rx;
}
