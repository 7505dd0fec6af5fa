import { countryOf } from '#server/simulator/world/planning/backbone-regions.ts';
import { texts } from '#domain/json.ts';
import { share, type Network } from '#server/simulator/world/mobile-office/mobile-office.ts';
import { popPlans } from '#server/simulator/world/planning/backbone.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const ISPS = ['telecom', 'unicom', 'mobile', 'broadnet', 'cernet', 'other'] as const;
const KINDS = ['iepl', 'iplc', 'mplsVpn'] as const;
const RESOURCE_STATES = ['active', 'active', 'active', 'planned', 'suspended', 'expired', 'terminated'] as const;
const BUSINESS_STATES = ['approved', 'approved', 'applied', 'approved', 'rejected', 'expired'] as const;

const businesses = [
  ['office', '海外办公', 'Overseas offices'],
  ['dataSync', '门店销售数据同步', 'Sales data of the stores'],
  ['videoConference', '跨国视频会议', 'International meetings'],
  ['research', '研发代码与资料', 'Research data'],
  ['commerce', '跨境电商订单', 'Cross-border orders'],
  ['other', '应急备份', 'Emergency backup'],
] as const;

const domestic = popPlans.filter(({ zone }) => zone.city.area !== '海外');
const abroad = popPlans.filter(({ zone }) => zone.city.area === '海外');

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function resourceId({ tenant }: Network, index: number): string {
  return `cr-${tenant.id.slice(2)}-${index + 1}`;
}

/** Licensed circuits across the border; what is in use has a licence that runs. */
export function complianceResources(now: number, network: Network): Seeded<'ComplianceResource'>[] {
  const { tenant } = network;
  const random = randomFrom(`compliance ${tenant.id}`);
  return Array.from({ length: share(tenant, 28) }, (_, index): Seeded<'ComplianceResource'> => {
    const [near, far] = [domestic[index % domestic.length], abroad[index % abroad.length]];
    const state = RESOURCE_STATES[index % RESOURCE_STATES.length] ?? 'active';
    const over = state === 'expired' || state === 'terminated';
    const start = state === 'planned' ? now + 20 * DAY : now - (400 + index * 5) * DAY;
    return {
      id: resourceId(network, index),
      companyId: tenant.id,
      name: `${near?.zone.city.zh ?? ''}-${far?.zone.city.zh ?? ''}_${index + 1}`,
      kind: KINDS[index % KINDS.length] ?? 'iepl',
      isp: ISPS[index % ISPS.length] ?? 'other',
      circuitNumber: `XB-${tenant.index + 1}-${String(index + 1).padStart(4, '0')}`,
      bandwidth: random.pick([10, 20, 50, 100, 200, 500]),
      domesticEnd: near?.zone.city.zh ?? '',
      ...(near ? { domesticPopId: near.id } : {}),
      country: (far && countryOf(far.zone.region)) ?? 'HK',
      overseasEnd: far?.zone.city.en.replaceAll(/[^\p{L} ]/gu, '') ?? '',
      ...(far ? { overseasPopId: far.id } : {}),
      licenceNumber: `A1-${20_260_000 + tenant.index * 1000 + index}`,
      licenceHolder: index % 2 === 0 ? '中国电信国际有限公司' : 'China Unicom Global',
      startDate: day(start),
      endDate: day(over ? now - 10 * DAY : now + (300 + index * 9) * DAY),
      contact: '赵敏',
      contactMobile: `1380002${String(index).padStart(4, '0')}`,
      state,
      remark: index % 4 === 0 ? '主用电路' : 'Reviewed yearly',
      ...stamps(now - (420 - index) * DAY, now - index * DAY),
    };
  });
}

function businessId({ tenant }: Network, index: number): string {
  return `cb-${tenant.id.slice(2)}-${index + 1}`;
}

/** What the circuits are for; every third company has nothing approved yet. */
export function complianceBusinesses(now: number, network: Network): Seeded<'ComplianceBusiness'>[] {
  const { tenant, plans } = network;
  const random = randomFrom(`business ${tenant.id}`);
  const circuits = share(tenant, 28);
  return Array.from({ length: share(tenant, 28) }, (_, index): Seeded<'ComplianceBusiness'> => {
    const [kind, zh, en] = businesses[index % businesses.length] ?? businesses[0];
    const state = BUSINESS_STATES[Math.floor(index / 2) % BUSINESS_STATES.length] ?? 'applied';
    const applied = now - (200 - index * 3) * DAY;
    const filed = state === 'approved' || state === 'expired';
    return {
      id: businessId(network, index),
      companyId: tenant.id,
      name: `${zh}_${index + 1}`,
      kind,
      purpose: `${zh}，${en}`,
      siteIds: random.some(plans, 1 + (index % 3)).map((plan) => plan.id),
      resourceIds: [resourceId(network, index % circuits)],
      countries: [(abroad[index % abroad.length] && countryOf(abroad[index % abroad.length]?.zone.region ?? '')) ?? 'HK'],
      bandwidth: random.pick([5, 10, 20, 50]),
      contact: '钱伟',
      contactMobile: `1380003${String(index).padStart(4, '0')}`,
      state,
      ...(filed ? { filingNumber: `BA-2026-${tenant.index + 1}-${index + 1}` } : {}),
      ...(filed ? { validUntil: instant(state === 'expired' ? now - 5 * DAY : now + (200 + index) * DAY) } : {}),
      appliedAt: instant(applied),
      ...(state === 'applied' ? {} : { decidedAt: instant(applied + 5 * DAY), decidedBy: 'super@demo.example' }),
      ...(state === 'rejected' ? { reason: '缺少境外主体证明' } : {}),
      ...stamps(applied, applied + 5 * DAY),
    };
  });
}

/** Routes of businesses that were approved; those of others are off. */
export function crossBorderRoutes(
  now: number,
  network: Network,
  business: readonly Seeded<'ComplianceBusiness'>[],
): Seeded<'CrossBorderRoute'>[] {
  const { tenant } = network;
  const own = business.filter((row) => row.companyId === tenant.id);
  return Array.from({ length: share(tenant, 26) }, (_, index): Seeded<'CrossBorderRoute'> => {
    const chosen = own[index % own.length];
    const circuits = share(tenant, 28);
    return {
      id: `xr-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      name: index % 3 === 0 ? `海外云平台_${index + 1}` : `Overseas office ${index + 1}`,
      businessId: chosen?.id ?? '',
      priority: (index + 1) * 10,
      prefixes: [`198.51.100.${(index * 8) % 256}/29`, `203.0.113.${(index * 8) % 256}/29`],
      siteIds: index % 2 === 0 ? [texts(chosen?.siteIds)[0] ?? ''] : [],
      resourceId: resourceId(network, index % circuits),
      ...(circuits > 1 && index % 3 !== 2 ? { backupResourceId: resourceId(network, (index + 1) % circuits) } : {}),
      bandwidth: index % 4 === 0 ? 0 : 10,
      enable: chosen?.state === 'approved',
      remark: index % 5 === 0 ? '合规审计通过' : '',
      ...stamps(now - (90 - index) * DAY),
    };
  });
}
