import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** A new rule is issued to the devices, a changed one refreshed there (spec 4). */
export const rateLimitRule: EntityRules<'RateLimitRule'> = {
  complete: (doc, { before }) => {
    if (!before) return { ...doc, state: 'issued' };
    const { state = before.doc.state } = doc;
    return { ...doc, state: state === before.doc.state ? 'refreshed' : (state ?? 'refreshed') };
  },
};
