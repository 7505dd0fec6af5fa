import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** Tags of everybody are read by all, tags of channels by channel users; a company's own tags by the company (decision 10). */
export const tag: EntityRules<'Tag'> = {
  reach: (principal, usual) => {
    if (usual.shared === true) return usual;
    return { ...usual, shared: { path: 'scope', in: principal.role === 'channel' ? ['global', 'channel'] : ['global'] } };
  },
  complete: (doc, { call }) => {
    // the company path makes company tags, whatever the default of the schema
    if (call.path.companyId !== undefined) return { ...doc, scope: 'company' };
    return doc;
  },
  filters: { avaliable: () => ({}) },
};
