import { inUsePolicyRule } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { noteStandings, sitesOfTemplates } from '#server/features/policy/strategy.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** Rules of the platform; some are kept from accounts of some types (spec 6, decision 8). */
export const policyRule: EntityRules<'PolicyRule'> = {
  columns: ['hiddenFrom[]'],
  reach: (principal, usual) =>
    principal.role === 'superAdmin' ? usual : { ...usual, never: [{ path: 'hiddenFrom[]', in: [principal.role] }] },
  written: (item, { tx }) => noteStandings(tx, { target: 'PolicyRule', id: item.id }),
  /** "Rule referenced by N sites or templates cannot be deleted" (spec 8). */
  beforeDelete: async (item, { tx, call }) => {
    const found = await tx.find(call.services.store.spec('PolicyTemplate'), { 'ruleIds[]': item.id });
    if (found.length === 0) return;
    const templates = found.map(({ id }) => id);
    const sites = await sitesOfTemplates(tx, templates);
    throw new ProblemError(inUsePolicyRule({ templates: templates.length, sites: sites.size }));
  },
};
