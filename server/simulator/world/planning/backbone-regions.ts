import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const known = [
  ['cn-east', '华东', 'CN'],
  ['cn-north', '华北', 'CN'],
  ['cn-south', '华南', 'CN'],
  ['cn-central', '华中', 'CN'],
  ['cn-southwest', '西南', 'CN'],
  ['cn-northwest', '西北', 'CN'],
  ['cn-northeast', '东北', 'CN'],
  ['cn-hongkong', '香港', 'HK'],
  ['cn-macau', '澳门', 'MO'],
  ['cn-taiwan', '台湾', 'TW'],
  ['ap-singapore', 'Singapore', 'SG'],
  ['ap-tokyo', 'Tokyo', 'JP'],
  ['ap-osaka', 'Osaka', 'JP'],
  ['ap-seoul', 'Seoul', 'KR'],
  ['ap-mumbai', 'Mumbai', 'IN'],
  ['ap-jakarta', 'Jakarta', 'ID'],
  ['ap-bangkok', 'Bangkok', 'TH'],
  ['ap-sydney', 'Sydney', 'AU'],
  ['me-dubai', 'Dubai', 'AE'],
  ['eu-frankfurt', 'Frankfurt', 'DE'],
  ['eu-london', 'London', 'GB'],
  ['eu-paris', 'Paris', 'FR'],
  ['us-west', 'US West', 'US'],
  ['us-east', 'US East', 'US'],
  ['sa-saopaulo', 'Sao Paulo', 'BR'],
  ['af-johannesburg', 'Johannesburg', 'ZA'],
] as const;

/** The country of a region by its id. */
export function countryOf(id: string): string | undefined {
  return known.find(([code]) => `br-${code}` === id)?.[2];
}

function backboneRegionId(index: number): string {
  return `br-${known[index % known.length]?.[0] ?? ''}`;
}

/** The regions of the backbone; those far away are prepared and not in use yet. */
export function backboneRegions(now: number): Seeded<'BackboneRegion'>[] {
  return known.map(([code, name, country], index): Seeded<'BackboneRegion'> => ({
    id: backboneRegionId(index),
    name,
    code,
    country,
    enable: index < 22,
    remark: index < 7 ? '核心区域' : '',
    ...stamps(now - (700 - index * 10) * DAY),
  }));
}
