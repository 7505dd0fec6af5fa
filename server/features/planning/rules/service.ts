import { mirrored } from '#server/features/tenancy/index.ts';
import { factsOf } from '#server/features/planning/constraints/facts.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** A change reaches the companies that applied for it at once; their own edits do not become stale by it. */
export const service: EntityRules<'Service'> = {
  complete: async (doc, change) => {
    const { before, call, tx } = change;
    const spec = call.services.store.spec('CompanyService');
    if (!before || JSON.stringify(mirrored(before.doc)) === JSON.stringify(mirrored(doc))) return doc;
    for (const used of await factsOf(doc, change).users('CompanyService', { serviceId: before.id })) {
      const stored = await tx.anyOf(spec, used.id);
      if (stored) await tx.annotate(spec, stored, { ...stored.doc, ...mirrored(doc) });
    }
    return doc;
  },
};
