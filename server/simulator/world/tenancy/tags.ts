import { keysOf } from '#domain/json.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { DAY, numbered, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

type TagType = 'site' | 'line' | 'popLine' | 'wanSet' | 'business';

/** Names by type; smaller companies use the first few. */
const names: Readonly<Record<TagType, readonly string[]>> = {
  site: ['总部', '分公司', '旗舰店', '门店', 'warehouse', '数据中心', '海外办事处', 'VIP', '新开业', '待撤点'],
  line: ['电信专线', '联通宽带', '移动宽带', '5G backup', 'MPLS', '主用', '备用'],
  popLine: ['华东骨干', '华南骨干', '跨境', 'low latency'],
  wanSet: ['双专线', '专线加宽带', 'internet only', '双宽带'],
  business: ['ERP', '视频会议', '收银 POS', 'OA', 'SaaS 办公', '监控回传', 'VoIP'],
};

const types = keysOf(names);

export function tagId(tenant: Tenant | undefined, type: TagType, index: number): string {
  return `t-${tenant ? tenant.id.slice(2) : 'all'}-${type.toLowerCase()}-${index + 1}`;
}

/** Tags of a type that the company has. */
export function tagCount(tenant: Tenant, type: TagType): number {
  return Math.min(names[type].length, tenant.index === 0 ? 99 : tenant.index === 1 ? 3 : 1);
}

/** Tags of everybody and of channels. */
export function platformTags(now: number): Seeded<'Tag'>[] {
  return (['global', 'channel'] as const).flatMap((scope) =>
    types.flatMap((type, position) =>
      [0, 1].map((index) => ({
        id: `${tagId(undefined, type, index)}-${scope}`,
        name: `${scope === 'global' ? '平台' : '渠道'}_${names[type][index] ?? numbered(type, index)}`,
        type,
        scope,
        global: scope === 'global' && index === 0,
        remark: scope === 'global' ? 'Made by the platform for every company' : 'For channel partners',
        ...stamps(now - (420 - position) * DAY),
      })),
    ),
  );
}

/** Tags of one company: all of them in the first, fewer elsewhere. */
export function companyTags(now: number, tenant: Tenant): Seeded<'Tag'>[] {
  return types.flatMap((type) =>
    names[type].slice(0, tagCount(tenant, type)).map((name, index): Seeded<'Tag'> => ({
      id: tagId(tenant, type, index),
      companyId: tenant.id,
      name,
      type,
      scope: 'company',
      global: index === 0 && type === 'business',
      remark: index % 3 === 0 ? `${tenant.row.nickname ?? tenant.id}: ${name}` : '',
      ...stamps(now - (170 - index * 3) * DAY, now - index * DAY),
    })),
  );
}
