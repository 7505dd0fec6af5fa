import { zoneInterfaceTaken, zoneInterfaceUnknown } from '#generated/problems.ts';
import { type Finding } from '#server/kernel/problem.ts';
import { type Change, type EntityRules } from '#server/kernel/resource/entity.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type Doc } from '#server/store/items/tables.ts';

type Interface = { siteId: string; interface: string };

/** The interfaces of a zone are there, and in no other zone. */
export const zone: EntityRules = {
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
  const site = await tx.get(call.services.store.specs.get('Site') as ItemSpec, siteId);
  // a site that is not there is told as a missing reference
  if (!site) return undefined;
  const rows = (property: string): Doc[] => (Array.isArray(site.doc[property]) ? (site.doc[property] as Doc[]) : []);
  const names = [...rows('lan').map((port) => String(port['name'])), ...rows('wan').map((port) => String(port['logicName']))];
  if (names.includes(name)) return undefined;
  return zoneInterfaceUnknown({ site: String(site.doc['name'] ?? siteId), interface: name, known: names.join(', ') });
}

/** Interfaces of the same sites that other zones have, with the zone's name. */
async function takenInterfaces(doc: Doc, { spec, tx, before }: Change): Promise<Map<string, string>> {
  const sites = [...new Set(interfacesOf(doc).map((each) => each.siteId))];
  const taken = new Map<string, string>();
  if (sites.length === 0) return taken;
  const others = await tx.db
    .selectFrom('refs')
    .select('id')
    .distinct()
    .where('resource', '=', spec.name)
    .where('path', '=', 'interfaces[].siteId')
    .where('value', 'in', sites)
    .where('id', '!=', before?.id ?? '')
    .execute();
  for (const { id } of others) {
    const other = await tx.anyOf(spec, id);
    for (const each of interfacesOf(other?.doc)) taken.set(keyOf(each), String(other?.doc['name']));
  }
  return taken;
}

function interfacesOf(doc: Doc | undefined): Interface[] {
  const rows = doc?.['interfaces'];
  return Array.isArray(rows) ? (rows as Interface[]) : [];
}

function keyOf({ siteId, interface: name }: Interface): string {
  return `${siteId} ${name}`;
}
