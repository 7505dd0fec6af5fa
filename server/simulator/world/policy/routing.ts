import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { hitsOf, portsOf, timeRange, traffic } from '#server/simulator/world/policy/firewall-rules.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const COUNTS = [32, 8, 2];
const countOf = (tenant: Tenant): number => COUNTS[tenant.index] ?? 2;

const ways = ['语音', '视频会议', 'ERP', '收银', 'Backup', '办公上网', '监控回传', 'Guest', 'SaaS', '跨境访问', '数据同步', 'Updates'];
const interfaces = ['tun1', 'tun2', 'wan1', 'wan2'] as const;
const hops = ['{ip}', '{ip}', '203.0.113.1', '198.51.100.254'] as const;
const protocols = [17, 6, undefined, 6, 47, 6, undefined, 1] as const;

/** `语音`, then `语音_2`: names stay within their list and apart. */
function nameAt(names: readonly string[], index: number): string {
  const round = Math.floor(index / names.length);
  return `${names[index % names.length] ?? ''}${round === 0 ? '' : `_${round + 1}`}`;
}

function tableKey(tenant: Tenant, index: number): string {
  return `rt-${tenant.id.slice(2)}-${index + 1}`;
}

/** Tables from number 300 on; the later ones are looked up by no policy route yet. */
export function routeTables(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'RouteTable'>[] {
  const random = randomFrom(`route tables ${tenant.id}`);
  return Array.from({ length: countOf(tenant) }, (_, index): Seeded<'RouteTable'> => ({
    id: tableKey(tenant, index),
    companyId: tenant.id,
    name: nameAt(ways, index),
    tableId: 300 + index * 10,
    priority: index + 1,
    enable: index % 9 !== 7,
    siteIds: index % 3 === 2 ? random.some(plans, 2).map((plan) => plan.id) : [],
    entries: Array.from({ length: 1 + (index % 4) }, (__, at) => ({
      destination: at === 0 && index % 5 === 4 ? '0.0.0.0/0' : `10.${(index * 4 + at) % 250}.0.0/16`,
      nextHop: hops[(index + at) % hops.length] ?? '{ip}',
      dstInterface: interfaces[(index + at) % interfaces.length] ?? 'tun1',
      metric: 10 * (at + 1),
    })),
    remark: index % 4 === 0 ? 'Routes of the backbone / 骨干路由' : '',
    ...stamps(now - (140 - index) * DAY, now - (index % 15) * DAY),
  }));
}

/** Policy routes in order of priority; half of them look a table up. */
export function policyRoutes(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'PolicyRoute'>[] {
  const random = randomFrom(`policy routes ${tenant.id}`);
  const tables = Math.max(1, countOf(tenant) - 6);
  return Array.from({ length: countOf(tenant) }, (_, index): Seeded<'PolicyRoute'> => {
    const protocol = protocols[index % protocols.length];
    return {
      id: `pr-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: nameAt(ways, index),
      priority: (index + 1) * 10,
      enable: index % 8 !== 6,
      siteIds: index % 4 === 1 ? random.some(plans, 3).map((plan) => plan.id) : [],
      ...(protocol === undefined ? {} : { protocol }),
      source: traffic(tenant, index + 2, random),
      destination: traffic(tenant, index + 1, random),
      ...(protocol === 6 || protocol === 17 ? portsOf(index) : {}),
      dstInterface: interfaces[index % interfaces.length] ?? 'tun1',
      nextHop: hops[index % hops.length] ?? '{ip}',
      metric: index % 5 === 0 ? 0 : index * 7,
      ...(index % 3 === 0 ? { fwMark: `0x${(0xff + index).toString(16)}` } : {}),
      ...(index % 2 === 0 ? { tableId: tableKey(tenant, index % tables) } : {}),
      ...hitsOf(now, index, random),
      remark: index % 6 === 0 ? '变更单 CHG-2026' : '',
      ...stamps(now - (110 - index) * DAY, now - (index % 12) * DAY),
    };
  });
}

const limited = [
  'Guest WiFi',
  '办公上网',
  '视频会议',
  '夜间备份',
  'Software updates',
  '门店收银',
  '监控回传',
  '网盘下载',
  'VoIP',
  '测试网',
];
const rates = [0, 2, 10, 20, 50, 100, 500, 1000, 10_000] as const;

/** Rate limits: shared and for each address, unlimited and up to the most, issued and refreshed. */
export function rateLimits(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'RateLimitRule'>[] {
  const random = randomFrom(`rate limits ${tenant.id}`);
  return Array.from({ length: countOf(tenant) }, (_, index): Seeded<'RateLimitRule'> => {
    const protocol = protocols[index % protocols.length];
    return {
      id: `rl-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: nameAt(limited, index),
      mode: index % 3 === 0 ? 'perIp' : 'shared',
      rateIn: rates[(index + 2) % rates.length] ?? 0,
      rateOut: rates[(index + 1) % rates.length] ?? 0,
      priority: (index + 1) * 5,
      enable: index % 9 !== 5,
      state: index % 2 === 0 ? 'issued' : 'refreshed',
      siteIds: index % 3 === 1 ? random.some(plans, 4).map((plan) => plan.id) : [],
      ...(protocol === undefined ? {} : { protocol }),
      source: traffic(tenant, index, random),
      destination: traffic(tenant, index * 3, random),
      ...(protocol === 6 || protocol === 17 ? portsOf(index) : {}),
      ...timeRange(now, index + 2),
      ...hitsOf(now, index, random),
      remark: index % 5 === 0 ? '业务高峰期限速' : '',
      ...stamps(now - (90 - index) * DAY, now - (index % 10) * DAY),
    };
  });
}
