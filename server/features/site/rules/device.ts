import { type EntityRules } from '#server/kernel/resource/entity.ts';
import { without } from '#server/kernel/resource/without.ts';

export const device: EntityRules<'Device'> = {
  /** A site names its devices by their serials: while one stands there it is replaced, not renamed. */
  check: async (doc, { before, call, tx }) => {
    const { sn, siteId } = before?.doc ?? {};
    if (sn === undefined || !siteId || sn === doc.sn) return [];
    const site = await tx.get(call.services.store.spec('Site'), siteId);
    return [{ pointer: '/sn', code: 'rule.device.snAtSite', params: { value: sn, site: site?.doc.name ?? siteId } }];
  },
  /** At a site it is configured, off a site it is not; what it reports changes it from there. */
  complete: (doc, { before }) => {
    const at = typeof doc.siteId === 'string' && doc.siteId !== '';
    const was = before?.doc.siteId;
    if (before && was === doc.siteId) return doc;
    // nobody tried it there yet
    return { ...without(doc, 'reachability'), state: at ? 'CONFIGURED' : 'UNCONFIGURED' };
  },
};
