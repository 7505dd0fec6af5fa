import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** What decides what the sites get; a change of it has to be issued again. */
const ISSUED = ['kind', 'scenarioId', 'templateId', 'siteIds', 'companyId'] as const;

export const strategyApplication: EntityRules<'StrategyApplication'> = {
  complete: (doc, { before }) => {
    if (!before) return { ...doc, state: 'pending', standing: 'never', version: 0, issuedRules: [], issuedSites: [] };
    const same = ISSUED.every((name) => JSON.stringify(doc[name]) === JSON.stringify(before.doc[name]));
    return same ? doc : { ...doc, state: 'pending', standing: doc.version === 0 ? 'never' : 'outdated' };
  },
};
