import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

/** Days from now, and how many hours it takes. */
const planned = [
  ['运营商割接', -9, 4],
  ['机房断电检修', -3, 6],
  ['主干升级 (Backbone upgrade)', 2, 4],
  ['设备换新', 5, 8],
] as const;

/** Work on sites that was done, and that is to come. */
export function maintenanceWindows(now: number, tenant: Tenant, sites: readonly SitePlan[]): Seeded<'MaintenanceWindow'>[] {
  const done = planned.map(([name, days, hours], index): Seeded<'MaintenanceWindow'> => {
    const start = Math.floor(now / DAY) * DAY + days * DAY + 14 * HOUR;
    const site = sites[(index * 5 + 1) % Math.max(1, sites.length)];
    return {
      id: `mw-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name,
      // the backbone is everybody's
      siteIds: index === 2 || !site ? [] : [site.id],
      startTime: instant(start),
      endTime: instant(start + hours * HOUR),
      remark: index % 2 === 0 ? '业务可能短时中断' : '',
      ...stamps(now - (12 - index) * DAY),
    };
  });
  const [, faulty] = sites.filter(({ state }) => state === 'EXCEPTION');
  const start = Math.floor(now / HOUR) * HOUR - HOUR;
  const current: Seeded<'MaintenanceWindow'>[] = faulty
    ? [
        {
          id: underWay(tenant),
          companyId: tenant.id,
          name: '现场巡检',
          siteIds: [faulty.id],
          startTime: instant(start),
          endTime: instant(start + 8 * HOUR),
          remark: '',
          ...stamps(now - DAY),
        },
      ]
    : [];
  return [...current, ...done];
}

/** Sites that are worked on now. */
export function workedOn(sites: readonly SitePlan[]): { id: string; siteIds: string[] }[] {
  return [...Map.groupBy(sites, ({ tenant }) => tenant)].flatMap(([tenant, own]) => {
    const [, faulty] = own.filter(({ state }) => state === 'EXCEPTION');
    return faulty ? [{ id: underWay(tenant), siteIds: [faulty.id] }] : [];
  });
}

function underWay(tenant: Tenant): string {
  return `mw-${tenant.id.slice(2)}-now`;
}
