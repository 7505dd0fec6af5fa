import { dotted, macOf, numberOf } from '#server/simulator/world/site/addressing.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import type { DeviceState, SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const SPARES = [8, 3, 1];

/** Sockets by model; a slot for a SIM card comes last. */
const sockets: Readonly<Record<string, number>> = { AR1200: 5, AR2600: 6, AR6300: 8, 'vCPE-100': 5 };

function portsOf(model: string): string[] {
  return [...Array.from({ length: sockets[model] ?? 0 }, (_, port) => `eth${port}`), 'lte0'];
}

/** Id of the n-th device of a site; the primary is 1. */
export function deviceId(plan: SitePlan, number: number): string {
  return `d-${plan.id.slice(2)}-${number}`;
}

/** Seconds since a device in this state reported last. */
function silence(plan: SitePlan, state: DeviceState): number {
  if (state === 'ONLINE' || state === 'EXCEPTION') return plan.index % 60;
  return state === 'TEMPORARYOFFLINE' ? 900 : 3600 * (5 + (plan.index % 40));
}

/** When the devices of a site reported last (milliseconds). */
export function lastSeen(now: number, plan: SitePlan): number {
  return now - silence(plan, plan.state) * 1000;
}

/** The devices of a site: none, one, or two of the same model. */
export function devicesOf(now: number, plan: SitePlan): Seeded<'Device'>[] {
  const { tenant, index, state, model, sns, created } = plan;
  return sns.map((sn, position): Seeded<'Device'> => {
    const seen = lastSeen(now, plan);
    const number = tenant.index * 0x1_0000 + index * 2 + position;
    const known = state !== 'CONFIGURED';
    return {
      deviceId: deviceId(plan, position + 1),
      companyId: tenant.id,
      siteId: plan.id,
      sn,
      model,
      ports: portsOf(model),
      role: position === 0 ? 'primary' : 'backup',
      mac: macOf(number),
      state,
      // who never reported was never reached, nor found unreachable
      ...(known ? { reachability: state === 'ONLINE' || state === 'EXCEPTION' ? 'reachable' : 'unreachable' } : {}),
      ...(known ? { softwareVersion: (['5.2.1', '5.2.1', '5.1.0', '5.2.0-rc2'] as const)[index % 4] ?? '5.2.1' } : {}),
      managementIp: dotted(numberOf('172.16.0.0') + (index % 0x4000) * 2 + position),
      registeredAt: instant(created + HOUR),
      ...(known ? { lastSeenAt: instant(seen) } : {}),
      remark: index % 9 === 0 ? '机房 2 楼' : '',
      ...stamps(created, created + HOUR),
    };
  });
}

/** Devices on the shelf. */
export function spareDevices(now: number, tenant: Tenant): Seeded<'Device'>[] {
  const random = randomFrom(`spares ${tenant.id}`);
  return Array.from({ length: SPARES[tenant.index] ?? 0 }, (_, index): Seeded<'Device'> => {
    const model = random.pick(['AR1200', 'AR2600', 'AR6300']);
    return {
      deviceId: `d-${tenant.id.slice(2)}-spare-${index + 1}`,
      companyId: tenant.id,
      sn: `${model}-9${String(tenant.index + 1).padStart(3, '0')}${String(index + 1).padStart(4, '0')}`,
      model,
      ports: portsOf(model),
      role: 'primary',
      mac: macOf(0x2000_0000 + tenant.index * 0x1_0000 + index),
      state: 'UNCONFIGURED',
      remark: index % 2 === 0 ? '备件库' : 'Spare part',
      ...stamps(now - random.int(5, 60) * DAY),
    };
  });
}
