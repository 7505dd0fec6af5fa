import {
  lineBeyondLinks,
  lineDuplicate,
  linePopElsewhere,
  lineZoneDisabled,
  popCapacityBelow,
  popIncomplete,
  popLinesEndHere,
  popZoneClosed,
  regionZonesInUse,
  zonePopsInService,
} from '#generated/problems.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import { type Facts, isOut, linkCapacity } from '#server/features/planning/constraints/facts.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Line = DocOf<'BackboneLine'>;

/** The backbone itself: POPs 1211 to 1215, zones and regions 1216 and 1217, lines 1218 to 1221. */
export const planningConstraints: readonly (
  | Constraint<'Pop'>
  | Constraint<'BackboneAz'>
  | Constraint<'BackboneRegion'>
  | Constraint<'BackboneLine'>
)[] = [
  {
    code: 1211,
    resource: 'Pop',
    watch: ['serviceStatus', 'addresses', 'devices'],
    at: 'serviceStatus',
    test({ name, serviceStatus, addresses = [], devices = [] }) {
      const complete = addresses.length > 0 && devices.length > 0;
      return serviceStatus === 'normal' && !complete ? popIncomplete({ pop: name }) : undefined;
    },
  } satisfies Constraint<'Pop'>,
  {
    code: 1212,
    resource: 'Pop',
    watch: ['capacity'],
    at: 'capacity',
    async test({ id, name, capacity }, facts) {
      const { length: count } = await facts.users('Site', { 'selectedPop.preferredPop': id });
      return capacity < count ? popCapacityBelow({ pop: name, count }) : undefined;
    },
  } satisfies Constraint<'Pop'>,
  {
    code: 1214,
    resource: 'Pop',
    watch: ['zoneId'],
    at: 'zoneId',
    async test({ id, name }, facts) {
      if (!facts.before) return undefined;
      const { length: count } = await linesAt(id, facts);
      return count > 0 ? popLinesEndHere({ pop: name, count }) : undefined;
    },
  } satisfies Constraint<'Pop'>,
  {
    code: 1215,
    resource: 'Pop',
    watch: ['serviceStatus', 'zoneId'],
    at: 'serviceStatus',
    async test(doc, facts) {
      const zone = await facts.one('BackboneAz', doc.zoneId);
      return doc.serviceStatus === 'normal' && zone?.enable === false ? popZoneClosed({ zone: zone.name }) : undefined;
    },
  } satisfies Constraint<'Pop'>,
  {
    code: 1216,
    resource: 'BackboneAz',
    watch: ['enable'],
    at: 'enable',
    async test({ id, name, enable }, facts) {
      if (enable) return undefined;
      const pops = (await facts.users('Pop', { zoneId: id })).filter((pop) => !isOut(pop));
      return pops.length > 0 ? zonePopsInService({ zone: name, count: pops.length }) : undefined;
    },
  } satisfies Constraint<'BackboneAz'>,
  {
    code: 1217,
    resource: 'BackboneRegion',
    watch: ['enable'],
    at: 'enable',
    async test(doc, facts) {
      if (doc.enable) return undefined;
      const zones = (await facts.users('BackboneAz', { regionId: doc.id })).filter(({ enable }) => enable);
      return zones.length > 0 ? regionZonesInUse({ region: doc.name, count: zones.length }) : undefined;
    },
  } satisfies Constraint<'BackboneRegion'>,
  {
    code: 1218,
    resource: 'BackboneLine',
    watch: ['aZoneId', 'aPopId', 'zZoneId', 'zPopId'],
    at: 'aPopId',
    async test(doc, facts) {
      for (const { popId, zoneId } of endsOf(doc)) {
        const pop = await facts.one('Pop', popId);
        if (!pop || pop.zoneId === zoneId) continue;
        return linePopElsewhere({ pop: pop.name, zone: (await facts.one('BackboneAz', zoneId))?.name ?? '' });
      }
      return undefined;
    },
  } satisfies Constraint<'BackboneLine'>,
  {
    code: 1219,
    resource: 'BackboneLine',
    watch: ['state', 'aZoneId', 'zZoneId'],
    at: 'state',
    async test(doc, facts) {
      if (doc.state === 'planned') return undefined;
      const zones = await Promise.all(endsOf(doc).map(({ zoneId }) => facts.one('BackboneAz', zoneId)));
      const closed = zones.find((zone) => zone?.enable === false);
      return closed && lineZoneDisabled({ zone: closed.name });
    },
  } satisfies Constraint<'BackboneLine'>,
  {
    code: 1220,
    resource: 'BackboneLine',
    watch: ['aPopId', 'zPopId', 'provider'],
    at: 'provider',
    async test({ aPopId = '', zPopId = '', provider }, facts) {
      const pair = [aPopId, zPopId];
      if (pair.includes('')) return undefined;
      const others = await linesAt(aPopId, facts);
      const twin = others.find((line) => line.provider === provider && pair.every((id) => [line.aPopId, line.zPopId].includes(id)));
      return twin && lineDuplicate({ provider, line: twin.name });
    },
  } satisfies Constraint<'BackboneLine'>,
  {
    code: 1221,
    resource: 'BackboneLine',
    watch: ['bandwidth', 'aPopId', 'zPopId'],
    at: 'bandwidth',
    async test(doc, facts) {
      for (const { popId } of endsOf(doc)) {
        const pop = await facts.one('Pop', popId);
        const limit = pop && linkCapacity(pop);
        if (pop && limit !== undefined && doc.bandwidth > limit) return lineBeyondLinks({ pop: pop.name, limit });
      }
      return undefined;
    },
  } satisfies Constraint<'BackboneLine'>,
];

function endsOf({ aPopId, aZoneId, zPopId, zZoneId }: Line): { popId: string | undefined; zoneId: string }[] {
  return [
    { popId: aPopId, zoneId: aZoneId },
    { popId: zPopId, zoneId: zZoneId },
  ];
}

/** Lines that begin or end at a POP. */
async function linesAt(popId: string, facts: Facts): Promise<Line[]> {
  return [...(await facts.users('BackboneLine', { aPopId: popId })), ...(await facts.users('BackboneLine', { zPopId: popId }))];
}
