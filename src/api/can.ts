import { useMemo } from 'react';
import type { Mode, Model, Operation, PermissionNode } from '#domain/model.ts';
import { useContext } from '#api/context.ts';
import { useModel } from '#api/model.ts';
import { isSuperAdmin, useUser, type UserInfo } from '#api/user.ts';

/** What the caller may do with one row, as the server said with `access=true`. */
type RowAccess = { _access?: string[] | undefined };

export type Can = (operation: Operation, row?: RowAccess) => boolean;
export type CanOpen = (entry: { node?: string }, level?: 'read' | 'edit') => boolean;

/** May the operator make this call, here and on this row? The server's word on the row wins. */
export function useCan(): Can {
  const model = useModel();
  const user = useUser();
  const { mode } = useContext();
  return useMemo(() => {
    const open = canOpen(model, user, mode);
    return (operation, row) => {
      if (row?._access !== undefined) return row._access.includes(operation.id) || row._access.includes(operation.kind);
      if (typeof operation.access === 'string') return true;
      return open(operation.access, operation.access.level);
    };
  }, [model, user, mode]);
}

/** Does the operator hold the node at this level? Spec section 6. */
export function canOpen(model: Model, user: UserInfo, mode: Mode): CanOpen {
  if (isSuperAdmin(user)) return () => true;
  const held = new Set(user.scopes);
  return ({ node }, level = 'read') => {
    if (node === undefined) return true;
    const found = findNode(model.permissions, node);
    if (found === undefined) return false;
    if (found.roles !== undefined && !found.roles.includes(mode)) return false;
    const leaves = (found.children ?? []).filter((child) => child.name === 'edit' || (level === 'read' && child.name === 'readOnly'));
    return held.has(found.id) || leaves.some((leaf) => held.has(leaf.id));
  };
}

function findNode(nodes: PermissionNode[], path: string): PermissionNode | undefined {
  let level: PermissionNode[] | undefined = nodes;
  let found: PermissionNode | undefined;
  for (const name of path.split('/')) {
    found = level?.find((node) => node.name === name);
    level = found?.children;
  }
  return found;
}
