import { type EntityRules } from '#server/kernel/resource/entity.ts';

export const device: EntityRules<'Device'> = {
  /** At a site it is configured, off a site it is not; what it reports changes it from there. */
  complete: (doc, { before }) => {
    const at = typeof doc.siteId === 'string' && doc.siteId !== '';
    const was = before?.doc.siteId;
    if (before && was === doc.siteId) return doc;
    return { ...doc, state: at ? 'CONFIGURED' : 'UNCONFIGURED', reachability: 'unreachable' };
  },
};
