import { type TopDimension, type TrafficCategory } from '#generated/server/stored.ts';
import { applicationRows, byCategory } from '#server/features/monitoring/operations/applications.ts';
import { type Asked, type MonitorCall } from '#server/features/monitoring/operations/monitor-query.ts';
import { flowOf } from '#server/telemetry/figures.ts';

const MOST_USERS = 1000;

export type Flow = { name: string; category?: TrafficCategory; flow: number };

/** What carried traffic, seen one way or another. */
export async function flowsBy(call: MonitorCall, asked: Asked, dimension: TopDimension): Promise<Flow[]> {
  if (dimension === 'user') return usersOf(call, asked);
  if (dimension === 'site') {
    const flows = await siteFlows(asked);
    return asked.places.flatMap(({ siteId, name }) => {
      const flow = flows.get(siteId);
      return flow === undefined ? [] : [{ name, flow }];
    });
  }
  const rows = await applicationRows(asked);
  return dimension === 'application' ? rows : byCategory(rows);
}

/** Bytes of each site in both directions, of those where any were measured. */
export async function siteFlows(asked: Asked): Promise<Map<string, number>> {
  const { places, window, telemetry } = asked;
  const summaries = await telemetry.summary({ places, window, measures: ['tx', 'rx'] });
  const flows = new Map<string, number>();
  for (const summary of summaries) {
    const flow = flowOf(summary, window);
    if (flow !== undefined) flows.set(summary.siteId, (flows.get(summary.siteId) ?? 0) + Math.round(flow));
  }
  return flows;
}

/** Terminals that were there in the range, by what they carried since they were first seen. */
export async function usersOf({ services, handle, path }: MonitorCall, asked: Asked): Promise<Flow[]> {
  const spec = services.store.spec('LanUser');
  const users = await handle.docs(spec, {
    where: { companyId: path.companyId },
    ranges: [{ path: 'lastSeenAt', from: asked.window.from }],
    skip: 0,
    limit: MOST_USERS,
  });
  const here = new Set(asked.places.map((place) => place.siteId));
  return users
    .filter((user) => here.has(user.siteId))
    .map(({ hostName, rx, tx }) => ({ name: hostName ?? '', flow: (rx ?? 0) + (tx ?? 0) }));
}
