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
} from '#generated/problems.ts';
import type { Isp, SelectedPop } from '#generated/server/stored.ts';
import type { Constraint, Test } from '#server/features/planning/constraints/constraint.ts';
import { type Facts, isOut } from '#server/features/planning/constraints/facts.ts';
import type { DocOf } from '#server/store/items/typed.ts';

type Site = DocOf<'Site'>;
type Pop = DocOf<'Pop'>;
/** What a site chose: the POP, the region that it was looked for in, and the POP behind it. */
type Choice = { pop: Pop; area: string; backup?: Pop };

/** The POP that a site prefers, and the one behind it: 1200 to 1210. */
export const popChoiceConstraints: readonly Constraint<'Site'>[] = [
  choice(1203, ['selectedPop'], 'preferredPop', async ({ pop }, _, facts) => {
    const zone = await facts.one('BackboneAz', pop.zoneId);
    return zone?.enable === false ? popZoneDisabled({ pop: pop.name, zone: zone.name }) : undefined;
  }),
  choice(1200, ['selectedPop'], 'preferredPop', async ({ pop: { id, name, capacity: limit } }, _, facts) => {
    const sites = await facts.users('Site', { 'selectedPop.preferredPop': id });
    return sites.length >= limit ? popFull({ pop: name, limit }) : undefined;
  }),
  choice(1201, ['selectedPop'], 'preferredPop', ({ pop }) =>
    pop.serviceStatus === 'maintenance' ? popInMaintenance({ pop: pop.name }) : undefined,
  ),
  choice(1202, ['selectedPop'], 'preferredPop', ({ pop }) =>
    pop.serviceStatus === 'abnormal' ? popInFault({ pop: pop.name }) : undefined,
  ),
  choice(1204, ['selectedPop'], 'preferredArea', async ({ area }, _, facts) => {
    const region = await facts.one('BackboneRegion', area);
    return region?.enable === false ? popRegionDisabled({ region: region.name }) : undefined;
  }),
  choice(1205, ['selectedPop'], 'preferredPop', async ({ pop, area }, _, facts) => {
    const zone = await facts.one('BackboneAz', pop.zoneId);
    if (area === '' || !zone || zone.regionId === area) return undefined;
    return popOtherArea({ pop: pop.name, area: (await facts.one('BackboneRegion', area))?.name ?? '' });
  }),
  choice(1206, ['selectedPop'], 'backupPop', ({ pop, backup }) =>
    backup?.zoneId === pop.zoneId ? popBackupSameZone({ pop: pop.name, backup: backup.name }) : undefined,
  ),
  choice(1207, ['selectedPop'], 'backupPop', async ({ backup }, _, facts) => {
    const zone = await facts.one('BackboneAz', backup?.zoneId);
    return backup && (isOut(backup) || zone?.enable === false) ? popBackupUnavailable({ pop: backup.name }) : undefined;
  }),
  choice(1208, ['selectedPop', 'wan'], 'preferredPop', ({ pop: { name, addresses = [] } }, { wan = [] }) => {
    const wanted = new Set<Isp>(wan.flatMap(({ isp }) => (isp === undefined || isp === 'other' ? [] : [isp])));
    const offered = addresses.map(({ isp }) => isp);
    const meets = wanted.size === 0 || offered.includes('other') || offered.some((isp) => wanted.has(isp));
    return meets ? undefined : popNoIsp({ pop: name, isp: [...wanted].join(', ') });
  }),
  choice(1209, ['selectedPop', 'protocol'], 'preferredPop', ({ pop: { name, addresses = [] } }, { protocol }) => {
    const offered = addresses.some(({ ip }) => ip.includes(':'));
    return protocol === 'ipv6' && !offered ? popNoIpv6({ pop: name }) : undefined;
  }),
  choice(1210, ['selectedPop', 'lan'], 'preferredPop', ({ pop: { name, tunnelModes: offered } }, { lan = [] }) => {
    const port = lan.find(({ tunnelMode }) => !offered.includes(tunnelMode));
    return port && offered.length > 0 ? popTunnelMode({ pop: name, mode: port.tunnelMode, lan: port.name }) : undefined;
  }),
];

/** A constraint that is asked of sites that prefer a POP. */
function choice(
  code: number,
  watch: Constraint<'Site'>['watch'],
  property: keyof SelectedPop,
  test: Test<[choice: Choice, doc: Site, facts: Facts<'Site'>]>,
): Constraint<'Site'> {
  return {
    code,
    resource: 'Site',
    watch,
    at: `selectedPop.${property}`,
    async test(doc, facts) {
      const { routePreference, preferredArea: area = '', preferredPop, backupPop } = doc.selectedPop ?? {};
      const pop = routePreference === 3 ? await facts.one('Pop', preferredPop) : undefined;
      if (!pop) return undefined;
      return test({ pop, area, backup: await facts.one('Pop', backupPop) }, doc, facts);
    },
  };
}
