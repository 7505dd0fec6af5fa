import { deviceModel } from '#generated/problems.ts';
import type { Finding } from '#server/kernel/problem.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { DocOf, Draft } from '#server/store/items/typed.ts';

type Where = Pick<Change, 'call' | 'tx'>;
type Device = Pick<DocOf<'Device'>, 'sn' | 'siteId' | 'role'> & { model?: string };

/** A site names the devices that stand at it: whichever side says so, both do. */
export function serialAt(role: Device['role']): 'sn' | 'haSn' {
  return role === 'backup' ? 'haSn' : 'sn';
}

/** The site of a device that leaves it no longer names it. */
export async function leaveSite(where: Where, { siteId, sn }: Pick<Device, 'siteId' | 'sn'>, operation: string): Promise<void> {
  const site = await siteOf(where, siteId);
  if (!site || (site.doc.sn !== sn && site.doc.haSn !== sn)) return;
  await where.tx.asServer().update(where.call.services.store.spec('Site'), site, withoutSerial(site.doc, sn), site.secret, operation);
}

/** The site of a device that comes to it names it, if it names no other one in its place. */
export async function joinSite(where: Where, { siteId, sn, role }: Device): Promise<void> {
  const [site, place] = [await siteOf(where, siteId), serialAt(role)];
  if (!site || site.doc[place] !== undefined) return;
  const { call, tx } = where;
  await tx.asServer().update(call.services.store.spec('Site'), site, withSerial(site.doc, place, sn), site.secret, 'registerDevice');
  await call.services.network?.deliver(site.id, tx.db);
}

/** What keeps a device from a site: another one in its place, or a pair of two models. */
export async function placeFindings(where: Where, { siteId, sn, role, model }: Device): Promise<Finding[]> {
  const site = await siteOf(where, siteId);
  if (!site) return [];
  const present = site.doc[serialAt(role)];
  if (present !== undefined && present !== sn)
    return [{ pointer: '/siteId', code: 'rule.device.placeTaken', params: { site: site.doc.name, sn: present } }];
  const other = site.doc[serialAt(role === 'backup' ? 'primary' : 'backup')];
  const [peer] = other === undefined ? [] : await where.tx.find(where.call.services.store.spec('Device'), { sn: other }, { limit: 1 });
  if (!peer || model === undefined || peer.doc.model === model) return [];
  const params = { sn, model, expected: peer.doc.model };
  return [{ pointer: '/siteId', code: deviceModel(params).code, params }];
}

async function siteOf({ call, tx }: Where, siteId: string | undefined): Promise<Stored<DocOf<'Site'>> | undefined> {
  const sites = call.services.store.specIf('Site');
  return sites && siteId ? tx.anyOf(sites, siteId) : undefined;
}

function withSerial(site: DocOf<'Site'>, place: 'sn' | 'haSn', sn: string): Draft<'Site'> {
  if (place === 'haSn') return { ...site, haSn: sn };
  return {
    ...without(site, 'configuredAt', 'reachability'),
    sn,
    association: 'associated',
    state: 'CONFIGURED',
    configState: 'undelivered',
  };
}

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
