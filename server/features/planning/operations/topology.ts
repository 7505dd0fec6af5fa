import { graphOf } from '#server/features/planning/network/network.ts';
import { pathOf } from '#server/features/planning/network/path.ts';
import { type Handlers, read } from '#server/kernel/handler.ts';

/** The network as it is, beside the topologies that define it (spec 3). */
export const topologies = {
  getTopologyGraph: read(async (call) => ({ body: await graphOf(call, call.query.topologyId), conditional: true as const })),
  getTopologyPath: read(async (call) => ({ body: await pathOf(call, call.query) })),
} satisfies Handlers;
