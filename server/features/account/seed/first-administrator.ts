import type { Row } from '#server/kernel/seeding/world.ts';

/** The account that a system without any begins with; it must choose a name of its own. */
export function firstAdministrator(): Row {
  return {
    username: 'admin',
    name: 'Administrator',
    loginMethod: 'password',
    accountType: 'superAdmin',
    admin: true,
    rolesId: [],
    regions: [],
    enable: true,
    ipWhitelist: [],
  };
}
