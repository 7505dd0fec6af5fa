import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';
import type { Role } from '#domain/access/permission-tree.ts';
import { clientError } from '#api/error.ts';
import { readSession } from '#api/token.ts';
import { getUser } from '#generated/client/start.ts';
import type { UserInfo as Info } from '#generated/client/schemas.ts';

/** The account itself, as the page after log-in needs it (spec section 3). `scopes` are permission ids, those of running delegations included; `grantable` those that may be given on. */
export type UserInfo = Info & Required<Pick<Info, 'scopes' | 'extra'>>;

let user: UserInfo | undefined;
const changes = changesOf();

export async function loadUser(): Promise<UserInfo> {
  const session = readSession();
  if (session === undefined) throw clientError('session.none');
  const { data } = await getUser(session.username, { page: 'login' });
  // any 200 is not yet user info
  if (typeof data?.username !== 'string') throw clientError('user.failed');
  const next = { ...data, scopes: data.scopes ?? [], extra: data.extra ?? { accountType: data.accountType } };
  // what is as it was draws nothing anew: a menu that is open stays open
  if (user && JSON.stringify(next) === JSON.stringify(user)) return user;
  user = next;
  changes.publish();
  return user;
}

/** Whoever looks at a contract that knows no user info: its backend alone says who may what. */
export function actAsAnybody(): void {
  user = { username: '', accountType: 'global', role: 'global', scopes: [], extra: { accountType: 'global' } };
}

/** The operator, in components: the shell renders only once he is known. */
export function useUser(): UserInfo {
  const known = useSyncExternalStore(changes.subscribe, () => user);
  if (known === undefined) throw new Error('The shell rendered before the user info was loaded');
  return known;
}

export function currentUser(): UserInfo | undefined {
  return user;
}

/** The kind of account, by which permission nodes and modes are given. */
export function roleOf(info: UserInfo): Role {
  return info.role === 'superAdmin' ? 'superAdmin' : info.extra.accountType;
}

export function isSuperAdmin(info: UserInfo): boolean {
  return roleOf(info) === 'superAdmin';
}
