import { normaliseMac } from '#domain/formats/mac.ts';
import { timestamp } from '#server/store/clock.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';
import { refuseTakenMac } from '#server/features/mobile-office/rules/wireless-account.ts';

/** A device asks once in a company, and not with an address that is bound to somebody else. */
export const macApproval: EntityRules<'MacApproval'> = {
  complete: (doc, { call, before }) => ({
    ...doc,
    mac: normaliseMac(String(doc.mac)),
    ...(before ? {} : { requestedAt: timestamp(call.services.clock.now()) }),
  }),
  restored: (doc) => doc,
  check: async (doc, change) => {
    await refuseTakenMac(doc.mac, '/mac', { companyId: doc.companyId ?? '', id: doc.accountId ?? '' }, change);
    return [];
  },
};
