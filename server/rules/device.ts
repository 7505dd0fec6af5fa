import { type EntityRules } from '#server/rules/entity.ts';

/** Devices at the sites one sees. */
export const device: EntityRules = {
  reach: (principal, usual) => ({ ...usual, within: { path: 'siteId', values: principal.sites } }),
  /** At a site it is configured, off a site it is not; what it reports changes it from there. */
  complete: (doc, { before }) => {
    const at = typeof doc['siteId'] === 'string' && doc['siteId'] !== '';
    const was = before?.doc['siteId'];
    if (before && was === doc['siteId']) return doc;
    return { ...doc, state: at ? 'CONFIGURED' : 'UNCONFIGURED', reachability: 'unreachable' };
  },
};
