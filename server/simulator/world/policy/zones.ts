import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { hitsOf, portsOf, timeRange, traffic } from '#server/simulator/world/policy/firewall-rules.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const COUNTS = [32, 8, 2];
const countOf = (tenant: Tenant): number => COUNTS[tenant.index] ?? 2;

const kinds = ['lan', 'wan', 'dmz', 'tunnel'] as const;
const known = ['office', 'internet', 'dmz', 'overlay', 'guest', 'backup_wan', 'servers', 'partners'] as const;
const strategies = ['ACCEPT', 'DROP', 'REJECT'] as const;

function zoneCount(tenant: Tenant): number {
  return tenant.index === 0 ? 26 : tenant.index === 1 ? 6 : 2;
}

function zoneId(tenant: Tenant, index: number): string {
  return `z-${tenant.id.slice(2)}-${(index % zoneCount(tenant)) + 1}`;
}

/** Zones of each kind; every third interface of the sites is in one. */
export function zones(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'Zone'>[] {
  return Array.from({ length: zoneCount(tenant) }, (_, index): Seeded<'Zone'> => {
    const kind = kinds[index % kinds.length] ?? 'lan';
    // each zone has sites of its own: an interface is in one zone
    const own = plans.filter((plan) => plan.index % Math.ceil(zoneCount(tenant) / 2) === Math.floor(index / 2));
    const interfaces = own.flatMap((plan) => {
      if (index % 2 === 0) return plan.lans > 0 ? [{ siteId: plan.id, interface: 'LAN1' }] : [];
      return plan.wans > 0 ? [{ siteId: plan.id, interface: 'WAN1' }] : [];
    });
    return {
      id: zoneId(tenant, index),
      companyId: tenant.id,
      name: known[index] ?? `zone_${index + 1}`,
      kind,
      interfaces,
      interZone: strategies[(index + 1) % strategies.length] ?? 'DROP',
      intraZone: strategies[index % strategies.length] ?? 'ACCEPT',
      remark: index % 4 === 0 ? '由安全组维护' : '',
      ...stamps(now - (160 - index) * DAY, now - (index % 9) * DAY),
    };
  });
}

const passages = ['办公到互联网', '访客隔离', '服务器访问', 'Partners in', '数据库', '运维 SSH', '外网拒绝', 'DNS', 'Printer', 'VoIP'];
const protocols = [6, undefined, 6, 17, 6, 6, undefined, 17, 1, 50, 51, 88, 89, 115, 2048, 2, 47] as const;

export function aclRules(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'AclRule'>[] {
  const random = randomFrom(`acl ${tenant.id}`);
  return Array.from({ length: countOf(tenant) }, (_, index): Seeded<'AclRule'> => {
    const protocol = protocols[index % protocols.length];
    const round = Math.floor(index / passages.length);
    return {
      id: `acl-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: `${passages[index % passages.length] ?? ''}${round === 0 ? '' : `_${round + 1}`}`,
      priority: (index + 1) * 10,
      strategy: strategies[index % strategies.length] ?? 'ACCEPT',
      enable: index % 10 !== 8,
      siteIds: index % 5 === 2 ? random.some(plans, 3).map((plan) => plan.id) : [],
      ...(index % 4 === 3 ? {} : { srcZone: zoneId(tenant, (index % 8) * 2) }),
      ...(index % 6 === 5 ? {} : { dstZone: zoneId(tenant, (index % 6) * 2 + 1) }),
      ...(protocol === undefined ? {} : { protocol }),
      source: traffic(tenant, index, random),
      destination: traffic(tenant, index + 3, random),
      ...(protocol === 6 || protocol === 17 ? portsOf(index) : {}),
      ...timeRange(now, index + 1),
      log: index % 4 === 0,
      ...hitsOf(now, index, random),
      remark: index % 7 === 0 ? '等保整改' : '',
      ...stamps(now - (100 - index) * DAY, now - (index % 14) * DAY),
    };
  });
}

const outside = ['办公出口', '门店出口', '服务器出口', 'Guests', '视频会议', 'Mail', '专线出口', '测试'];
const inside = ['官网', 'Mail', 'VPN', '收银接口', 'DNS', '视频', '运维', 'Partners'];

/** Rules that write sources, and rules that lead in. */
export function natRules(
  now: number,
  tenant: Tenant,
  plans: readonly SitePlan[],
  kind: 'snat' | 'dnat',
): (Seeded<'SnatRule'> & Seeded<'DnatRule'>)[] {
  const random = randomFrom(`${kind} ${tenant.id}`);
  const names = kind === 'snat' ? outside : inside;
  return Array.from({ length: countOf(tenant) }, (_, index) => {
    const round = Math.floor(index / names.length);
    const protocol = kind === 'snat' && index % 3 === 0 ? undefined : index % 4 === 3 ? 17 : 6;
    const port = String([443, 25, 1194, 8080, 53, 8443, 22, 3389][index % 8]);
    return {
      id: `${kind}-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: `${names[index % names.length] ?? ''}${round === 0 ? '' : `_${round + 1}`}`,
      priority: (index + 1) * 10,
      enable: index % 8 !== 5,
      siteIds: index % 2 === 1 ? random.some(plans, 1).map((plan) => plan.id) : [],
      ...(protocol === undefined ? {} : { protocol }),
      intIp: kind === 'snat' && index % 4 === 1 ? '*' : `10.${index % 60}.0.${(index % 200) + 10}`,
      intPort: kind === 'snat' || index % 5 === 2 ? '*' : port,
      extIp: index % 3 === 1 ? '*' : `203.0.113.${(index % 200) + 10}`,
      extPort: kind === 'snat' ? '*' : port,
      ...(index % 3 === 2 ? {} : { srcZone: zoneId(tenant, kind === 'snat' ? 0 : 1) }),
      ...(index % 4 === 2 ? {} : { dstZone: zoneId(tenant, kind === 'snat' ? 1 : 2) }),
      ...hitsOf(now, index, random),
      remark: index % 6 === 0 ? 'NAT, see CHG-2026' : '',
      ...stamps(now - (95 - index) * DAY, now - (index % 11) * DAY),
    };
  });
}
