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
import { isOut, linkCapacity, numberOf, rowsOf, textOf } from '#server/features/planning/constraints/facts.ts';

const ends = ['a', 'z'] as const;

/** The backbone itself: POPs 1211 to 1215, zones and regions 1216 and 1217, lines 1218 to 1221. */
export const planningConstraints: readonly Constraint[] = [
  {
    code: 1211,
    resource: 'Pop',
    watch: ['serviceStatus', 'addresses', 'devices'],
    at: 'serviceStatus',
    test(doc) {
      const complete = rowsOf(doc, 'addresses').length > 0 && rowsOf(doc, 'devices').length > 0;
      return doc.serviceStatus === 'normal' && !complete ? popIncomplete({ pop: textOf(doc, 'name') }) : undefined;
    },
  },
  {
    code: 1212,
    resource: 'Pop',
    watch: ['capacity'],
    at: 'capacity',
    async test(doc, facts) {
      const count = await facts.countUsers('Site', 'selectedPop.preferredPop', doc.id);
      return numberOf(doc, 'capacity') < count ? popCapacityBelow({ pop: textOf(doc, 'name'), count }) : undefined;
    },
  },
  {
    code: 1214,
    resource: 'Pop',
    watch: ['zoneId'],
    at: 'zoneId',
    async test(doc, facts) {
      const counts = await Promise.all(ends.map((end) => facts.countUsers('BackboneLine', `${end}PopId`, doc.id)));
      const count = counts.reduce((sum, each) => sum + each, 0);
      return facts.before && count > 0 ? popLinesEndHere({ pop: textOf(doc, 'name'), count }) : undefined;
    },
  },
  {
    code: 1215,
    resource: 'Pop',
    watch: ['serviceStatus', 'zoneId'],
    at: 'serviceStatus',
    async test(doc, facts) {
      const zone = await facts.one('BackboneAz', doc.zoneId);
      return doc.serviceStatus === 'normal' && zone?.enable === false ? popZoneClosed({ zone: textOf(zone, 'name') }) : undefined;
    },
  },
  {
    code: 1216,
    resource: 'BackboneAz',
    watch: ['enable'],
    at: 'enable',
    async test(doc, facts) {
      if (doc.enable !== false) return undefined;
      const pops = (await facts.users('Pop', 'zoneId', doc.id)).filter((pop) => !isOut(pop));
      return pops.length > 0 ? zonePopsInService({ zone: textOf(doc, 'name'), count: pops.length }) : undefined;
    },
  },
  {
    code: 1217,
    resource: 'BackboneRegion',
    watch: ['enable'],
    at: 'enable',
    async test(doc, facts) {
      if (doc.enable !== false) return undefined;
      const zones = (await facts.users('BackboneAz', 'regionId', doc.id)).filter(({ enable }) => enable !== false);
      return zones.length > 0 ? regionZonesInUse({ region: textOf(doc, 'name'), count: zones.length }) : undefined;
    },
  },
  {
    code: 1218,
    resource: 'BackboneLine',
    watch: ['aZoneId', 'aPopId', 'zZoneId', 'zPopId'],
    at: 'aPopId',
    async test(doc, facts) {
      for (const end of ends) {
        const pop = await facts.one('Pop', doc[`${end}PopId`]);
        if (!pop || pop.zoneId === doc[`${end}ZoneId`]) continue;
        return linePopElsewhere({ pop: textOf(pop, 'name'), zone: textOf(await facts.one('BackboneAz', doc[`${end}ZoneId`]), 'name') });
      }
      return undefined;
    },
  },
  {
    code: 1219,
    resource: 'BackboneLine',
    watch: ['state', 'aZoneId', 'zZoneId'],
    at: 'state',
    async test(doc, facts) {
      if (doc.state === 'planned') return undefined;
      const zones = await Promise.all(ends.map((end) => facts.one('BackboneAz', doc[`${end}ZoneId`])));
      const closed = zones.find((zone) => zone?.enable === false);
      return closed && lineZoneDisabled({ zone: textOf(closed, 'name') });
    },
  },
  {
    code: 1220,
    resource: 'BackboneLine',
    watch: ['aPopId', 'zPopId', 'provider'],
    at: 'provider',
    async test(doc, facts) {
      const pair = [textOf(doc, 'aPopId'), textOf(doc, 'zPopId')];
      if (pair.includes('')) return undefined;
      const others = await Promise.all(ends.map((end) => facts.users('BackboneLine', `${end}PopId`, pair[0])));
      const twin = others
        .flat()
        .find((line) => line.provider === doc.provider && pair.every((id) => [line.aPopId, line.zPopId].includes(id)));
      return twin && lineDuplicate({ provider: textOf(doc, 'provider'), line: textOf(twin, 'name') });
    },
  },
  {
    code: 1221,
    resource: 'BackboneLine',
    watch: ['bandwidth', 'aPopId', 'zPopId'],
    at: 'bandwidth',
    async test(doc, facts) {
      for (const end of ends) {
        const pop = await facts.one('Pop', doc[`${end}PopId`]);
        const limit = linkCapacity(pop);
        if (pop && numberOf(doc, 'bandwidth') > limit) return lineBeyondLinks({ pop: textOf(pop, 'name'), limit });
      }
      return undefined;
    },
  },
];
