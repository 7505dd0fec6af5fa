import { isLevel, type PermissionNode, type PermissionTree, type Role } from '#domain/access/permission-tree.ts';

/** `x-access` of an operation. `tenant` says where the request names the company it acts on. */
export type Access =
  | 'public'
  | 'session'
  | {
      /** Slash path of names: `configuration/tag`. */
      node: string;
      level: 'read' | 'edit';
      tenant: 'none' | { in: 'path' | 'query' | 'body' | 'item'; name: string };
    };

/** Rows that an operation may be called for at all: by whom their properties name (`x-access.rows`). */
export type RowsFor = {
  /** Those of which one of these properties names the caller, or of whose company the caller has a permission. */
  own?: string[];
  or?: { node: string; level: 'read' | 'edit' };
  /** Those of which this property does not name the caller. */
  notOwn?: string;
};

/** Permission ids, and the companies in which they hold. */
export type Holding = {
  scopes: ReadonlySet<string>;
  tenants: 'all' | ReadonlySet<string>;
  /** By a delegation that runs now: it holds in its companies and nowhere else. */
  delegated: boolean;
};

export type Principal = {
  role: Role;
  admin: boolean;
  /** What holds where: the own, and what each running delegation gives (decision 30). */
  holdings: readonly Holding[];
};

export type Denial = 'unauthenticated' | 'scope' | 'role' | 'onlyAdmin' | 'tenant';
export type Decision = { allowed: true } | { allowed: false; reason: Denial };

export type PermissionIndex = ReadonlyMap<string, Record<'read' | 'edit', readonly Grant[]>>;
/** A leaf that grants a level, with the conditions inherited on the way down to it. */
type Grant = { id: string; roles: readonly (readonly string[])[]; onlyAdmin: boolean };

/**
 * Whether a principal may call an operation (spec 6, decisions 7 and 30): the same on the server and in the browser.
 * `tenantIds` are the companies that the request names, and the scopes that hold in each of them decide. Undefined or empty
 * is denied to all but those who hold every company: a list without a company is first narrowed to the caller's own. What
 * belongs to no company is read with any scope and changed with own ones only.
 */
export function decide(
  access: Access,
  principal: Principal | undefined,
  tenantIds: readonly string[] | undefined,
  index: PermissionIndex,
): Decision {
  const anywhere = decideAnywhere(access, principal, index);
  if (!anywhere.allowed || !principal || typeof access !== 'object') return anywhere;
  const granted = grantedBy(access, principal, index);
  if (access.tenant === 'none') return access.level === 'read' || granted.some(({ delegated }) => !delegated) ? ALLOWED : deny('scope');
  const { holdings } = principal;
  if (!tenantIds?.length) return granted.some(({ tenants }) => tenants === 'all') ? ALLOWED : deny('tenant');
  if (!tenantIds.every((id) => holdings.some((holding) => holdsIn(holding, id)))) return deny('tenant');
  return tenantIds.every((id) => granted.some((holding) => holdsIn(holding, id))) ? ALLOWED : deny('scope');
}

/** Whether there is any company in which the principal may call it: what menu and routes are built from (decision 30). */
export function decideAnywhere(access: Access, principal: Principal | undefined, index: PermissionIndex): Decision {
  if (access === 'public') return ALLOWED;
  if (!principal) return deny('unauthenticated');
  if (access === 'session') return ALLOWED;
  const grants = index.get(access.node)?.[access.level];
  const denial = grants ? denialOf(grants, principal) : 'scope';
  return denial ? deny(denial) : ALLOWED;
}

/** Those holdings of a principal that allow the call: where it may be made. */
export function grantedBy<Held extends Holding>(
  access: Access,
  principal: Omit<Principal, 'holdings'> & { holdings: readonly Held[] },
  index: PermissionIndex,
): Held[] {
  const held = principal.holdings;
  if (held.length === 1 || typeof access !== 'object') return decideAnywhere(access, principal, index).allowed ? [...held] : [];
  return held.filter((holding) => decideAnywhere(access, { ...principal, holdings: [holding] }, index).allowed);
}

/** Built once from the tree. Every node that is no leaf is addressed by the slash path of names. */
export function indexPermissions(tree: PermissionTree): PermissionIndex {
  const index = new Map<string, Record<'read' | 'edit', readonly Grant[]>>();
  for (const node of tree) visit(index, node, { path: '', roles: [], onlyAdmin: false, editAbove: [] });
  return index;
}

const ALLOWED: Decision = { allowed: true };

type Inherited = { path: string; roles: readonly (readonly string[])[]; onlyAdmin: boolean; editAbove: readonly Grant[] };

function visit(index: Map<string, Record<'read' | 'edit', readonly Grant[]>>, node: PermissionNode, above: Inherited): void {
  if (isLevel(node)) return;
  const path = above.path === '' ? node.name : `${above.path}/${node.name}`;
  if (index.has(path)) throw new Error(`Two permission nodes at ${path}`);
  const roles = node.roles ? [...above.roles, node.roles] : above.roles;
  const here: Inherited = { path, roles, onlyAdmin: above.onlyAdmin || node.onlyAdmin === true, editAbove: above.editAbove };
  const edit = levelsOf(node, 'edit', here);
  // a page that is a leaf itself grants reading; one without a level of its own is read by whoever holds anything in it
  const readers = levelsOf(node, 'readOnly', here);
  const anyone = node.children?.length ? below(node, here) : [grantOf(node, above)];
  const read = [...(readers.length > 0 ? readers : anyone), ...edit, ...above.editAbove];
  index.set(path, { read, edit });
  for (const next of node.children ?? []) visit(index, next, { ...here, editAbove: [...above.editAbove, ...edit] });
}

function levelsOf(node: PermissionNode, name: 'readOnly' | 'edit', here: Inherited): Grant[] {
  return (node.children ?? []).filter((leaf) => leaf.name === name).map((leaf) => grantOf(leaf, here));
}

function below(node: PermissionNode, here: Inherited): Grant[] {
  return (node.children ?? []).flatMap((next) => {
    if (!next.children?.length) return [grantOf(next, here)];
    const roles = next.roles ? [...here.roles, next.roles] : here.roles;
    return below(next, { ...here, roles, onlyAdmin: here.onlyAdmin || next.onlyAdmin === true });
  });
}

function grantOf(leaf: PermissionNode, above: Inherited): Grant {
  return {
    id: leaf.id,
    roles: leaf.roles ? [...above.roles, leaf.roles] : above.roles,
    onlyAdmin: above.onlyAdmin || leaf.onlyAdmin === true,
  };
}

/** Why none of the grants holds: by role before administrator before scope, so that the reason names what cannot be given. */
function denialOf(grants: readonly Grant[], principal: Principal): Denial | undefined {
  if (principal.role === 'superAdmin') return undefined;
  const byRole = grants.filter((grant) => grant.roles.every((roles) => roles.includes(principal.role)));
  if (byRole.length === 0) return grants.length === 0 ? 'scope' : 'role';
  const open = byRole.filter((grant) => principal.admin || !grant.onlyAdmin);
  if (open.length === 0) return 'onlyAdmin';
  return open.some((grant) => principal.holdings.some(({ scopes }) => scopes.has(grant.id))) ? undefined : 'scope';
}

function holdsIn({ tenants }: Holding, id: string): boolean {
  return tenants === 'all' || tenants.has(id);
}

function deny(reason: Denial): Decision {
  return { allowed: false, reason };
}
