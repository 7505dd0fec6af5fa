import type { Entities } from '#generated/server/entities.ts';
import { zoneInterfaceTaken, zoneInterfaceUnknown } from '#generated/problems.ts';
import type { Finding } from '#server/kernel/problem.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';

type Zone = Entities['Zone'];
type Interface = { siteId: string; interface: string };

/** The interfaces of a zone are there, and in no other zone. */
export const zone: EntityRules<'Zone'> = {
  check: async (doc, change): Promise<Finding[]> => {
    const findings: Finding[] = [];
    const known = new Set(interfacesOf(change.before?.doc).map(keyOf));
    const taken = await takenInterfaces(doc, change);
    for (const [index, each] of interfacesOf(doc).entries()) {
      if (known.has(keyOf(each))) continue;
      const zoneName = taken.get(keyOf(each));
      const problem =
        (await unknownInterface(each, change)) ??
        (zoneName === undefined ? undefined : zoneInterfaceTaken({ interface: each.interface, zone: zoneName }));
      if (problem) findings.push({ pointer: `/interfaces/${index}/interface`, code: problem.code, params: problem.params });
    }
    return findings;
  },
};

async function unknownInterface({ siteId, interface: name }: Interface, { call, tx }: Change) {
  const site = await tx.get(call.services.store.spec('Site'), siteId);
  // a site that is not there is told as a missing reference
  if (!site) return undefined;
  const { lan = [], wan = [] } = site.doc;
  const names = [...lan.map((port) => port.name), ...wan.map((port) => port.logicName)];
  if (names.includes(name)) return undefined;
  return zoneInterfaceUnknown({ site: site.doc.name, interface: name, known: names.join(', ') });
}

/** Interfaces of the same sites that other zones have, with the zone's name. */
async function takenInterfaces(doc: Zone, { spec, tx, before }: Change<'Zone'>): Promise<Map<string, string>> {
  const sites = [...new Set(interfacesOf(doc).map((each) => each.siteId))];
  const taken = new Map<string, string>();
  if (sites.length === 0) return taken;
  for (const other of await tx.find(spec, { 'interfaces[].siteId': sites }))
    if (other.id !== before?.id) for (const each of interfacesOf(other.doc)) taken.set(keyOf(each), other.doc.name);
  return taken;
}

function interfacesOf(doc: Zone | undefined): readonly Interface[] {
  return doc?.interfaces ?? [];
}

function keyOf({ siteId, interface: name }: Interface): string {
  return `${siteId} ${name}`;
}
