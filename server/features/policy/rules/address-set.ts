import { addressSetSiteMode } from '#generated/problems.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** Addresses of single sites belong to a company: what is everybody's has none (spec section 6). */
export const addressSet: EntityRules<'AddressSet'> = {
  check: (doc) => {
    const own = Array.isArray(doc.siteRules) && doc.siteRules.length > 0;
    if (own && doc.companyId === undefined) {
      const problem = addressSetSiteMode();
      throw new ProblemError(problem, { errors: [{ pointer: '/siteRules', code: problem.code }] });
    }
    return Promise.resolve([]);
  },
};
