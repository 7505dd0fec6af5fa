import { texts } from '#domain/json.ts';
import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { macOf } from '#server/simulator/world/site/addressing.ts';
import { groupCount, groupId, type Network, share, authId } from '#server/simulator/world/mobile-office/mobile-office.ts';
import { mobileOf, peopleOf } from '#server/simulator/world/account/people.ts';
import { PASSWORD } from '#server/seed/credentials.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

const PLATFORMS = ['android', 'ios', 'harmony', 'windows', 'macos', 'linux'] as const;
const DEVICES: Readonly<Record<(typeof PLATFORMS)[number], string>> = {
  android: '安卓手机',
  ios: 'iPhone',
  harmony: '鸿蒙平板',
  windows: 'Windows 笔记本',
  macos: 'MacBook',
  linux: 'Linux 工作站',
};

/** A mobile user of the demo world: the account, and the device that the person uses. */
export type MobileUser = { row: Seeded<'WirelessAccount'>; mac: string; platform: (typeof PLATFORMS)[number]; device: string };

function accountId(tenant: Tenant, index: number): string {
  return `wa-${tenant.id.slice(2)}-${index + 1}`;
}

/** A device's address: of the company's mobile users, none that a CPE has. */
function mac(tenant: Tenant, index: number): string {
  return macOf(0x6000_0000 + tenant.index * 0x1_0000 + index);
}

/** The accounts: some expired, some disabled, some from a directory; never more than the company may have. */
export function mobileUsers(now: number, { tenant }: Network): MobileUser[] {
  const random = randomFrom(`mobile ${tenant.id}`);
  const person = peopleOf(random);
  return Array.from({ length: share(tenant, 60) }, (_, index) => {
    const { name, mailbox } = person();
    const platform = PLATFORMS[index % PLATFORMS.length] ?? 'android';
    const directory = index % 6 === 5;
    const own = mac(tenant, index);
    const created = now - random.int(10, 150) * DAY;
    const row: Seeded<'WirelessAccount'> = {
      id: accountId(tenant, index),
      companyId: tenant.id,
      username: mailbox,
      name,
      ...(directory ? {} : { password: PASSWORD }),
      mobile: mobileOf(500_000 + tenant.index * 100 + index),
      email: `${mailbox}@${tenant.domain}`,
      enable: index % 11 !== 10,
      ...(index % 4 === 3 ? { expiresAt: instant(now + (index % 8 === 3 ? -9 : 180) * DAY) } : {}),
      privilegeGroupId: groupId(tenant, index % groupCount(tenant)),
      authType: directory ? 'thirdParty' : 'local',
      ...(directory ? { thirdPartyAuthId: authId(tenant, 0) } : {}),
      maxSessions: index % 3,
      macBinding: index % 2 === 0,
      macAddresses: index % 2 === 0 ? [own] : [],
      remark: index % 7 === 0 ? '长期出差' : '',
      ...(index % 5 === 4 ? {} : { lastOnlineAt: instant(now - random.int(0, 72) * HOUR) }),
      ...stamps(created, created + DAY),
    };
    return { row, mac: own, platform, device: DEVICES[platform] };
  });
}

/** Devices that asked to be let in; those bound were approved. */
export function macApprovals(now: number, { tenant }: Network, users: readonly MobileUser[]): Seeded<'MacApproval'>[] {
  const states = ['pending', 'approved', 'rejected', 'pending'] as const;
  return users.slice(0, share(tenant, 40)).map((user, index): Seeded<'MacApproval'> => {
    const bound = texts(user.row.macAddresses).length > 0;
    const state = bound ? 'approved' : (states[index % 4] ?? 'pending');
    const open = state === 'approved' && !bound ? 'rejected' : state;
    const asked = now - (index % 30) * DAY - HOUR;
    return {
      id: `ma-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      accountId: user.row.id ?? '',
      mac: user.mac,
      deviceName: user.device,
      platform: user.platform,
      reason: index % 3 === 0 ? '更换新设备' : 'New device',
      state: open,
      requestedAt: instant(asked),
      ...(open === 'pending' ? {} : { decidedAt: instant(asked + HOUR / 2), decidedBy: `company@demo.example` }),
      ...stamps(asked, open === 'pending' ? asked : asked + HOUR / 2),
    };
  });
}

const EVENTS = ['login', 'addressAssigned', 'logout', 'login', 'policyDenied', 'macRejected', 'update', 'error', 'forcedOffline'] as const;
const FAILED: Readonly<Partial<Record<(typeof EVENTS)[number], string>>> = {
  policyDenied: '权限组不允许访问 10.0.16.0/22',
  macRejected: '设备未审批',
  error: 'TLS handshake timed out',
};
const PER_DAY = 96;

/** What the clients did in the last days, the more the nearer: the last half hour is never empty. */
export function appLogs(now: number, { tenant }: Network, users: readonly MobileUser[]): Seeded<'AppLog'>[] {
  const random = randomFrom(`app logs ${tenant.id}`);
  return Array.from({ length: share(tenant, 4) * PER_DAY }, (_, index): Seeded<'AppLog'> => {
    const user = random.pick(users);
    const event = index === 0 ? 'login' : random.pick(EVENTS);
    const wrong = event === 'login' && random.chance(0.15);
    const detail = wrong ? '密码错误' : FAILED[event];
    const at = now - Math.floor((index * (index + 5)) / 2) * 1500 - 20_000;
    return {
      id: `lg-${tenant.id.slice(2)}-${index + 1}`,
      companyId: tenant.id,
      at: instant(at),
      accountId: user.row.id ?? '',
      username: user.row.username ?? '',
      event,
      result: detail === undefined ? 'success' : 'failed',
      ...(detail === undefined ? {} : { detail }),
      deviceName: user.device,
      mac: user.mac,
      platform: user.platform,
      clientVersion: random.pick(['3.1.0', '3.1.1', '3.2.0']),
      publicIp: `203.0.113.${random.int(1, 254)}`,
      ...stamps(at),
    };
  });
}
