import type { EntityRules } from '#server/kernel/resource/entity.ts';
import { foreignChannels, rightsSource } from '#server/features/account/index.ts';

const MOST = 100_000;

export const channelTrade: EntityRules<'ChannelTrade'> = {
  filters: { grantable: () => ({}) },
  narrow: async (call) => {
    const { principal, query, handle, services } = call;
    const spec = services.store.spec('ChannelTrade');
    if (query.grantable !== true || !principal) return {};
    const { rows } = await handle.list(spec, { skip: 0, limit: MOST });
    const ids = rows.map((row) => row.id);
    const foreign = new Set(await foreignChannels(ids, principal.own, rightsSource(call)));
    return { among: [{ path: spec.id, in: ids.filter((id) => !foreign.has(id)) }] };
  },
};
