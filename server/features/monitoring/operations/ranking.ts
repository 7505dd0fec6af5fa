import type { RankingMetric } from '#generated/server/stored.ts';
import { tenths } from '#server/features/monitoring/operations/bandwidth.ts';
import { siteFlows } from '#server/features/monitoring/operations/flows.ts';
import type { MonitorScope, MonitorCall } from '#server/features/monitoring/operations/monitor-query.ts';
import { qualityRows } from '#server/features/monitoring/operations/quality.ts';

const MBPS = 1_000_000;
const MOST_ALERTS = 100_000;

/** The figure of each site that sites are ranked by; those of which nothing is known have none. */
export async function figuresOf(metric: RankingMetric, scope: MonitorScope, call: MonitorCall): Promise<Map<string, number>> {
  const { places, window, telemetry } = scope;
  switch (metric) {
    case 'alerts': {
      const counts = await alertCounts(call, scope);
      return new Map(places.map(({ siteId }) => [siteId, counts.get(siteId) ?? 0]));
    }
    case 'flow':
      return siteFlows(scope);
    case 'score':
      return scores(scope);
    case 'rate':
    case 'utilisation': {
      const statistic = metric === 'rate' ? 'max' : 'mean';
      const rows = await telemetry.top({ places, window, measure: 'rx', statistic, order: 'highest', n: places.length });
      const capacity = new Map(places.map(({ siteId, links }) => [siteId, links.reduce((sum, { down }) => sum + down, 0) * MBPS]));
      return new Map(
        rows.map(({ siteId, value }) => [
          siteId,
          metric === 'rate' ? Math.round(value) : tenths((value / Math.max(1, capacity.get(siteId) ?? 0)) * 100),
        ]),
      );
    }
    default: {
      const rows = await telemetry.top({ places, window, measure: metric, statistic: 'mean', order: 'highest', n: places.length });
      return new Map(rows.map(({ siteId, value }) => [siteId, tenths(value)]));
    }
  }
}

/** The mean of the circuits of each site. */
async function scores(scope: MonitorScope): Promise<Map<string, number>> {
  const rows = (await qualityRows(scope)).flatMap(({ siteId, score }) => (score === undefined ? [] : [{ siteId, score }]));
  return new Map(
    [...Map.groupBy(rows, ({ siteId }) => siteId)].map(([siteId, own]) => [
      siteId,
      tenths(own.reduce((sum, { score }) => sum + score, 0) / own.length),
    ]),
  );
}

/** Alerts of each site that were raised in the range. */
async function alertCounts({ services, handle, path }: MonitorCall, { window }: MonitorScope): Promise<Map<string, number>> {
  const alerts = await handle.docs(services.store.spec('Alert'), {
    where: { companyId: path.companyId },
    ranges: [{ path: 'raisedAt', from: window.from, to: window.to }],
    skip: 0,
    limit: MOST_ALERTS,
  });
  const found = new Map<string, number>();
  for (const { neId } of alerts) if (neId) found.set(neId, (found.get(neId) ?? 0) + 1);
  return found;
}
