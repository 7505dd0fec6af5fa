import type { PermissionTree, Role } from '#domain/access/permission-tree.ts';
import { firstAccount } from '#server/features/account/seed/first-account.ts';
import { alarmConfigurations, alarmGroups } from '#server/features/alarm/seed/alarm-settings.ts';
import { scopesOf, type Grants } from '#server/features/account/seed/permissions.ts';
import { systemConfig } from '#server/features/platform/seed/system.ts';
import type { Row, World } from '#server/kernel/seeding/world.ts';

type BuiltIn = { id: string; name: string; type: Role; description: string; grants: Grants; admin?: boolean };

const whole: Grants = { '*': 'edit' };
const operate: Grants = { home: 'readOnly', configuration: 'edit', firewall: 'edit', monitor: 'edit', diagnosis: 'edit', log: 'readOnly' };

/** What accounts of every type can be given from the first day on; operators change them, and make others. */
const roles: readonly BuiltIn[] = [
  {
    id: 'role-global-admin',
    name: '全局管理员 (Global administrator)',
    type: 'global',
    description: '所管公司的全部权限 / everything in the companies that it looks after',
    grants: whole,
    admin: true,
  },
  {
    id: 'role-channel-operator',
    name: '渠道运维 (Channel operator)',
    type: 'channel',
    description: '查看渠道内的公司，处理合规备案 / reads the companies of its channels, handles compliance',
    grants: { home: 'readOnly', configuration: 'readOnly', monitor: 'readOnly', compliance: 'edit', log: 'readOnly' },
  },
  {
    id: 'role-company-admin',
    name: '公司管理员 (Company administrator)',
    type: 'company',
    description: '本公司的全部权限 / everything in its company',
    grants: whole,
    admin: true,
  },
  {
    id: 'role-company-operator',
    name: '网络运维 (Network operator)',
    type: 'company',
    description: '配置站点、设备和防火墙 / configures sites, devices and firewall',
    grants: operate,
  },
  {
    id: 'role-company-viewer',
    name: '只读 (Viewer)',
    type: 'company',
    description: '查看，不能修改 / looks and changes nothing',
    grants: { '*': 'readOnly' },
  },
];

/** What a new installation has before anybody did anything: nothing of a network, and all that the first steps need. */
export function builtInWorld(now: number, tree: PermissionTree): World {
  return {
    SystemConfig: [systemConfig(now)],
    Role: roles.map(({ id, grants, admin = false, ...role }) => ({
      roleId: id,
      ...role,
      scopes: scopesOf(tree, { role: role.type, admin }, grants),
    })),
    User: [firstAccount(now)],
    ...builtInAlarms(),
  };
}

/** Every code that the server knows can be configured. */
function builtInAlarms(): { AlarmGroup: Row[]; AlarmConfiguration: Row[] } {
  return { AlarmGroup: alarmGroups(), AlarmConfiguration: alarmConfigurations() };
}
