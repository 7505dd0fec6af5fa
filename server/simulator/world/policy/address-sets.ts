import type { SiteAddresses } from '#generated/server/stored.ts';
import { dotted, numberOf } from '#server/simulator/world/site/addressing.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

/** Rules of the large set: a feed of addresses that nobody wants. */
const LARGE = 20_000;

const names = [
  '办公网段',
  '门店网段',
  '数据中心',
  '收银系统',
  'ERP',
  'OA 系统',
  '视频会议',
  '监控平台',
  '打印机',
  'Guest WiFi',
  'Partner networks',
  '支付网关',
  '银联',
  '物流平台',
  'Office 365',
  'GitHub',
  '阿里云',
  '腾讯云',
  '运维跳板机',
  '域控制器',
  'DNS servers',
  'NTP servers',
  'VoIP',
  '禁止访问的网站',
  'Legacy 系统',
  '测试环境',
];

export function addressSetId(tenant: Tenant, index: number): string {
  return `as-${tenant.id.slice(2)}-${index + 1}`;
}

export function addressSetCount(tenant: Tenant): number {
  return tenant.index === 0 ? names.length + 1 : tenant.index === 1 ? 6 : 2;
}

/** Sets of the platform, for every company. */
export function platformAddressSets(now: number): Seeded<'AddressSet'>[] {
  return [
    {
      id: 'as-all-private',
      name: '私网地址 RFC 1918',
      rules: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
      siteRules: [],
      remark: 'Private networks',
      ...stamps(now - 400 * DAY),
    },
    {
      id: 'as-all-dns',
      name: 'Public DNS',
      rules: ['223.5.5.5', '223.6.6.6', '119.29.29.29', '114.114.114.114'],
      siteRules: [],
      remark: '公共 DNS',
      ...stamps(now - 400 * DAY),
    },
  ];
}

/** The large set first, in the first company only; small ones, some with addresses of single sites. */
export function addressSets(now: number, tenant: Tenant, plans: readonly SitePlan[]): Seeded<'AddressSet'>[] {
  return Array.from({ length: addressSetCount(tenant) }, (_, index): Seeded<'AddressSet'> => {
    const large = tenant.index === 0 && index === 0;
    const name = names[tenant.index === 0 ? index - 1 : index] ?? '';
    return {
      id: addressSetId(tenant, index),
      companyId: tenant.id,
      name: large ? '威胁情报黑名单 Threat feed' : name,
      rules: large ? threatFeed(LARGE) : smallSet(tenant, index),
      siteRules: index % 5 === 2 ? ownOf(plans) : [],
      remark: large ? `${LARGE} addresses, updated weekly` : index % 4 === 0 ? '由网络组维护' : '',
      ...stamps(now - (150 - index) * DAY, now - index * DAY),
    };
  });
}

/** Addresses, networks, ranges and domains, none of which overlap. */
function threatFeed(count: number): string[] {
  const random = randomFrom('threat feed');
  return Array.from({ length: count }, (_, index) => {
    const base = numberOf('45.0.0.0') + index * 64;
    const kind = index % 10;
    if (kind === 9) return `c2-${index}.malware${random.int(1, 99)}.example`;
    if (kind === 7) return `${dotted(base + 32)}/${random.int(27, 30)}`;
    if (kind === 8) return `${dotted(base + random.int(0, 20))}-${dotted(base + random.int(30, 60))}`;
    return dotted(base + random.int(1, 62));
  });
}

function smallSet(tenant: Tenant, index: number): string[] {
  const base = numberOf('172.28.0.0') + index * 256;
  const domains = index % 3 === 1 ? [`app${index}.${tenant.domain}`, `www.service${index}.example`] : [];
  return [`${dotted(base)}/25`, dotted(base + 130), `${dotted(base + 140)}-${dotted(base + 150)}`, ...domains];
}

function ownOf(plans: readonly SitePlan[]): SiteAddresses[] {
  return plans.slice(0, 3).map((plan) => ({ siteId: plan.id, rules: [`${dotted(plan.address.lan(3) + 192)}/27`, plan.address.loopback] }));
}
