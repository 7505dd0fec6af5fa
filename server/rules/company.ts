import { timestamp } from '#server/clock.ts';
import { type EntityRules } from '#server/rules/entity.ts';

/** Older names of the same things stay in step (decision 18). */
export const company: EntityRules = {
  complete: async (doc, { call, before }) => {
    const { store, system, clock } = call.services;
    const spec = store.specs.get('ChannelTrade');
    const channel = spec && typeof doc['channelTradeId'] === 'string' ? await system.get(spec, doc['channelTradeId']) : undefined;
    const { channel: _, ...rest } = doc;
    const threshold = (doc['config'] as { bandwidthThreshold?: number } | undefined)?.bandwidthThreshold;
    return {
      ...rest,
      ...(channel ? { channel: channel.doc['name'] ?? '' } : {}),
      ...(threshold === undefined ? {} : { bandwidthThreshold: threshold }),
      createTime: before?.doc['createTime'] ?? timestamp(clock.now()),
    };
  },
  filters: { hasAll: () => ({}), view: () => ({}) },
};
