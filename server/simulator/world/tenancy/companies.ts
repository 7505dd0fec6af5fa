import { areas, cities, type Area, type City } from '#server/features/tenancy/cities.ts';
import { mobileOf } from '#server/simulator/world/account/people.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { DAY, numbered, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

/** A company with what its other rows are made from. */
export type Tenant = {
  id: string;
  /** Position in the list of companies; the first is the large one. */
  index: number;
  /** Mail domain of its people. */
  domain: string;
  cities: readonly City[];
  sites: number;
  row: Seeded<'Company'>;
};

export const FIRST = 'c-huaxin';
export const SECOND = 'c-yuanhang';
export const THIRD = 'c-qiming';
export const NORTH = 'ch-north';
export const SOUTH = 'ch-south';

/** Sites of the three companies that are always there, and of each further one. */
const SITES = [60, 12, 3];
const FURTHER_SITES = 5;

/** One channel with companies, one still without. */
export function channels(now: number): Seeded<'ChannelTrade'>[] {
  return [
    {
      channelTradeId: NORTH,
      name: '北方电信合作伙伴',
      contact: '孙磊',
      mobile: '13800000011',
      remark: 'Northern Telecom',
      ...stamps(now - 500 * DAY),
    },
    {
      channelTradeId: SOUTH,
      name: 'Southern Net',
      contact: '吴丹',
      mobile: '13800000012',
      remark: '尚未签约客户',
      ...stamps(now - 90 * DAY),
    },
  ];
}

/** The companies; `sites` in all are shared out in proportion to the usual numbers. */
export function tenants(now: number, counts: { companies: number; sites?: number }): Tenant[] {
  const weights = Array.from({ length: Math.max(3, counts.companies) }, (_, index) => SITES[index] ?? FURTHER_SITES);
  const usual = weights.reduce((sum, each) => sum + each, 0);
  const total = counts.sites ?? usual;
  const shares = weights.map((weight) => Math.floor((weight * total) / usual));
  shares[0] = (shares[0] ?? 0) + total - shares.reduce((sum, each) => sum + each, 0);
  return shares.map((sites, index) => (index < 3 ? known(now, index, sites) : further(now, index, sites)));
}

/** Property values that every company has. */
function company(
  now: number,
  id: string,
  threshold: number,
  age: number,
  values: Omit<Seeded<'Company'>, 'companyId' | 'createdAt' | 'updatedAt'>,
): Seeded<'Company'> {
  const { createdAt, updatedAt } = stamps(now - age * DAY, now - (age % 30) * DAY);
  return {
    companyId: id,
    ...values,
    config: { bandwidthThreshold: threshold },
    bandwidthThreshold: threshold,
    createTime: createdAt,
    createdAt,
    updatedAt,
  };
}

function known(now: number, index: number, sites: number): Tenant {
  const north = { channel: '北方电信合作伙伴', channelTradeId: NORTH };
  if (index === 0) {
    const row = company(now, FIRST, 5, 480, {
      name: '华信零售集团',
      englishName: 'Huaxin Retail Group',
      nickname: '华信',
      city: '上海',
      address: '上海市浦东新区世纪大道1号',
      englishAddress: '1 Century Avenue, Pudong, Shanghai',
      contact: '李伟',
      linkman: '陈静',
      mobile: '13800000001',
      tel: '+86 21 5000 1000',
      mail: 'it@huaxin.example',
      auditType: 'third',
      ...north,
      isCompliance: true,
      wirelessValidate: true,
      wirelessAccountLimit: 200,
      remark: '全国门店与海外办事处 / stores all over China, offices abroad',
    });
    return { id: FIRST, index, domain: 'huaxin.example', cities, sites, row };
  }
  if (index === 1) {
    const row = company(now, SECOND, 10, 300, {
      name: '远航物流 Yuanhang Logistics',
      englishName: 'Yuanhang Logistics',
      nickname: 'Yuanhang',
      city: '广州',
      address: '广州市天河区珠江新城2号',
      contact: '黄敏',
      mobile: '13800000002',
      tel: '+86 20 3800 2000',
      mail: 'noc@yuanhang.example',
      auditType: 'custom',
      ...north,
      isCompliance: false,
      wirelessValidate: false,
      wirelessAccountLimit: 20,
    });
    return { id: SECOND, index, domain: 'yuanhang.example', cities: inAreas(['华南', '华东', '海外']), sites, row };
  }
  const row = company(now, THIRD, 0, 120, {
    name: '启明智造',
    englishName: 'Qiming Manufacturing',
    nickname: '启明',
    city: '成都',
    contact: '罗涛',
    mail: 'it@qiming.example',
    auditType: 'none',
    isCompliance: false,
    wirelessValidate: false,
    wirelessAccountLimit: 5,
  });
  return { id: THIRD, index, domain: 'qiming.example', cities: inAreas(['西南']), sites, row };
}

const firsts = [
  '远大',
  '金桥',
  '恒通',
  '中科',
  '东方',
  '盛世',
  '海联',
  '新元',
  '天成',
  '宏达',
  '联创',
  '嘉禾',
  '云峰',
  '启航',
  '瑞丰',
  '华盛',
];
const trades = [
  ['医药', 'Pharma'],
  ['连锁', 'Chain Stores'],
  ['物流', 'Logistics'],
  ['教育', 'Education'],
  ['能源', 'Energy'],
  ['证券', 'Securities'],
  ['制造', 'Manufacturing'],
  ['酒店', 'Hotels'],
] as const;

function further(now: number, index: number, sites: number): Tenant {
  const random = randomFrom(`company ${index}`);
  const id = numbered('c', index + 1);
  const city = random.pick(cities);
  const [trade, english] = random.pick(trades);
  const row = company(now, id, 5, random.int(10, 900), {
    name: `${city.zh}${random.pick(firsts)}${trade}_${index + 1}`,
    englishName: `${city.en} ${english} ${index + 1}`,
    city: city.zh,
    contact: '王芳',
    mobile: mobileOf(900_000 + index),
    mail: `it@company${index + 1}.example`,
    auditType: random.pick(['none', 'third', 'custom']),
    isCompliance: random.chance(0.3),
    wirelessValidate: false,
    wirelessAccountLimit: 5,
  });
  return { id, index, domain: `company${index + 1}.example`, cities: inAreas(random.some(areas, 3)), sites, row };
}

function inAreas(chosen: readonly Area[]): City[] {
  return cities.filter((city) => chosen.includes(city.area));
}
