import type { Entities } from '#generated/server/entities.ts';

/** Ids of the two ends. */
export type Pair = readonly [from: string, to: string];

/**
 * The tunnels of a topology, some at a time: a mesh of a thousand sites has half a million. Spokes reach every hub and hubs each
 * other; a mesh joins all; point to point joins two. Sites that are not `known` are left out.
 */
export function* pairsOf(
  { type, sites }: Pick<Entities['Topology'], 'type' | 'sites'>,
  known: (siteId: string) => boolean,
): Generator<Pair> {
  const here = sites.filter(({ siteId }) => known(siteId));
  if (type === 'spoke-hub') {
    const hubs = here.filter(({ role }) => role === 'hub').map(({ siteId }) => siteId);
    const spokes = here.filter(({ role }) => role !== 'hub').map(({ siteId }) => siteId);
    yield* eachWithEach(hubs);
    for (const spoke of spokes) for (const hub of hubs) yield [spoke, hub];
    return;
  }
  yield* eachWithEach(here.map(({ siteId }) => siteId));
}

function* eachWithEach(ids: readonly string[]): Generator<Pair> {
  for (const [index, from] of ids.entries()) for (const to of ids.slice(index + 1)) yield [from, to];
}
