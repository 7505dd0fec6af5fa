import { dotted, macOf } from '#server/simulator/world/site/addressing.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { terminalsOf } from '#server/simulator/terminals.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, instant, type Seeded } from '#server/kernel/seeding/world.ts';

/** Terminals of a site in the companies of usual size; of large worlds only the first sites show some. */
const MOST_SITES = 60;
/** Who is in the LANs of the sites that run. */
export function lanUsers(now: number, plans: readonly SitePlan[]): Seeded<'LanUser'>[] {
  return plans
    .slice(0, MOST_SITES)
    .filter((plan) => plan.sns.length > 0 && plan.lans > 0)
    .flatMap((plan) => usersAt(now, plan));
}

function usersAt(now: number, plan: SitePlan): Seeded<'LanUser'>[] {
  const random = randomFrom(`lan users ${plan.id}`);
  const network = plan.address.lan(0);
  return terminalsOf(plan.id).map(({ host, vendor, medium }, index): Seeded<'LanUser'> => {
    const online = (plan.state === 'ONLINE' || plan.state === 'EXCEPTION') && random.chance(0.7);
    const first = now - random.int(1, 90) * DAY;
    const seen = online ? now - random.int(0, 240) * 1000 : now - random.int(1, 40) * 3_600_000;
    return {
      id: `lu-${plan.id.slice(2)}-${index + 1}`,
      companyId: plan.tenant.id,
      siteId: plan.id,
      city: plan.city.zh,
      hostName: host,
      mac: macOf(0x4000_0000 + plan.tenant.index * 0x10_0000 + plan.index * 16 + index),
      ip: dotted(network + 20 + index),
      vendor,
      port: 'LAN1',
      vlan: medium === 'wireless' ? 20 : 10,
      medium,
      ...(medium === 'wireless' ? { ssid: 'Staff' } : {}),
      online,
      firstSeenAt: instant(Math.min(first, seen)),
      lastSeenAt: instant(seen),
      rx: random.int(1, 4_000) * 1024 * 1024,
      tx: random.int(1, 600) * 1024 * 1024,
    };
  });
}
