import { INITIAL_ADMIN } from '#server/kernel/access/one-time-password.ts';
import type { Draft } from '#server/store/items/typed.ts';

/** The account that a system without any begins with; it must choose a name of its own. */
export function firstAdministrator(): Draft<'User'> {
  return {
    username: INITIAL_ADMIN,
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
