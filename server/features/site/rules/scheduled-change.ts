import { siteChangeNotYours } from '#generated/problems.ts';
import { makerOf } from '#server/features/site/changes/ended.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';

/** Changes of sites that wait: on trial they are their maker's. Whether one was delivered is what the site's device says. */
export const scheduledChange: EntityRules<'ScheduledChange'> = {
  /** A trial belongs to who applied it: nobody else knows whether it went well. */
  notForCaller: (row) => siteChangeNotYours({ actor: makerOf({ doc: row }) }),
  noted: async (ids, call) => {
    const { store, system } = call.services;
    const [spec, sites] = [store.spec('ScheduledChange'), store.spec('Site')];
    const changes = await system.docs(spec, { where: { id: [...ids] }, skip: 0, limit: ids.length });
    const revised = await system.docs(sites, { where: { siteId: changes.map(({ siteId }) => siteId) }, skip: 0, limit: ids.length });
    const bySite = new Map(revised.map((site) => [site.siteId, site]));
    return new Map(
      changes.flatMap(({ id, siteId, state, toRevision }) => {
        const site = bySite.get(siteId);
        return site && site.configState && state !== 'reverted' && site.revision === toRevision
          ? [[id, { configState: site.configState }]]
          : [];
      }),
    );
  },
};
