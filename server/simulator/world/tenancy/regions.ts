import { areaNames } from '#server/simulator/world/tenancy/area-names.ts';
import { areas, cities, type City } from '#server/features/tenancy/cities.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

/** Id of a company's region: `r-huaxin-east-china`. */
export function regionId(tenant: Tenant, english: string): string {
  const name = english.toLowerCase().replaceAll(/[^a-z]+/g, '-');
  return `r-${tenant.id.slice(2)}-${name}`;
}

/** The region of all sites, one for each area and, in the first company, one for each province. */
export function regions(now: number, tenant: Tenant): Seeded<'Region'>[] {
  const own = areas.filter((area) => tenant.cities.some((city) => city.area === area));
  const region = (english: string, name: string, members: readonly City[], remark: string): Seeded<'Region'> => ({
    regionId: regionId(tenant, english),
    companyId: tenant.id,
    name,
    cities: members.map((city) => city.zh),
    remark,
    ...stamps(now - (200 - own.length) * DAY),
  });
  const all = region('all', 'all', [], '全部站点 / every site');
  const large = own.map((area) => {
    const members = tenant.cities.filter((city) => city.area === area);
    return region(areaNames[area], tenant.index === 1 ? areaNames[area] : area, members, tenant.index === 1 ? area : areaNames[area]);
  });
  return [
    all,
    ...large,
    ...(tenant.index === 0 ? provinces().map(([capital, name, members]) => region(`p ${capital}`, name, members, capital)) : []),
  ];
}

/** Provinces of China with more than a city of their own, each named in its id after its first city. */
function provinces(): [capital: string, name: string, members: City[]][] {
  const groups = Map.groupBy(
    cities.filter((city) => city.area !== '海外' && city.province !== city.zh),
    (city) => city.province,
  );
  return [...groups].map(([name, members]) => [members[0]?.en ?? name, `${name}片区`, members]);
}
