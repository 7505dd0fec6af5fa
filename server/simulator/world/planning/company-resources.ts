import { dotted, macOf, numberOf } from '#server/simulator/world/site/addressing.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { popPlans } from '#server/simulator/world/planning/backbone.ts';
import { companyServiceId } from '#server/simulator/world/planning/company-service-id.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const phones = ['yealink', 'avaya', 'polycom', 'cisco', 'huawei', 'grandstream', 'snom'] as const;
const clients = ['话机', 'access points', '摄像头', '打印机', 'thin clients', '收银机', 'door control'] as const;
const servers = ['ERP', '邮件', 'VPN', 'OA', '官网', '支付', '视频', 'API', '物流', '监控'] as const;

/** Rows of a company: plenty in the first, a page in the second, a few in each other. */
function many(tenant: Tenant, usual = 26): number {
  return tenant.index === 0 ? usual : tenant.index === 1 ? 8 : 2;
}

export function dhcpTagId(tenant: Tenant | undefined, index: number): string {
  return `dt-${tenant ? tenant.id.slice(2) : 'all'}-${index + 1}`;
}

/** Tags of everybody, then those of the companies. */
export function dhcpTags(now: number, tenants: readonly Tenant[]): Seeded<'DhcpTag'>[] {
  const shared = [0, 1].map((index) => dhcpTag(now, undefined, index));
  return [...shared, ...tenants.flatMap((tenant) => Array.from({ length: many(tenant) }, (_, index) => dhcpTag(now, tenant, index)))];
}

function dhcpTag(now: number, tenant: Tenant | undefined, index: number): Seeded<'DhcpTag'> {
  return {
    id: dhcpTagId(tenant, index),
    ...(tenant ? { companyId: tenant.id } : {}),
    name: `${clients[index % clients.length] ?? ''} ${index + 1}`,
    vendorClass: index % 2 === 0 ? (phones[index % phones.length] ?? '') : '',
    ...(tenant ? { domainName: tenant.domain } : {}),
    dns: ['223.5.5.5', '119.29.29.29'],
    ntp: index % 3 === 0 ? ['203.107.6.88'] : [],
    leaseTime: index % 2 === 0 ? 86_400 : 7200,
    options: [
      { code: 66, value: dotted(numberOf('10.0.0.10') + index) },
      ...(index % 4 === 1 ? [{ code: 43, value: `01:04:0a:00:00:${index}` }] : []),
    ],
    remark: tenant ? '' : '平台提供 / for every company',
    ...stamps(now - (190 - index) * DAY, now - index * DAY),
  };
}

/** Dedicated addresses at the first POPs; every binding has a site and most a MAC address. */
export function ipBindings(now: number, { networks }: Scene): Seeded<'IpBinding'>[] {
  const states = ['bound', 'bound', 'reserved', 'bound', 'suspended', 'released'] as const;
  const pops = popPlans.filter(({ number, zone }) => number === 1 && zone.city.area !== '海外').slice(0, 6);
  return networks.flatMap(({ tenant, plans }) =>
    Array.from({ length: many(tenant) }, (_, index): Seeded<'IpBinding'> => {
      const state = states[index % states.length] ?? 'bound';
      const pop = pops[index % pops.length];
      const site = plans[index % Math.max(1, plans.length)];
      return {
        id: `ipb-${tenant.id.slice(2)}-${index + 1}`,
        companyId: tenant.id,
        name: `${servers[index % servers.length] ?? ''} ${index % 2 === 0 ? '服务器' : 'server'} ${index + 1}`,
        ip: dotted(numberOf('203.0.0.0') + tenant.index * 64 + index + 10),
        isp: (['telecom', 'unicom', 'mobile', 'telecom', 'broadnet', 'cernet', 'unicom', 'other'] as const)[index % 8] ?? 'telecom',
        popId: pop?.id ?? '',
        state,
        ...(site ? { siteId: site.id } : {}),
        ...(index % 5 === 3 ? {} : { mac: macOf(0x5000_0000 + tenant.index * 256 + index) }),
        ...(site ? { internalIp: dotted(site.address.lan(0) + 10) } : {}),
        contact: index % 2 === 0 ? '陈静' : 'Amy Chen',
        ...(index % 4 === 1 ? { companyServiceId: companyServiceId(tenant.id, 1) } : {}),
        expiresAt: instant(now + (index * 11 + 30) * DAY),
        remark: state === 'suspended' ? '欠费暂停' : '',
        ...stamps(now - (150 - index) * DAY, now - index * DAY),
      };
    }),
  );
}

/** Topologies around the headquarters; a company of one site has none. */
export function topologies(now: number, { networks }: Scene): Seeded<'Topology'>[] {
  return networks.flatMap(({ tenant, plans }) =>
    plans.length < 2 ? [] : Array.from({ length: many(tenant) }, (_, index) => topology(now, tenant, plans, index)),
  );
}

function topology(now: number, tenant: Tenant, plans: readonly SitePlan[], index: number): Seeded<'Topology'> {
  const type = (['spoke-hub', 'full-mesh', 'point-to-point'] as const)[index % 3] ?? 'spoke-hub';
  const from = 1 + ((index * 2) % Math.max(1, plans.length - 1));
  const others = plans.slice(from, from + (type === 'point-to-point' ? 1 : 6));
  const chosen = [plans[0], ...others].filter((plan) => plan !== undefined);
  return {
    id: `topo-${tenant.id.slice(2)}-${index + 1}`,
    companyId: tenant.id,
    name: `${type === 'spoke-hub' ? '总部辐射' : type === 'full-mesh' ? '区域互联' : 'Point to point'} ${index + 1}`,
    type,
    enable: index % 7 !== 6,
    sites: chosen.map((plan, position) => ({ siteId: plan.id, role: type === 'spoke-hub' && position === 0 ? 'hub' : 'spoke' })),
    rateLimit: index % 4 === 0 ? 0 : 100 * (1 + (index % 5)),
    elasticBandwidth: [0, 50, 100, 400][index % 4] ?? 0,
    notes: index % 5 === 0 ? '经总部访问互联网' : '',
    ...stamps(now - (140 - index) * DAY, now - index * DAY),
  };
}
