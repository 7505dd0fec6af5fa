import { asObject } from '#domain/json.ts';
import {
  popBackupSameZone,
  popBackupUnavailable,
  popFull,
  popInFault,
  popInMaintenance,
  popNoIpv6,
  popNoIsp,
  popOtherArea,
  popRegionDisabled,
  popTunnelMode,
  popZoneDisabled,
  type Problem,
} from '#generated/problems.ts';
import type { Constraint } from '#server/features/planning/constraints/constraint.ts';
import { type Facts, isOut, numberOf, rowsOf, textOf, textsOf } from '#server/features/planning/constraints/facts.ts';
import type { Doc } from '#server/store/items/tables.ts';

type Choice = { pop: Doc; name: string; area: string; backup: Doc | undefined };

/** The POP that a site prefers, and the one behind it: 1200 to 1210. */
export const popChoiceConstraints: readonly Constraint[] = [
  choice(1203, ['selectedPop'], 'preferredPop', async ({ pop, name }, _, facts) => {
    const zone = await facts.one('BackboneAz', pop.zoneId);
    return zone?.enable === false ? popZoneDisabled({ pop: name, zone: textOf(zone, 'name') }) : undefined;
  }),
  choice(1200, ['selectedPop'], 'preferredPop', async ({ pop, name }, _, facts) => {
    const limit = numberOf(pop, 'capacity');
    const sites = await facts.countUsers('Site', 'selectedPop.preferredPop', pop.id);
    return sites >= limit ? popFull({ pop: name, limit }) : undefined;
  }),
  choice(1201, ['selectedPop'], 'preferredPop', ({ pop, name }) =>
    pop.serviceStatus === 'maintenance' ? popInMaintenance({ pop: name }) : undefined,
  ),
  choice(1202, ['selectedPop'], 'preferredPop', ({ pop, name }) =>
    pop.serviceStatus === 'abnormal' ? popInFault({ pop: name }) : undefined,
  ),
  choice(1204, ['selectedPop'], 'preferredArea', async ({ area }, _, facts) => {
    const region = await facts.one('BackboneRegion', area);
    return region?.enable === false ? popRegionDisabled({ region: textOf(region, 'name') }) : undefined;
  }),
  choice(1205, ['selectedPop'], 'preferredPop', async ({ pop, name, area }, _, facts) => {
    const zone = await facts.one('BackboneAz', pop.zoneId);
    if (area === '' || !zone || zone.regionId === area) return undefined;
    return popOtherArea({ pop: name, area: textOf(await facts.one('BackboneRegion', area), 'name') });
  }),
  choice(1206, ['selectedPop'], 'backupPop', ({ pop, name, backup }) =>
    backup && backup.zoneId === pop.zoneId ? popBackupSameZone({ pop: name, backup: textOf(backup, 'name') }) : undefined,
  ),
  choice(1207, ['selectedPop'], 'backupPop', async ({ backup }, _, facts) => {
    const zone = await facts.one('BackboneAz', backup?.zoneId);
    return isOut(backup) || zone?.enable === false ? popBackupUnavailable({ pop: textOf(backup, 'name') }) : undefined;
  }),
  choice(1208, ['selectedPop', 'wan'], 'preferredPop', ({ pop, name }, doc) => {
    const wanted = new Set(
      rowsOf(doc, 'wan')
        .map((port) => textOf(port, 'isp'))
        .filter((isp) => isp !== '' && isp !== 'other'),
    );
    const offered = rowsOf(pop, 'addresses').map((address) => textOf(address, 'isp'));
    const meets = wanted.size === 0 || offered.includes('other') || offered.some((isp) => wanted.has(isp));
    return meets ? undefined : popNoIsp({ pop: name, isp: [...wanted].join(', ') });
  }),
  choice(1209, ['selectedPop', 'protocol'], 'preferredPop', ({ pop, name }, doc) => {
    const offered = rowsOf(pop, 'addresses').some((address) => textOf(address, 'ip').includes(':'));
    return doc.protocol === 'ipv6' && !offered ? popNoIpv6({ pop: name }) : undefined;
  }),
  choice(1210, ['selectedPop', 'lan'], 'preferredPop', ({ pop, name }, doc) => {
    const offered = textsOf(pop, 'tunnelModes');
    const port = rowsOf(doc, 'lan').find((lan) => textOf(lan, 'tunnelMode') !== '' && !offered.includes(textOf(lan, 'tunnelMode')));
    return port && offered.length > 0
      ? popTunnelMode({ pop: name, mode: textOf(port, 'tunnelMode'), lan: textOf(port, 'name') })
      : undefined;
  }),
];

/** A constraint that is asked of sites that prefer a POP. */
function choice(
  code: number,
  watch: readonly string[],
  property: string,
  test: (choice: Choice, doc: Doc, facts: Facts) => Promise<Problem | undefined> | Problem | undefined,
): Constraint {
  return {
    code,
    resource: 'Site',
    watch,
    at: `selectedPop.${property}`,
    async test(doc, facts) {
      const selected = asObject(doc.selectedPop);
      const pop = selected.routePreference === 3 ? await facts.one('Pop', selected.preferredPop) : undefined;
      if (!pop) return undefined;
      const backup = await facts.one('Pop', selected.backupPop);
      return test({ pop, name: textOf(pop, 'name'), area: textOf(selected, 'preferredArea'), backup }, doc, facts);
    },
  };
}
