import { addressingOf, type Addressing } from '#server/simulator/world/site/addressing.ts';
import type { City } from '#server/features/tenancy/cities.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { randomFrom, type Random } from '#server/simulator/random.ts';
import { DAY } from '#server/kernel/seeding/world.ts';

export type SiteKind = 'headquarters' | 'dataCentre' | 'branch' | 'store' | 'transparent' | 'sideArm' | 'cloud' | 'leasedLine';
export type DeviceState = 'UNCONFIGURED' | 'CONFIGURED' | 'ONLINE' | 'EXCEPTION' | 'TEMPORARYOFFLINE' | 'OFFLINE';

/** What is decided about a site before its document is written: devices, rules and alerts ask it too. */
export type SitePlan = {
  id: string;
  tenant: Tenant;
  index: number;
  name: string;
  kind: SiteKind;
  city: City;
  address: Addressing;
  random: Random;
  state: DeviceState;
  model: string;
  /** Serial numbers: none, the primary device's, or both. */
  sns: string[];
  created: number;
  wans: number;
  lans: number;
};

/** The shape of a company's network: what comes after the headquarters, again and again. */
const order: readonly SiteKind[] = [
  'store',
  'branch',
  'dataCentre',
  'store',
  'transparent',
  'branch',
  'store',
  'sideArm',
  'cloud',
  'store',
  'leasedLine',
  'store',
];

const kinds: Readonly<Record<SiteKind, { zh: string; en: string; model: string; wans: number; lans: number; backup?: true }>> = {
  headquarters: { zh: '总部', en: 'Headquarters', model: 'AR6300', wans: 3, lans: 3, backup: true },
  dataCentre: { zh: '数据中心', en: 'Data Centre', model: 'AR6300', wans: 3, lans: 2, backup: true },
  branch: { zh: '分公司', en: 'Branch', model: 'AR2600', wans: 2, lans: 2 },
  store: { zh: '门店', en: 'Store', model: 'AR1200', wans: 2, lans: 1 },
  transparent: { zh: '仓库', en: 'Warehouse', model: 'AR2600', wans: 1, lans: 2 },
  sideArm: { zh: '工厂', en: 'Plant', model: 'AR2600', wans: 1, lans: 1 },
  cloud: { zh: '云网关', en: 'Cloud Gateway', model: 'vCPE-100', wans: 1, lans: 1 },
  leasedLine: { zh: '专线点', en: 'Leased Line', model: 'AR1200', wans: 1, lans: 0 },
};

/** States by position, so that the first sites show every one. */
const states: readonly DeviceState[] = [
  'ONLINE',
  'ONLINE',
  'ONLINE',
  'EXCEPTION',
  'ONLINE',
  'OFFLINE',
  'ONLINE',
  'ONLINE',
  'ONLINE',
  'CONFIGURED',
  'ONLINE',
  'TEMPORARYOFFLINE',
  'ONLINE',
  'UNCONFIGURED',
  'ONLINE',
  'ONLINE',
];

export function siteId(tenant: Tenant, index: number): string {
  return `s-${tenant.id.slice(2)}-${String(index + 1).padStart(3, '0')}`;
}

export function sitePlans(now: number, tenant: Tenant): SitePlan[] {
  return Array.from({ length: tenant.sites }, (_, index) => sitePlan(now, tenant, index));
}

function sitePlan(now: number, tenant: Tenant, index: number): SitePlan {
  const random = randomFrom(`site ${tenant.id} ${index}`);
  const kind = index === 0 ? 'headquarters' : (order[(index - 1) % order.length] ?? 'store');
  const { zh, en, model, wans, lans, backup } = kinds[kind];
  const city = cityOf(tenant, index, random);
  const english = tenant.index === 1 || city.area === '海外' || index % 5 === 4;
  const number = String(index + 1).padStart(3, '0');
  const name = english ? `${city.en.replaceAll(/[^\p{L} ]/gu, '')} ${en} ${number}` : `${city.zh}${zh}_${number}`;
  const state = index === 0 ? 'ONLINE' : (states[index % states.length] ?? 'ONLINE');
  const serial = (role: number): string =>
    `${model}-${String(tenant.index + 1).padStart(3, '0')}${String(index + 1).padStart(5, '0')}${role}`;
  return {
    id: siteId(tenant, index),
    tenant,
    index,
    name: index === 0 ? (english ? `${city.en} ${en}` : `${city.zh}${zh}`) : name,
    kind,
    city,
    address: addressingOf(index),
    random,
    state,
    model,
    sns: state === 'UNCONFIGURED' ? [] : backup ? [serial(1), serial(2)] : [serial(1)],
    created: now - random.int(15, 380) * DAY,
    wans,
    lans,
  };
}

/** The headquarters at home; every third further site in a large city, the others here and there, area by area. */
function cityOf(tenant: Tenant, index: number, random: Random): City {
  const byArea = [...Map.groupBy(tenant.cities, (city) => city.area).values()];
  const home = tenant.cities.find((city) => city.zh === tenant.row.city) ?? tenant.cities[0];
  if (!home) throw new Error(`${tenant.id} is in no city`);
  if (index === 0) return home;
  if (index % 3 === 2) return random.pick(byArea)[0] ?? home;
  const place = index - Math.floor((index + 1) / 3);
  const area = byArea[place % byArea.length] ?? [];
  return area[Math.floor(place / byArea.length) % area.length] ?? home;
}
