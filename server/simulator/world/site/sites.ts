import type { HaConfig } from '#generated/server/stored.ts';
import { deviceId, lastSeen } from '#server/simulator/world/site/devices.ts';
import { dotted } from '#server/simulator/world/site/addressing.ts';
import { advancedOf } from '#server/simulator/world/site/site-advanced.ts';
import { linksOf, networkOf, wanMode } from '#server/simulator/world/site/site-network.ts';
import { siteId, type SiteKind, type SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { tagCount, tagId } from '#server/simulator/world/tenancy/tags.ts';
import type { Place } from '#server/telemetry/port.ts';
import { DAY, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const deployModes: Readonly<Record<SiteKind, Seeded<'Site'>['deployMode']>> = {
  headquarters: 'gateway',
  dataCentre: 'gateway',
  branch: 'gateway',
  store: 'gateway',
  transparent: 'series',
  sideArm: 'parallel',
  cloud: 'gateway',
  leasedLine: 'vll',
};

/** Position of the tag that says what kind of site it is, among the site tags of the first company. */
const tagOfKind: Readonly<Record<SiteKind, number>> = {
  headquarters: 0,
  branch: 1,
  store: 3,
  transparent: 4,
  dataCentre: 5,
  sideArm: 1,
  cloud: 6,
  leasedLine: 7,
};

const roads = ['人民路', '中山路', '解放路', '建设路', '科技园路', '滨江大道', '长江路', '和平街'];

function siteModeOf({ kind }: SitePlan): Seeded<'Site'>['siteMode'] {
  return kind === 'cloud' ? 'cloudGateway' : 'officeNetwork';
}

/** A planned site as it is measured. */
export function placeOfPlan(now: number, plan: SitePlan): Place {
  const { id, tenant, name, city, sns, state } = plan;
  const [sn] = sns;
  const isAway = state === 'OFFLINE' || state === 'TEMPORARYOFFLINE';
  return {
    companyId: tenant.id,
    siteId: id,
    name,
    city: city.zh,
    siteMode: siteModeOf(plan),
    ...(sn === undefined ? {} : { sn, deviceId: deviceId(plan, 1) }),
    links: linksOf(plan),
    silentFrom: sn === undefined || state === 'CONFIGURED' || state === 'UNCONFIGURED' ? 0 : isAway ? lastSeen(now, plan) : Infinity,
  };
}

/** The stored document of a planned site. */
export function site(now: number, plan: SitePlan): Seeded<'Site'> {
  const { id, tenant, index, name, kind, city, random, state, sns, created } = plan;
  const [sn, haSn] = sns;
  const reached = state === 'ONLINE' || state === 'EXCEPTION';
  const ipType = wanMode(plan, 0) === 'static' ? 'static' : 'dynamic';
  const location =
    city.area === '海外' ? `${random.int(1, 400)} Main Street, ${city.en}` : `${city.zh}市${random.pick(roads)}${random.int(1, 888)}号`;
  const mailed = sn !== undefined && index % 3 === 0;
  return {
    siteId: id,
    companyId: tenant.id,
    siteMode: siteModeOf(plan),
    name,
    deployMode: deployModes[kind],
    protocol: kind === 'dataCentre' ? 'dualStack' : kind === 'cloud' && index % 2 === 1 ? 'ipv6' : 'ipv4',
    ipType,
    masterIpType: ipType,
    backupIpType: kind === 'dataCentre' ? 'static' : 'dynamic',
    ...(sn === undefined ? {} : { sn, snRemark: index % 4 === 0 ? '机柜 A3' : '' }),
    ...(haSn === undefined ? {} : { haSn, haConfig: highAvailability(plan) }),
    ...(mailed
      ? {
          ztpMail: `it@${tenant.domain};noc@${tenant.domain}`,
          ztpStatus: index % 4 === 3 ? 'fail' : 'success',
        }
      : {}),
    siteTag: siteTags(plan),
    businessTag:
      kind === 'store' ? [tagId(tenant, 'business', Math.min(2, tagCount(tenant, 'business') - 1))] : [tagId(tenant, 'business', 0)],
    ...(index === 0 ? {} : { hubSite: siteId(tenant, 0) }),
    speedLimit: kind === 'store' ? 100 : kind === 'leasedLine' ? 50 : 0,
    city: city.zh,
    location,
    longitude: nearby(city.lon, random.next()),
    latitude: nearby(city.lat, random.next()),
    remark: index % 7 === 0 ? '重点保障站点' : '',
    ...networkOf(plan),
    ...advancedOf(plan),
    serviceStatus: index % 17 === 5 ? 'abnormal' : index % 11 === 4 ? 'maintenance' : index % 13 === 7 ? 'applied' : 'normal',
    ...lease(now, plan),
    state,
    association: sn === undefined ? 'unassociated' : 'associated',
    ...(state === 'CONFIGURED' || sn === undefined ? {} : { reachability: reached ? 'reachable' : 'unreachable' }),
    configState: configState(plan),
    ...delivered(plan, stamps(created, now - random.int(0, 12) * DAY)),
  };
}

function highAvailability({ address, kind }: SitePlan): HaConfig {
  return {
    mode: kind === 'dataCentre' ? 'activeActive' : 'activeStandby',
    virtualIp: dotted(address.lan(0) + 254),
    vrid: 1,
    priority: 150,
    preempt: true,
    heartbeatPort: 'eth3',
  };
}

function siteTags({ tenant, kind, index }: SitePlan): string[] {
  const most = tagCount(tenant, 'site');
  const own = tagId(tenant, 'site', Math.min(tagOfKind[kind], most - 1));
  const further = index % 6 === 0 ? [tagId(tenant, 'site', 7), tagId(undefined, 'site', 0) + '-global'] : [];
  return [...new Set([own, ...(most > 7 ? further : [])])];
}

function lease(now: number, { index, created }: SitePlan): Pick<Seeded<'Site'>, 'leaseStatus' | 'leaseStartTime' | 'leaseEndTime'> {
  if (index % 10 === 8) return { leaseStatus: 'test', leaseStartTime: instant(now - 20 * DAY), leaseEndTime: instant(now + 10 * DAY) };
  if (index % 19 === 12) return { leaseStatus: 'stop', leaseStartTime: instant(created - 400 * DAY), leaseEndTime: instant(now - 5 * DAY) };
  return {
    leaseStatus: 'renting',
    leaseStartTime: instant(created),
    leaseEndTime: instant(created + (index % 3 === 0 ? 1095 : 730) * DAY),
  };
}

/** What was delivered was so after the last change; what waits or failed has what was there before it. */
function delivered(plan: SitePlan, times: ReturnType<typeof stamps>): Pick<Seeded<'Site'>, 'createdAt' | 'updatedAt' | 'configuredAt'> {
  const state = configState(plan);
  if (state === 'undelivered') return times;
  return { configuredAt: state === 'success' ? times.updatedAt : instant(plan.created + DAY), ...times };
}

function configState({ state, index }: SitePlan): NonNullable<Seeded<'Site'>['configState']> {
  if (state === 'UNCONFIGURED' || state === 'CONFIGURED') return 'undelivered';
  // nothing is on its way before the server runs; what is away waits for its configuration
  if (index % 15 === 3) return 'failed';
  return state !== 'ONLINE' && state !== 'EXCEPTION' && index % 5 === 1 ? 'pending' : 'success';
}

/** Within about eight kilometres, as written with four digits. */
function nearby(degrees: number, share: number): number {
  return Math.round((degrees + (share - 0.5) * 0.15) * 10_000) / 10_000;
}
