import { popPlans } from '#server/simulator/world/planning/backbone.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import { networkOf, wanMode } from '#server/simulator/world/site/site-network.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { tagId } from '#server/simulator/world/tenancy/tags.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const PER_COMPANY = [40, 8];
const FURTHER = 2;
const states = ['active', 'active', 'active', 'active', 'ordered', 'active', 'suspended', 'active', 'fault'] as const;

/** Circuits of the first sites of each company, then those that only feed a POP. */
export function circuits({ now, networks }: Scene): Seeded<'Circuit'>[] {
  const bySite = networks.flatMap(({ tenant, plans }) =>
    plans.slice(0, PER_COMPANY[tenant.index] ?? FURTHER).map((plan) => siteCircuit(now, plan)),
  );
  return [...bySite, ...popPlans.slice(0, 12).map((_, index) => popCircuit(now, index))];
}

/** Up to two circuits of the first company, as a service uses them. */
export function circuitsAt({ first, networks }: Scene, index: number): string[] {
  const plans = networks.find(({ tenant }) => tenant === first)?.plans ?? [];
  return plans.slice(index % 20, (index % 20) + 2).map(circuitId);
}

function circuitId(plan: SitePlan): string {
  return `cir-${plan.id.slice(2)}-1`;
}

function siteCircuit(now: number, plan: SitePlan): Seeded<'Circuit'> {
  const { index, tenant, city } = plan;
  const wan = networkOf(plan).wan?.[0];
  const speed = wan?.bandwidth?.down ?? 100;
  const pop = popPlans.find(({ zone, number }) => number === 1 && zone.city.area === city.area);
  const state = states[index % states.length] ?? 'active';
  const over = state === 'ordered' ? 700 : 365 + (index % 5) * 200;
  return {
    id: circuitId(plan),
    name: `${tenant.index === 0 ? '' : `${tenant.id.slice(2)} `}${plan.name.replaceAll('_', ' ')} WAN1`,
    circuitNumber: `CT-${String(tenant.index + 1).padStart(3, '0')}-${String(200_000 + index)}`,
    isp: wan?.isp ?? 'telecom',
    kind:
      plan.kind === 'leasedLine'
        ? 'leasedLine'
        : plan.kind === 'dataCentre'
          ? 'mpls'
          : wan?.medium === 'cellular'
            ? 'cellular'
            : 'internet',
    businessType: index % 4 === 3 ? 'saas' : 'office',
    bandwidth: speed,
    state,
    lineTag: [tagId(tenant, 'line', 0)],
    popLineTag: [],
    companyId: tenant.id,
    siteId: plan.id,
    wanName: 'WAN1',
    ...(pop ? { popId: pop.id } : {}),
    ...(wanMode(plan, 0) === 'static' ? { ip: plan.address.wan(0).ip } : {}),
    contractNumber: `HT-2025-${String(tenant.index * 100 + index + 1).padStart(4, '0')}`,
    contractStart: day(plan.created),
    contractEnd: day(Math.max(plan.created + over * DAY, now + (index % 30) * DAY + 20 * DAY)),
    costCentre: `CC-${100 + (index % 7)}`,
    monthlyFee: speed * 8,
    supportPhone: '10000',
    supportMail: 'noc@carrier.example',
    remark: index % 9 === 0 ? '双路由接入' : '',
    ...stamps(plan.created, now - (index % 20) * DAY),
  };
}

/** What a POP hangs on; the last ones are given back, or a mobile link for emergencies. */
function popCircuit(now: number, index: number): Seeded<'Circuit'> {
  const pop = popPlans[index];
  const city = pop?.zone.city.zh ?? '';
  return {
    id: `cir-pop-${index + 1}`,
    name: `${city} POP uplink ${index + 1}`,
    circuitNumber: `POP-${String(500_100 + index)}`,
    isp: (['telecom', 'unicom', 'mobile', 'cernet'] as const)[index % 4] ?? 'telecom',
    kind: index % 6 === 4 ? 'cellular' : 'mpls',
    businessType: 'office',
    bandwidth: index % 6 === 4 ? 100 : 10_000,
    state: index > 9 ? 'terminated' : 'active',
    lineTag: [],
    popLineTag: [`${tagId(undefined, 'popLine', index % 2)}-global`],
    popId: pop?.id ?? '',
    contractNumber: `HT-2024-9${String(index + 1).padStart(3, '0')}`,
    contractStart: day(now - 400 * DAY),
    contractEnd: day(index > 9 ? now - 30 * DAY : now + 500 * DAY),
    costCentre: 'CC-900',
    monthlyFee: 60_000,
    supportPhone: '10010',
    remark: '',
    ...stamps(now - 400 * DAY, now - index * DAY),
  };
}

function day(ms: number): string {
  return instant(ms).slice(0, 10);
}
