import { type RankingMetric } from '#generated/server/stored.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';
import { applicationRows, byCategory, topRows } from '#server/features/monitoring/operations/applications.ts';
import { correctionNote, ratesOf, trafficOf } from '#server/features/monitoring/operations/bandwidth.ts';
import { askedOf, named, rangeOf } from '#server/features/monitoring/operations/monitor-query.ts';
import { flowsBy, usersOf } from '#server/features/monitoring/operations/flows.ts';
import { dashboardOf } from '#server/features/monitoring/operations/dashboard.ts';
import { figuresOf } from '#server/features/monitoring/operations/ranking.ts';
import { timestamp } from '#server/store/clock.ts';

/** Sites and traffic in order, and the company at a glance (spec 2, 3, 7). */
export const rankings = {
  getRanking: read(async (call) => {
    const asked = await askedOf(call);
    const { metric, n } = call.query;
    const figures = await figuresOf(metric, asked, call);
    const unit = unitOf[metric];
    // where nothing answered there is no figure to rank by
    const rows = asked.places.flatMap(({ siteId, name }) => {
      const value = figures.get(siteId);
      return value === undefined ? [] : [{ id: siteId, name, value, ...(unit === undefined ? {} : { unit }) }];
    });
    // what is good stands first
    const sign = metric === 'latency' || metric === 'loss' ? 1 : -1;
    const results = rows.toSorted((a, b) => sign * (a.value - b.value)).slice(0, n);
    return { body: { range: rangeOf(asked), metric, results: results.map((row, index) => ({ rank: index + 1, ...row })) } };
  }),

  getTopN: read(async (call) => {
    const asked = await askedOf(call);
    const { dimension, n } = call.query;
    return { body: { range: rangeOf(asked), dimension, results: topRows(await flowsBy(call, asked, dimension), n) } };
  }),

  getFlowAnalysis: read(async (call) => {
    const asked = await askedOf(call);
    const { n } = call.query;
    const [[tx, rx], applications, users] = await Promise.all([ratesOf(asked, ['tx', 'rx']), applicationRows(asked), usersOf(call, asked)]);
    return {
      body: {
        range: rangeOf(asked, correctionNote(asked)),
        ...trafficOf(asked, tx, rx),
        applications: topRows(applications, n),
        categories: topRows(byCategory(applications), n),
        users: topRows(users, n),
      },
    };
  }),

  getRealtimeMonitor: read(async (call) => {
    const asked = await askedOf(call);
    const { keyword, skip, limit } = call.query;
    const { places, telemetry, now } = asked;
    const [[tx, rx], latest] = await Promise.all([
      ratesOf(asked, ['tx', 'rx']),
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
        range: rangeOf(asked, correctionNote(asked)),
        ...trafficOf(asked, tx, rx),
        total: fitting.length,
        results: fitting.slice(skip, skip + limit),
      },
    };
  }),

  getDashboard: read(async (call) => {
    const asked = await askedOf(call);
    return { body: { range: rangeOf(asked, correctionNote(asked)), ...(await dashboardOf(call, asked)) } };
  }),
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
