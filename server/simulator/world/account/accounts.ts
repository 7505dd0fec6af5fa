import { areaNames } from '#server/simulator/world/tenancy/area-names.ts';
import { areas } from '#server/features/tenancy/cities.ts';
import { FIRST, NORTH, SECOND, SOUTH, type Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { mobileOf, peopleOf } from '#server/simulator/world/account/people.ts';
import { randomFrom } from '#server/simulator/random.ts';
import { regionId } from '#server/simulator/world/tenancy/regions.ts';
import { roleId } from '#server/simulator/world/account/roles.ts';
import { PASSWORD } from '#server/seed/credentials.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

/** What tells one account from another: of what kind it is, and what it may. */
type Values = Partial<Seeded<'User'>> & Pick<Seeded<'User'>, 'accountType' | 'rolesId'>;

/** People of a company, besides those with an account of section 10 of the design. */
const STAFF = [30, 8, 2];

/** The accounts that the documentation promises, and `admin`, which must rename itself. */
export function demoAccounts(now: number, [first, second]: readonly Tenant[]): Seeded<'User'>[] {
  if (!first || !second) throw new Error('The demo accounts work in two companies');
  const account = (username: string, name: string, values: Values, number: number): Seeded<'User'> =>
    demoAccount(username, name, values, `1380001${String(number).padStart(4, '0')}`, now - 400 * DAY);
  return [
    account('super@demo.example', '赵明', { accountType: 'superAdmin', admin: true, rolesId: [], remark: '超级管理员' }, 1),
    account(
      'admin',
      'Administrator',
      { accountType: 'superAdmin', admin: true, rolesId: [], remark: 'Default account: must rename itself' },
      2,
    ),
    account(
      'global@demo.example',
      '周洋',
      { accountType: 'global', admin: true, companyList: [FIRST, SECOND], rolesId: ['role-global'] },
      3,
    ),
    account('channel@demo.example', '孙磊', { accountType: 'channel', channelTradeId: NORTH, rolesId: ['role-channel'] }, 4),
    account('company@demo.example', '李伟', company(first, 'admin', { admin: true }), 5),
    account('viewer@demo.example', '陈静', company(first, 'viewer'), 6),
    account('regional@demo.example', '王芳', company(first, 'regional', { regions: [regionId(first, areaNames['华东'])] }), 7),
    account('delegate@demo.example', 'James Tan', company(second, 'viewer'), 8),
    account('noc@demo.example', '林晓燕', { accountType: 'global', companyList: [FIRST, SECOND], rolesId: ['role-noc'] }, 9),
  ];
}

/** Accounts that stand for one rule of entry each, beside those that the documentation promises. */
export function fixtureAccounts(now: number, [first, second]: readonly Tenant[]): Seeded<'User'>[] {
  if (!first || !second) throw new Error('The fixtures work in two companies');
  const account = (key: string, name: string, values: Values, number: number): Seeded<'User'> =>
    demoAccount(`fixture-${key}@demo.example`, name, values, `1380002${String(number).padStart(4, '0')}`, now - 300 * DAY);
  const { mobile: _, ...withoutMobile } = account('no-mobile', '许静', company(first, 'viewer'), 9);
  return [
    account('channels', '郑勇', { accountType: 'global', companyList: [], channelList: [NORTH, SOUTH], rolesId: ['role-global'] }, 1),
    account('two-channels', '冯敏', { accountType: 'channel', channelTradeId: NORTH, channelList: [SOUTH], rolesId: ['role-channel'] }, 2),
    account('two-companies', '曹娟', company(first, 'viewer', { companyList: [SECOND] }), 3),
    account('no-regions', '邓涛', company(first, 'operator'), 4),
    account('all-regions', '彭超', company(first, 'operator', { regions: [regionId(first, 'all')] }), 5),
    account('sms', '董艳', company(first, 'viewer', { loginMethod: 'sms' }), 6),
    account('blocked', '袁军', company(first, 'viewer', { ipWhitelist: ['203.0.113.0/24'] }), 7),
    account('disabled', '于杰', company(first, 'viewer', { enable: false }), 8),
    withoutMobile,
    account('totp', '蒋明', company(first, 'viewer', { totp: true }), 10),
    account('expired', '余芳', company(second, 'viewer'), 11),
    account('future', '杜伟', company(second, 'viewer'), 12),
  ];
}

/** What every account of the demo has, unless `values` says otherwise. */
function demoAccount(username: string, name: string, values: Values, mobile: string, created: number): Seeded<'User'> {
  return {
    username,
    name,
    password: PASSWORD,
    mobile,
    loginMethod: 'password',
    admin: false,
    regions: [],
    enable: true,
    ipWhitelist: [],
    ...values,
    ...stamps(created),
  };
}

/** A user of one company with one of its roles. */
function company(tenant: Tenant, role: string, values: Partial<Values> = {}): Values {
  return { accountType: 'company', companyId: tenant.id, companyList: [], rolesId: [roleId(tenant, role)], ...values };
}

/** The other people of a company. */
export function staff(now: number, tenant: Tenant): Seeded<'User'>[] {
  const random = randomFrom(`staff ${tenant.id}`);
  const person = peopleOf(random);
  const own = areas.filter((area) => tenant.cities.some((city) => city.area === area));
  return Array.from({ length: STAFF[tenant.index] ?? 2 }, (_, index): Seeded<'User'> => {
    const { name, mailbox } = person();
    const area = random.pick(own);
    const regional = tenant.index === 0 && random.chance(0.5);
    const created = now - random.int(20, 360) * DAY;
    const seen = now - random.int(1, 20 * 24) * HOUR;
    return {
      username: `${mailbox}@${tenant.domain}`,
      name,
      password: PASSWORD,
      mobile: mobileOf(tenant.index * 100 + index),
      loginMethod: random.chance(0.2) ? 'sms' : 'password',
      accountType: 'company',
      admin: index === 0,
      companyId: tenant.id,
      companyList: [],
      rolesId: [roleId(tenant, index === 0 ? 'admin' : regional ? 'regional' : random.pick(['viewer', 'operator']))],
      regions: regional ? [regionId(tenant, areaNames[area])] : [],
      enable: !random.chance(0.1),
      ipWhitelist: random.chance(0.2) ? ['10.0.0.0/8', '192.168.0.0/16'] : [],
      remark: regional ? `${area}驻场` : '',
      ...(random.chance(0.8) ? { lastLoginAt: instant(seen) } : {}),
      ...stamps(created, seen),
    };
  });
}
