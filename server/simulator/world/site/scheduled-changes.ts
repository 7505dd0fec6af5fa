import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

type Change = Seeded<'ScheduledChange'>;

/** What became of each: what still waits has a job, and a new world has none. */
const ended: readonly Pick<Change, 'way' | 'state' | 'changed' | 'before' | 'after' | 'reason'>[] = [
  { way: 'timed', state: 'applied', changed: ['speedLimit'], before: { speedLimit: 50 }, after: { speedLimit: 100 } },
  { way: 'trial', state: 'confirmed', changed: ['remark'], before: {}, after: { remark: '已更换线路' } },
  { way: 'trial', state: 'reverted', changed: ['speedLimit'], before: { speedLimit: 200 }, after: { speedLimit: 20 } },
  { way: 'trial', state: 'superseded', changed: ['remark'], before: {}, after: { remark: 'Rack 4' } },
  { way: 'timed', state: 'cancelled', changed: ['location'], before: {}, after: { location: '人民路 8 号' } },
  { way: 'timed', state: 'failed', changed: ['hubSite'], before: {}, after: {}, reason: '您没有进行此操作的权限。' },
];

/** Changes of sites that were applied at a time or on trial. */
export function scheduledChanges(now: number, tenant: Tenant, sites: readonly SitePlan[]): Change[] {
  const actor = tenant.index === 0 ? 'company@demo.example' : 'global@demo.example';
  return ended.flatMap((each, index): Change[] => {
    const site = sites[(index * 7 + 2) % Math.max(1, sites.length)];
    if (!site) return [];
    const due = Math.floor(now / DAY) * DAY - (2 + index * 3) * DAY - 3 * HOUR;
    return [
      {
        id: `ch-${tenant.id.slice(2)}-${index + 1}`,
        companyId: tenant.id,
        siteId: site.id,
        dueAt: instant(due),
        appliedBy: actor,
        endedAt: instant(due),
        endedBy: each.state === 'applied' || each.state === 'reverted' || each.state === 'failed' ? 'system' : actor,
        fromRevision: 1,
        resource: 'Site',
        ...each,
        ...stamps(due - HOUR, due),
      },
    ];
  });
}
