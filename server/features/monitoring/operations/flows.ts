import type { FlowGraph, FlowStage, TopDimension, TopItem } from '#generated/server/stored.ts';
import { applicationRows, byCategory, topRows } from '#server/features/monitoring/operations/applications.ts';
import type { MonitorScope } from '#server/features/monitoring/operations/monitor-query.ts';
import { flowOf } from '#server/telemetry/figures.ts';
import type { FlowNarrow, FlowRow, RecordedFlows } from '#server/telemetry/port.ts';

/** What carried most traffic in the range, with what the analysis of traffic is narrowed by to see it alone. */
export async function flowsBy(scope: MonitorScope, dimension: TopDimension, most: number): Promise<TopItem[]> {
  if (dimension === 'site') {
    const flows = await siteFlows(scope);
    const rows = scope.places.flatMap(({ siteId, name }) => {
      const flow = flows.get(siteId);
      return flow === undefined ? [] : [{ siteId, name, flow }];
    });
    return topRows(rows, most);
  }
  const { rows, by, categories } = await recordedFlows(scope, {}, most);
  if (dimension === 'user') return by.user.map((row) => ({ ...row, user: row.name }));
  if (rows.length === 0) return withoutFlows(scope, dimension, most);
  if (dimension === 'category') return categories;
  const kinds = new Map(rows.map(({ application, category }) => [application, category]));
  return by.application.map((row) => {
    const category = kinds.get(row.name);
    return { ...row, application: row.name, ...(category === undefined ? {} : { category }) };
  });
}

/** Where nobody records flows, applications may be counted all the same. */
async function withoutFlows(scope: MonitorScope, dimension: 'application' | 'category', most: number): Promise<TopItem[]> {
  const rows = await applicationRows(scope);
  return topRows(dimension === 'category' ? byCategory(rows) : rows, most);
}

/** Bytes of each site in both directions, of those where any were measured. */
export async function siteFlows(scope: MonitorScope): Promise<Map<string, number>> {
  const { places, window, telemetry } = scope;
  const summaries = await telemetry.summary({ places, window, measures: ['tx', 'rx'] });
  const flows = new Map<string, number>();
  for (const summary of summaries) {
    const flow = flowOf(summary, window);
    if (flow !== undefined) flows.set(summary.siteId, (flows.get(summary.siteId) ?? 0) + Math.round(flow));
  }
  return flows;
}

const stages: readonly FlowStage[] = ['user', 'application', 'destination'];

/** What was recorded, by who, what and where; the shares are of all that is looked at. */
export async function recordedFlows(
  { places, window, telemetry }: Pick<MonitorScope, 'places' | 'window' | 'telemetry'>,
  narrow: FlowNarrow,
  most: number,
): Promise<RecordedFlows & { by: Record<FlowStage, TopItem[]>; categories: TopItem[] }> {
  const found = await telemetry.flows({ places, window, narrow, most });
  return {
    ...found,
    by: {
      user: largest(found.rows, ({ user }) => user, most),
      application: largest(found.rows, ({ application }) => application, most),
      destination: largest(found.rows, ({ destination }) => destination, most),
    },
    categories: topRows(
      [...Map.groupBy(found.rows, ({ category }) => category)].map(([category, own]) => ({ name: category, category, flow: bytesOf(own) })),
      most,
    ),
  };
}

function bytesOf(rows: readonly FlowRow[]): number {
  return Math.round(rows.reduce((sum, { bytes }) => sum + bytes, 0));
}

/** What has no name is no row, but part of the whole. */
function largest(rows: readonly FlowRow[], nameOf: (row: FlowRow) => string, most: number): TopItem[] {
  const named = Map.groupBy(rows, nameOf);
  const all = [...named].map(([name, own]) => ({ name, flow: bytesOf(own) }));
  return topRows(all, all.length)
    .filter(({ name }) => name !== '')
    .slice(0, most)
    .map((row, index) => ({ ...row, rank: index + 1 }));
}

/** Users, applications and destinations as nodes of a graph, with the rest of each as one. */
export function flowGraph({ rows, gap }: RecordedFlows): FlowGraph {
  const nodes: FlowGraph['nodes'] = [];
  const links = new Map<string, FlowGraph['links'][number]>();
  const indexes = new Map<string, number>();
  const nodeOf = (stage: FlowStage, name: string): number => {
    const key = `${stage} ${name}`;
    const known = indexes.get(key) ?? nodes.push({ stage, ...(name === '' ? {} : { name }), flow: 0 }) - 1;
    indexes.set(key, known);
    return known;
  };
  for (const row of rows) {
    const way = stages.map((stage) => nodeOf(stage, row[stage]));
    for (const [at, index] of way.entries()) {
      const node = nodes[index];
      if (node) node.flow += row.bytes;
      const to = way[at + 1];
      if (to === undefined) continue;
      const key = `${index} ${to}`;
      const link = links.get(key) ?? { from: index, to, flow: 0 };
      links.set(key, { ...link, flow: link.flow + row.bytes });
    }
  }
  const whole = <Each extends { flow: number }>(each: Each): Each => ({ ...each, flow: Math.round(each.flow) });
  return { ...(gap ? { gap } : {}), nodes: nodes.map(whole), links: [...links.values()].map(whole) };
}
