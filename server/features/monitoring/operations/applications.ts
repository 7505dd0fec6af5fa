import { statsOf } from '#domain/traffic/stats.ts';
import type { ApplicationTraffic, TopItem, TrafficCategory } from '#generated/server/stored.ts';
import { tenths } from '#server/features/monitoring/operations/bandwidth.ts';
import type { MonitorScope } from '#server/features/monitoring/operations/monitor-query.ts';

/** What the traffic is made of, largest first. */
export async function applicationRows({ places, window, telemetry }: MonitorScope): Promise<ApplicationTraffic[]> {
  const seconds = (window.to - window.from) / 1000;
  const lines = await telemetry.applications({ places, window });
  const rows = lines.map((line) => ({ ...line, flow: statsOf(line.values, seconds).flow ?? 0 }));
  const total = rows.reduce((sum, row) => sum + row.flow, 0);
  return rows.map((row) => ({ ...row, share: partOf(row.flow, total) })).toSorted((a, b) => b.flow - a.flow);
}

export function byCategory(rows: readonly ApplicationTraffic[]): { name: string; category: TrafficCategory; flow: number }[] {
  return [...Map.groupBy(rows, (row) => row.category)].map(([name, of]) => ({
    name,
    category: name,
    flow: of.reduce((sum, row) => sum + row.flow, 0),
  }));
}

/** Rows with a flow as a list of the largest. */
export function topRows(
  rows: readonly { name: string; category?: TrafficCategory; siteId?: string; flow: number }[],
  count: number,
): TopItem[] {
  const total = rows.reduce((sum, row) => sum + row.flow, 0);
  return rows
    .filter(({ flow }) => flow > 0)
    .toSorted((a, b) => b.flow - a.flow)
    .slice(0, count)
    .map(({ name, category, siteId, flow }, index) => ({
      rank: index + 1,
      name,
      ...(category === undefined ? {} : { category }),
      ...(siteId === undefined ? {} : { siteId }),
      flow,
      share: partOf(flow, total),
    }));
}

function partOf(flow: number, total: number): number {
  return total === 0 ? 0 : tenths((flow / total) * 100);
}
