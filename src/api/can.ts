import { useMemo } from 'react';
import {
  type Access,
  decide,
  decideAnywhere,
  type Decision,
  indexPermissions,
  type PermissionIndex,
  type Principal,
} from '#domain/access/decide.ts';
import { leavesOf, type PermissionNode, type PermissionTree } from '#domain/access/permission-tree.ts';
import type { Model, Operation, ResourceSummary } from '#domain/model.ts';
import { useModel } from '#api/model.ts';
import { useWorkspace } from './workspace.ts';
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
  const { params } = useWorkspace();
  return useMemo(() => canCall(model, user, params), [model, user, params]);
}

/** `params` are what the workspace binds: in a company, what holds there decides. */
export function canCall(model: Model, user: UserInfo, params: Record<string, string> = {}): Can {
  const principal = principalOf(user);
  const index = indexOf(model);
  return (operation, row) => {
    if (row?._access !== undefined) return row._access.includes(operation.id) || row._access.includes(operation.kind);
    return decideIn(operation.access, principal, params, index).allowed;
  };
}

/** May the operator create one of these, with what the workspace binds? */
export function canCreate(model: Model, user: UserInfo, { creates = [] }: ResourceSummary, params: Record<string, string>): boolean {
  const principal = principalOf(user);
  const index = indexOf(model);
  return creates.some(
    ({ params: needed, access }) => needed.every((name) => name in params) && decideIn(access, principal, params, index).allowed,
  );
}

/** Menu and routes are built from what holds anywhere; with a company it is asked what holds there. */
export function canOpen(model: Model, user: UserInfo, companyId?: string): CanOpen {
  const principal = principalOf(user);
  const index = indexOf(model);
  return ({ node }, level = 'read') => {
    if (node === undefined) return true;
    if (companyId === undefined) return decideAnywhere({ node, level, tenant: 'none' }, principal, index).allowed;
    return decide({ node, level, tenant: { in: 'path', name: '' } }, principal, [companyId], index).allowed;
  };
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

/** Where the workspace does not name the company of a call, any in which it is allowed will do: the server says the rest. */
function decideIn(access: Access, principal: Principal, params: Record<string, string>, index: PermissionIndex): Decision {
  const name = typeof access === 'object' && access.tenant !== 'none' && access.tenant.in !== 'item' ? access.tenant.name : undefined;
  const id = name === undefined ? undefined : params[name];
  if (id !== undefined) return decide(access, principal, [id], index);
  return typeof access === 'object' && access.tenant === 'none'
    ? decide(access, principal, undefined, index)
    : decideAnywhere(access, principal, index);
}

/** What holds where; a server that does not tell it means everywhere. */
function principalOf(user: UserInfo): Principal {
  const account = { role: roleOf(user), admin: user.admin === true };
  if (user.holdings === undefined) return { ...account, holdings: [{ scopes: new Set(user.scopes), tenants: 'all', delegated: false }] };
  const holdings = user.holdings.map(({ scopes, companies, delegated }) => ({
    scopes: new Set(scopes),
    tenants: companies ? new Set(companies) : ('all' as const),
    delegated,
  }));
  return { ...account, holdings };
}

const indexes = new WeakMap<Model, PermissionIndex>();

function indexOf(model: Model): PermissionIndex {
  const known = indexes.get(model) ?? indexPermissions(model.permissions);
  indexes.set(model, known);
  return known;
}
