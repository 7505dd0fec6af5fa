import type { TrafficMatch } from '#generated/server/stored.ts';
import { addressSetCount, addressSetId } from '#server/simulator/world/policy/address-sets.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { randomFrom, type Random } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const COUNTS = [40, 8, 2];

const subjects = [
  '办公上网',
  '门店收银',
  'Guest WiFi',
  '视频会议',
  '运维 SSH',
  'Block telnet',
  '数据库访问',
  '打印服务',
  'VoIP',
  '外联区',
  '监控回传',
  'SaaS',
  'Legacy SMB',
  'DNS',
  '夜间备份',
  '周末维护',
  '月末结账',
  'Spring promotion',
  '测试网',
  'IPsec',
];
const strategies = ['ACCEPT', 'REJECT', 'DROP'] as const;
/** No protocol at all means any. */
const protocols = [6, 17, undefined, 1, 6, 6, 47, 50, 89, 2, 51, 88, 115, 2048, 17] as const;
const ports = ['80,443', '22', '23', '53', '1433,3306 5432', '8000-8080,8443', '5060-5061', '445'] as const;

/** Firewall rules in order of priority: every strategy, kind of time and way to name addresses. */
export function firewallRules(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'AdvancedFirewallRule'>[] {
  const random = randomFrom(`firewall ${tenant.id}`);
  return Array.from({ length: COUNTS[tenant.index] ?? 1 }, (_, index): Seeded<'AdvancedFirewallRule'> => {
    const protocol = protocols[index % protocols.length];
    const subject = subjects[index % subjects.length] ?? '';
    return {
      ruleId: `fw-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: index < subjects.length ? subject : `${subject}_${Math.floor(index / subjects.length) + 1}`,
      priority: index + 1,
      strategy: strategies[index % strategies.length] ?? 'ACCEPT',
      enable: index % 8 !== 6,
      siteIds: index % 4 === 1 ? random.some(plans, 3).map((plan) => plan.id) : [],
      ...(protocol === undefined ? {} : { protocol }),
      source: traffic(tenant, index, random),
      destination: traffic(tenant, index + 1, random),
      ...(protocol === 6 || protocol === 17 ? portsOf(index) : {}),
      ...timeRange(now, index),
      log: index % 3 === 0,
      ...hitsOf(now, index, random),
      remark: index % 5 === 0 ? '变更单 CHG-2026' : '',
      ...stamps(now - (120 - index) * DAY, now - (index % 20) * DAY),
    };
  });
}

/** What the rule has decided so far; those that are off or never fit have nothing. */
export function hitsOf(now: number, index: number, random: Random): Pick<Seeded<'AclRule'>, 'hits' | 'lastHitAt'> {
  if (index % 7 === 5) return { hits: 0 };
  return { hits: random.int(1, 90_000), lastHitAt: instant(now - random.int(1, 3 * 24 * 60) * 60_000) };
}

/** Ports of a rule of TCP or UDP. */
export function portsOf(index: number): Pick<Seeded<'AclRule'>, 'srcPorts' | 'srcPortsInvert' | 'dstPorts' | 'dstPortsInvert'> {
  return {
    ...(index % 6 === 5 ? { srcPorts: '1024-65535', srcPortsInvert: false } : {}),
    dstPorts: ports[index % ports.length] ?? '443',
    dstPortsInvert: index % 9 === 4,
  };
}

/** Any address, some, all but some, or a set. */
export function traffic(tenant: Tenant, index: number, random: Random): TrafficMatch {
  if (index % 4 === 0) return { kind: 'any' };
  if (index % 4 === 2)
    return {
      kind: 'address',
      addresses: [`10.${random.int(0, 60)}.0.0/16`, `192.168.${random.int(0, 255)}.10-192.168.255.254`],
      invert: index % 12 === 2,
    };
  // the first set is the feed of the first company
  const set = index % 8 === 1 ? 0 : index % addressSetCount(tenant);
  return { kind: 'addressSet', addressSet: addressSetId(tenant, set), invert: index % 11 === 3 };
}

/** Always, on weekdays, on days of the month, or between dates. */
export function timeRange(now: number, index: number): Pick<Seeded<'AclRule'>, 'timeRange'> {
  const day = (offset: number): string => new Date(now + offset * DAY).toISOString().slice(0, 10);
  switch (index % 5) {
    case 1:
      return { timeRange: { kind: 'weekday', weekdays: [1, 2, 3, 4, 5], startTime: '08:30', endTime: '18:00' } };
    case 2:
      return { timeRange: { kind: 'monthday', monthdays: [1, 2, 30, 31], startTime: '00:00', endTime: '06:00' } };
    case 3:
      return { timeRange: { kind: 'dates', startDate: day(-10), endDate: day(20), startTime: '09:00', endTime: '21:00' } };
    case 4:
      return index % 10 === 4 ? { timeRange: { kind: 'weekday', weekdays: [6, 7] } } : {};
    default:
      return {};
  }
}
