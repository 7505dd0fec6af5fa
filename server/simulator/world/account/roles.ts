import type { RoleType } from '#generated/server/stored.ts';
import type { PermissionTree } from '#domain/access/permission-tree.ts';
import { areaNames } from '#server/simulator/world/tenancy/area-names.ts';
import { areas } from '#server/features/tenancy/cities.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { scopesOf, type Grants } from '#server/features/account/seed/permissions.ts';
import { DAY, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

type Kind = { key: string; name: string; description: string; grants: Grants; admin?: boolean };

const everything: Grants = { '*': 'edit' };

const operator: Grants = { home: 'readOnly', configuration: 'edit', firewall: 'edit', monitor: 'edit', diagnosis: 'edit', log: 'readOnly' };

/** Roles that every company starts with. */
const basic: readonly Kind[] = [
  { key: 'admin', name: '公司管理员', description: 'Company administrator: everything a company may do', grants: everything, admin: true },
  { key: 'viewer', name: '只读查看', description: 'Looks and changes nothing', grants: { '*': 'readOnly' } },
  { key: 'operator', name: 'Network operator', description: '配置站点、设备和防火墙', grants: operator },
];

/** Further roles of the first company. */
const special: readonly Kind[] = [
  { key: 'regional', name: '区域运维', description: '负责区域内的站点', grants: { ...operator, account: 'readOnly' } },
  {
    key: 'firewall',
    name: '防火墙管理员',
    description: 'Firewall and address sets',
    grants: { 'configuration/addressSet': 'edit', firewall: 'edit' },
  },
  {
    key: 'audit',
    name: '安全审计',
    description: 'Audit and logs',
    grants: { audit: 'edit', log: 'readOnly', 'configuration/auditConfig': 'edit' },
  },
  {
    key: 'duty',
    name: 'NOC 值班',
    description: 'Alarms and diagnosis around the clock',
    grants: { home: 'readOnly', monitor: 'edit', diagnosis: 'edit' },
  },
  { key: 'report', name: '报表查看', description: 'Reads reports', grants: { report: 'readOnly', home: 'readOnly' } },
  { key: 'mobile', name: '移动办公管理员', description: 'Mobile office', grants: { 'mobile-office': 'edit' }, admin: true },
  { key: 'accounts', name: '账号管理员', description: 'Accounts, roles and regions', grants: { account: 'edit' }, admin: true },
  {
    key: 'partner',
    name: '外包施工',
    description: 'Installs sites, nothing else',
    grants: { 'configuration/site': 'edit', 'configuration/device': 'edit' },
  },
];

export function roleId(tenant: Tenant, key: string): string {
  return `role-${tenant.id.slice(2)}-${key}`;
}

/** Roles of the platform: global and channel accounts, and what a company may use as it is. */
export function platformRoles(now: number, tree: PermissionTree): Seeded<'Role'>[] {
  const role = (id: string, name: string, type: RoleType, description: string, grants: Grants, admin = false): Seeded<'Role'> => ({
    roleId: id,
    name,
    type,
    description,
    scopes: scopesOf(tree, { role: type, admin }, grants),
    ...stamps(now - 450 * DAY),
  });
  const noc: Grants = { home: 'readOnly', configuration: 'readOnly', monitor: 'edit', diagnosis: 'edit', log: 'readOnly' };
  return [
    role('role-global', '全局管理员', 'global', 'Global administrator of several companies', everything, true),
    role('role-noc', 'NOC 全网监控', 'global', 'Watches every company, configures none', noc),
    role('role-channel', '渠道用户', 'channel', 'Looks after the companies of a channel', {
      home: 'readOnly',
      configuration: 'readOnly',
      monitor: 'readOnly',
      compliance: 'edit',
      log: 'readOnly',
    }),
    role('role-company-standard', 'Standard company viewer', 'company', '各公司通用的只读角色', {
      home: 'readOnly',
      configuration: 'readOnly',
      monitor: 'readOnly',
    }),
  ];
}

export function companyRoles(now: number, tree: PermissionTree, tenant: Tenant): Seeded<'Role'>[] {
  const kinds = tenant.index === 0 ? [...basic, ...special, ...areas.flatMap(ofArea)] : basic;
  return kinds.map((kind, index): Seeded<'Role'> => ({
    roleId: roleId(tenant, kind.key),
    companyId: tenant.id,
    name: kind.name,
    type: 'company',
    description: kind.description,
    scopes: scopesOf(tree, { role: 'company', admin: kind.admin === true }, kind.grants),
    ...stamps(now - (180 - index) * DAY),
  }));
}

function ofArea(area: (typeof areas)[number]): Kind[] {
  const key = areaNames[area].toLowerCase().replaceAll(' ', '-');
  return [
    { key: `${key}-operator`, name: `${area}网络运维`, description: `Operates ${areaNames[area]}`, grants: operator },
    {
      key: `${key}-viewer`,
      name: `${area}监控查看`,
      description: `Watches ${areaNames[area]}`,
      grants: { home: 'readOnly', monitor: 'readOnly' },
    },
  ];
}
