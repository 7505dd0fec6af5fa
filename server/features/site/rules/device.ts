import type { Change, EntityRules, Given } from '#server/kernel/resource/entity.ts';
import { without } from '#server/kernel/resource/without.ts';
import { joinSite, leaveSite, placeFindings } from '#server/features/site/rules/device-site.ts';

/** Looked through for one that names its ports. */
const SAME_MODEL = 20;

export const device: EntityRules<'Device'> = {
  /** A site names its devices by their serials: while one stands there it is replaced, not renamed. */
  check: async (doc, change) => {
    const { before, call, tx } = change;
    const taken = hasMoved(doc, before?.doc) ? await placeFindings(change, doc) : [];
    const { sn, siteId } = before?.doc ?? {};
    if (sn === undefined || !siteId || sn === doc.sn) return taken;
    const site = await tx.get(call.services.store.spec('Site'), siteId);
    return [...taken, { pointer: '/sn', code: 'rule.device.snAtSite', params: { value: sn, site: site?.doc.name ?? siteId } }];
  },
  /** At a site it is configured, off a site it is not; what it reports changes it from there. The site names what stands at it. */
  complete: async (given, change) => {
    const { before } = change;
    const doc = await withPorts(given, change);
    if (before && !hasMoved(doc, before.doc)) return doc;
    if (before) await leaveSite(change, before.doc, 'unregisterDevice');
    const { sn, siteId, role } = doc;
    if (sn !== undefined && siteId) await joinSite(change, { sn, siteId, role: role ?? 'primary' });
    if (before && before.doc.siteId === siteId) return doc;
    // nobody tried it there yet
    return { ...without(doc, 'reachability'), state: siteId ? 'CONFIGURED' : 'UNCONFIGURED' };
  },
  beforeDelete: (item, change) => leaveSite(change, item.doc, 'unregisterDevice'),
};

type Assignment = { siteId?: string | undefined; role?: string | undefined };

function hasMoved(doc: Assignment, before: Assignment | undefined): boolean {
  return !before || before.siteId !== doc.siteId || before.role !== doc.role;
}

/** Devices of one model have the same ports: who registers the next one need not name them again. */
async function withPorts(doc: Given<'Device'>, { call, tx }: Change): Promise<Given<'Device'>> {
  const { model, companyId } = doc;
  if (model === undefined || companyId === undefined || (doc.ports ?? []).length > 0) return doc;
  const alike = await tx.find(call.services.store.spec('Device'), { companyId, model }, { limit: SAME_MODEL });
  const ports = alike.map((each) => each.doc.ports ?? []).find((each) => each.length > 0);
  return ports ? { ...doc, ports } : doc;
}
