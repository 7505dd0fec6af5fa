import { type Handlers, write } from '#server/kernel/handler.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { release } from '#server/features/site/rules/site.ts';
import { type DocOf, type Draft } from '#server/store/items/typed.ts';

export const devices = {
  unregisterDevice: write(async (call, tx) => {
    const { store } = call.services;
    const spec = store.spec('Device');
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    const { siteId, sn } = before.doc;
    const stored = await release({ call, tx }, before);
    const sites = store.specIf('Site');
    const site = sites && typeof siteId === 'string' ? await tx.anyOf(sites, siteId) : undefined;
    // the site no longer names what has left it
    if (sites && site) await tx.asServer().update(sites, site, withoutSerial(site.doc, sn), site.secret, 'unregisterDevice');
    return answerOf(spec, tx, stored);
  }),
} satisfies Handlers;

function withoutSerial(site: DocOf<'Site'>, sn: string): Draft<'Site'> {
  const { sn: primary, haSn: backup, configuredAt, ...rest } = site;
  const left: Draft<'Site'> = {
    ...rest,
    ...(primary === undefined || primary === sn ? {} : { sn: primary }),
    ...(backup === undefined || backup === sn ? {} : { haSn: backup }),
  };
  if (left.haSn === undefined) delete left.haConfig;
  if (left.sn !== undefined) return configuredAt === undefined ? left : { ...left, configuredAt };
  const { reachability: _, ...untried } = left;
  return { ...untried, association: 'unassociated', state: 'UNCONFIGURED', configState: 'undelivered' };
}
