import { useMemo } from 'react';
import { decide, indexPermissions, type PermissionIndex, type Principal } from '#domain/access/decide.ts';
import { leavesOf, type PermissionNode, type PermissionTree } from '#domain/access/permission-tree.ts';
import type { Model, Operation, ResourceSummary } from '#domain/model.ts';
import { useModel } from '#api/model.ts';
import { isSuperAdmin, roleOf, useUser, type UserInfo } from '#api/user.ts';

/** What the caller may do with one row, as the server said with `access=true`. */
type RowAccess = { _access?: string[] | undefined };

export type Can = (operation: Operation, row?: RowAccess) => boolean;
/** Does the operator hold the node of a page or a field? Without a node any session does. */
export type CanOpen = (place: { node?: string | undefined }, level?: 'read' | 'edit') => boolean;

/** May the operator make this call, here and on this row? The server's word on the row wins. */
export function useCan(): Can {
  const model = useModel();
  const user = useUser();
  return useMemo(() => canCall(model, user), [model, user]);
}

export function canCall(model: Model, user: UserInfo): Can {
  const principal = principalOf(user);
  const index = indexOf(model);
  return (operation, row) => {
    if (row?._access !== undefined) return row._access.includes(operation.id) || row._access.includes(operation.kind);
    return decide(operation.access, principal, undefined, index).allowed;
  };
}

/** May the operator create one of these, with what the context binds? */
export function canCreate(model: Model, user: UserInfo, { creates = [] }: ResourceSummary, params: Record<string, string>): boolean {
  const principal = principalOf(user);
  const index = indexOf(model);
  return creates.some(
    ({ params: needed, access }) => needed.every((name) => name in params) && decide(access, principal, undefined, index).allowed,
  );
}

export function canOpen(model: Model, user: UserInfo): CanOpen {
  const principal = principalOf(user);
  const index = indexOf(model);
  return ({ node }, level = 'read') => node === undefined || decide({ node, level, tenant: 'none' }, principal, undefined, index).allowed;
}

/** Spec section 6: what a scope directive asks. Super administrators hold every scope, all others those of the user info. */
export function holdsAny(user: UserInfo, scopes: readonly string[]): boolean {
  if (isSuperAdmin(user)) return true;
  const held = new Set(user.scopes);
  return scopes.some((scope) => held.has(scope));
}

/** The scopes that open a page to look at: the ids of its leaves. */
export function scopesOf(model: Model, node: string): string[] {
  let level: PermissionTree = model.permissions;
  let found: PermissionNode | undefined;
  for (const name of node.split('/')) {
    found = level.find((each) => each.name === name);
    level = found?.children ?? [];
  }
  return found === undefined ? [] : leavesOf(found).map(({ id }) => id);
}

/** Tenants are left to the server: a row that the browser has is one that the operator may see. */
function principalOf(user: UserInfo): Principal {
  return { role: roleOf(user), admin: user.admin === true, holdings: [{ scopes: new Set(user.scopes), tenants: 'all', lent: false }] };
}

const indexes = new WeakMap<Model, PermissionIndex>();

function indexOf(model: Model): PermissionIndex {
  const known = indexes.get(model) ?? indexPermissions(model.permissions);
  indexes.set(model, known);
  return known;
}
