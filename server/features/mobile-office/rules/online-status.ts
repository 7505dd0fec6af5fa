import { countWithout } from '#server/features/mobile-office/rules/address-pool.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** Who goes offline gives the address back. */
export const onlineStatus: EntityRules<'OnlineStatus'> = {
  beforeDelete: (item, change) => countWithout(change, item.doc.poolId, item.id),
};
