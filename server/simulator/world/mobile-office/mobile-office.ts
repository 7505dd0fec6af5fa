import type { TimeRange } from '#generated/server/stored.ts';
import { addressSetCount, addressSetId } from '#server/simulator/world/policy/address-sets.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { randomFrom } from '#server/simulator/random.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';
import { reach } from '#server/simulator/reachable.ts';

/** A company with its sites, as the rows of mobile office are made from it. */
export type Network = { tenant: Tenant; plans: readonly SitePlan[] };

/** So many rows in the first company, eight in the second, two in each further one. */
export function share(tenant: Tenant, first: number): number {
  return tenant.index === 0 ? first : Math.min(first, tenant.index === 1 ? 8 : 2);
}

const groups =
  '普通员工,管理层,信息技术部,财务部,人事部,采购部,市场部,客服中心,门店店长,区域督导,仓储物流,外包施工,审计,Sales,Overseas staff,Auditors,Partners,Developers,Help desk,Executives,Interns,Logistics,Night shift,研发中心,新店筹备,临时访客'.split(
    ',',
  );

const times: readonly TimeRange[] = [
  { kind: 'weekday', weekdays: [1, 2, 3, 4, 5], startTime: '08:00', endTime: '20:00' },
  { kind: 'monthday', monthdays: [1, 15], startTime: '09:00', endTime: '18:00' },
  { kind: 'dates', startDate: '2026-01-01', endDate: '2026-12-31' },
];

export function groupCount(tenant: Tenant): number {
  return share(tenant, groups.length);
}

export function groupId(tenant: Tenant, index: number): string {
  return `pg-${tenant.id.slice(2)}-${index + 1}`;
}

export function privilegeGroups(now: number, { tenant, plans }: Network): Seeded<'PrivilegeGroup'>[] {
  const random = randomFrom(`groups ${tenant.id}`);
  return groups.slice(0, groupCount(tenant)).map((name, index): Seeded<'PrivilegeGroup'> => {
    const everything = index % 9 === 2;
    return {
      id: groupId(tenant, index),
      companyId: tenant.id,
      name,
      enable: index % 13 !== 12,
      reach: everything ? 'everything' : 'chosen',
      ...(everything
        ? {}
        : {
            siteIds: random.some(plans, 1 + (index % 4)).map((plan) => plan.id),
            addressSetIds: index % 3 === 0 ? [addressSetId(tenant, index % addressSetCount(tenant))] : [],
          }),
      rate: [0, 5, 10, 20, 50][index % 5] ?? 0,
      maxSessions: index % 4,
      ...(index % 6 === 5 ? { timeRange: times[Math.floor(index / 6) % times.length] } : {}),
      remark: index % 2 === 0 ? `${name}的移动办公权限` : 'Reviewed every quarter',
      ...stamps(now - (170 - index) * DAY, now - index * DAY),
    };
  });
}

const TLS = ['startTls', 'none', 'ldaps'] as const;
const kinds = ['ldap', 'radius', 'oauth', 'saml'] as const;

export function authId(tenant: Tenant, index: number): string {
  return `tp-${tenant.id.slice(2)}-${index + 1}`;
}

/** Connections to directories; each result is what the server behind its site answers in the demo WAN. */
export function thirdPartyAuths(now: number, { tenant, plans }: Network): Seeded<'ThirdPartyAuth'>[] {
  return Array.from({ length: share(tenant, 26) }, (_, index): Seeded<'ThirdPartyAuth'> => {
    const kind = kinds[index % kinds.length] ?? 'ldap';
    const plan = index % 3 === 2 ? undefined : plans.filter(({ sns }) => sns.length > 0)[index % 12];
    const host = `${kind}${index + 1}.${index % 11 === 8 ? 'corp.invalid' : tenant.domain}`;
    const tested = index % 7 === 6 ? undefined : reach(host, plan);
    return {
      id: authId(tenant, index),
      companyId: tenant.id,
      name: `${plan?.name ?? (index % 2 === 0 ? '云端身份' : 'Cloud identity')} ${kind.toUpperCase()} ${index + 1}`.slice(0, 64),
      kind,
      ...(plan ? { siteId: plan.id } : {}),
      enable: index % 8 !== 7,
      timeout: 5,
      ...connection(kind, { host, tenant, index }),
      ...(tested
        ? {
            testState: tested === 'answered' ? 'success' : 'failed',
            testedAt: instant(now - (index % 20) * HOUR),
            testDetail: tested,
          }
        : {}),
      ...stamps(now - (150 - index) * DAY, now - (index % 20) * HOUR),
    };
  });
}

/** What a directory is told and never shown. */
type Secrets = { bindPassword?: string; secret?: string; clientSecret?: string };

function connection(
  kind: (typeof kinds)[number],
  { host, tenant, index }: { host: string; tenant: Tenant; index: number },
): Partial<Seeded<'ThirdPartyAuth'>> & Secrets {
  const base = tenant.domain
    .split('.')
    .map((label) => `dc=${label}`)
    .join(',');
  switch (kind) {
    case 'ldap':
      return {
        server: host,
        port: 389,
        tls: TLS[index % TLS.length] ?? 'startTls',
        baseDn: base,
        bindDn: `cn=console,${base}`,
        bindPassword: 'demo-bind',
        userFilter: '(uid={username})',
      };
    case 'radius':
      return { server: host, port: 1812, secret: 'demo-radius', retries: 2 };
    case 'oauth':
      return { issuer: `https://${host}`, clientId: 'wan-mobile', clientSecret: 'demo-oauth', scopes: 'openid profile email' };
    case 'saml':
      return { entityId: `https://${host}/metadata`, ssoUrl: `https://${host}/sso` };
  }
}

/** Mail domains: the company's own, those of its subsidiaries, and of partners. */
export function emailSuffixes(now: number, { tenant }: Network): Seeded<'EmailSuffix'>[] {
  const places = ['east', 'north', 'south', 'west', 'central', 'hk', 'sg', 'jp', 'us', 'eu'].map((place) => `${place}.`);
  const firms = [
    'retail',
    'logistics',
    'food',
    'fresh',
    'online',
    'finance',
    'lab',
    'hr',
    'partner',
    'audit',
    'legal',
    'mail',
    'app',
    'care',
  ];
  const names = ['', ...places, ...firms.map((firm) => `${firm}-`)].map((prefix) => prefix + tenant.domain);
  return names.slice(0, share(tenant, names.length)).map((suffix, index): Seeded<'EmailSuffix'> => ({
    id: `es-${tenant.id.slice(2)}-${index + 1}`,
    companyId: tenant.id,
    suffix,
    enable: index % 10 !== 9,
    privilegeGroupId: groupId(tenant, index % groupCount(tenant)),
    autoCreate: index % 4 === 1,
    remark: index === 0 ? '总部邮箱' : index > 10 ? 'Subsidiary or partner' : '',
    ...stamps(now - (165 - index) * DAY),
  }));
}

export function mobileParameter(now: number, { tenant, plans }: Network, poolId: string): Seeded<'MobileParameter'> {
  const [head] = plans;
  const full = tenant.index === 0;
  return {
    companyId: tenant.id,
    enable: tenant.index < 2,
    server: `vpn.${tenant.domain}`,
    port: full ? 443 : 1194,
    protocol: full ? 'tcp-tls' : tenant.index % 2 === 1 ? 'udp' : 'tcp',
    addressPoolId: poolId,
    dns: head ? ['223.5.5.5'] : [],
    domain: tenant.domain,
    splitTunnel: full,
    ...(full ? { splitSubnets: ['10.0.0.0/8', '172.16.0.0/12'] } : {}),
    mtu: 1400,
    maxSessions: 2,
    sessionTimeout: 43_200,
    idleTimeout: 1800,
    keepAlive: 20,
    authType: tenant.index === 1 ? 'thirdParty' : 'local',
    ...(tenant.index === 1 ? { thirdPartyAuthId: authId(tenant, 0) } : {}),
    smsCode: full,
    requireMac: full,
    requireSuffix: true,
    notice: full ? '仅限公司授权设备使用 / authorised devices only' : '',
    ...stamps(now - 160 * DAY, now - 12 * DAY),
  };
}
