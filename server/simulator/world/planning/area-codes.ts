import { cities } from '#server/features/tenancy/cities.ts';
import type { Scene } from '#server/simulator/world/scene.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const inland = cities.filter((city) => city.area !== '海外');
const provinces = [...new Set(inland.map((city) => city.province))];
const districts = [
  ['浦东新区', 'Pudong'],
  ['黄浦区', 'Huangpu'],
  ['徐汇区', 'Xuhui'],
] as const;

/** China with its provinces and the cities of the demo world, countries abroad, three districts of Shanghai. */
export function areaCodes(now: number): Seeded<'AreaCode'>[] {
  const row = (
    id: string,
    index: number,
    values: Omit<Seeded<'AreaCode'>, 'id' | 'enable' | 'remark' | 'createdAt' | 'updatedAt'> & { enable?: boolean },
  ): Seeded<'AreaCode'> => ({
    id,
    enable: true,
    remark: '',
    ...values,
    ...stamps(now - (700 - index) * DAY),
  });
  const cityId = (position: number): string => `ac-city-${position + 1}`;
  const abroad = [...new Set(cities.filter((city) => city.area === '海外' && city.zh !== '香港').map((city) => city.province))];
  return [
    row('ac-cn', 0, { code: 'CN', name: '中国', englishName: 'China', level: 'country' }),
    ...abroad.map((country, index) =>
      row(`ac-country-${index + 1}`, index, {
        code: `X${index + 10}`,
        name: country,
        englishName: country,
        level: 'country',
        enable: index < 8,
      }),
    ),
    ...provinces.map((name, index) =>
      row(`ac-province-${index + 1}`, index, { code: String(110_000 + index * 10_000), name, level: 'province', parentId: 'ac-cn' }),
    ),
    ...inland.map((city, index) =>
      row(cityId(index), index, {
        code: String(110_100 + provinces.indexOf(city.province) * 10_000 + (index % 90) * 100),
        name: `${city.zh}市`,
        englishName: city.en,
        level: 'city',
        parentId: `ac-province-${provinces.indexOf(city.province) + 1}`,
        longitude: city.lon,
        latitude: city.lat,
        enable: index < inland.length - 3,
      }),
    ),
    ...districts.map(([name, englishName], index) =>
      row(`ac-district-${index + 1}`, index, { code: `${310_115 + index}`, name, englishName, level: 'district', parentId: cityId(0) }),
    ),
  ];
}

/** Short codes of each company for the cities it is in. */
export function companyAreaCodes(now: number, { networks }: Scene): Seeded<'CompanyAreaCode'>[] {
  return networks.flatMap(({ tenant }) => {
    const own = inland.filter((city) => tenant.cities.includes(city));
    return own.slice(0, tenant.index === 0 ? 28 : tenant.index === 1 ? 8 : 2).map((city, index): Seeded<'CompanyAreaCode'> => ({
      id: `cac-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      code: `${city.en
        .replaceAll(/[^A-Za-z]/g, '')
        .slice(0, 3)
        .toUpperCase()}${index + 1}`,
      name: `${city.zh}大区`,
      areaCodeId: `ac-city-${inland.indexOf(city) + 1}`,
      siteTag: [],
      contact: index % 2 === 0 ? '王芳' : 'Amy Chen',
      contactPhone: '+86 21 5000 1000',
      remark: index % 5 === 0 ? 'Regional office' : '',
      ...stamps(now - (160 - index) * DAY, now - index * DAY),
    }));
  });
}
