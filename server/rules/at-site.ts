import { type EntityRules } from '#server/rules/entity.ts';

/** What was seen at a site is seen by those who see the site (spec 6). */
export const atSite: EntityRules = {
  reach: (principal, usual) => ({ ...usual, within: { path: 'siteId', values: principal.sites } }),
};
