import type { Json } from '#domain/model.ts';
import type { SiteFault } from './fault.ts';

export const deploy = {
  vll: { chosen: 'vll', en: 'Layer-2 leased line', zh: '二层专线' },
  series: { chosen: 'series', en: 'Series (transparent)', zh: '串接（透明）' },
} as const;
export const access = {
  FIA: { chosen: 'FIA', en: 'FIA (through the backbone)', zh: 'FIA（经骨干上网）' },
  DIA: { chosen: 'DIA', en: 'DIA (locally)', zh: 'DIA（本地上网）' },
} as const;

export const same = (value: Json): Pick<SiteFault, 'code' | 'params' | 'en' | 'zh'> => ({
  code: 'rule.differ.same',
  params: { value },
  en: `"${String(value)}" is the same as the other value. They must differ.`,
  zh: `“${String(value)}”与另一项相同，两者应不同。`,
});
export const repeated = (value: Json, at: string, first = 1): Pick<SiteFault, 'code' | 'params' | 'en' | 'zh'> => ({
  code: 'rule.unique.duplicate',
  params: { value: String(value), first, at },
  en: `"${String(value)}" is the same as entry ${first}. Each must be different.`,
  zh: `“${String(value)}”与第 ${first} 项重复，每项应不同。`,
});
export const overlap = (subnet: string, other: string, at: string): Pick<SiteFault, 'code' | 'params' | 'en' | 'zh'> => ({
  code: 'rule.disjointSubnets.overlap',
  params: { subnet, other, at },
  en: `The subnet ${subnet} overlaps ${other}. Change one of them.`,
  zh: `网段 ${subnet} 与 ${other} 重叠，请修改其中一个。`,
});
export const outside = (value: string, subnet: string): Pick<SiteFault, 'code' | 'params' | 'en' | 'zh'> => ({
  code: 'rule.sameSubnet.outside',
  params: { value, subnet },
  en: `"${value}" is not in the subnet ${subnet}. Use an address of the same segment.`,
  zh: `“${value}”不在网段 ${subnet} 内，请使用同一网段的地址。`,
});
export const networkAddress = (value: string, subnet: string): Pick<SiteFault, 'code' | 'params' | 'en' | 'zh'> => ({
  code: 'rule.usableAddress.network',
  params: { value, subnet },
  en: `${value} is the network address of ${subnet}. Use a host address.`,
  zh: `${value} 是网段 ${subnet} 的网络地址，请使用主机地址。`,
});
export const broadcastAddress = (value: string, subnet: string): Pick<SiteFault, 'code' | 'params' | 'en' | 'zh'> => ({
  code: 'rule.usableAddress.broadcast',
  params: { value, subnet },
  en: `${value} is the broadcast address of ${subnet}. Use a host address.`,
  zh: `${value} 是网段 ${subnet} 的广播地址，请使用主机地址。`,
});
export const tooMany = (limit: number): Pick<SiteFault, 'code' | 'params' | 'en' | 'zh'> => ({
  code: 'schema.maxItems',
  params: { limit: String(limit) },
  en: `There are too many entries. The limit is ${limit}.`,
  zh: `条目过多，最多 ${limit} 条。`,
});
export const reserved = (value: number): SiteFault => ({
  title: `the metric ${value}`,
  source: ['5.metric.forbidden', '9.metric.forbidden'],
  base: 'ospf',
  set: { '/wan/1/metric': value },
  at: '/wan/1/metric',
  code: 'rule.forbiddenValues.forbidden',
  params: { value: String(value), values: '100, 500, 600' },
  en: `"${value}" is reserved. These values are not allowed: 100, 500, 600.`,
  zh: `“${value}”为系统保留，不能使用：100, 500, 600。`,
});

export const addresses = (count: number): string[] => Array.from({ length: count }, (_, index) => `10.255.1.${index + 1}`);
