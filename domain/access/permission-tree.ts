/** The kinds of account (spec 6). */
export const roles = ['superAdmin', 'global', 'channel', 'company'] as const;
export type Role = (typeof roles)[number];

/**
 * A node of the permission tree (spec 3): dash ids such as `0-0-1-1`, leaves named `readOnly` or `edit`.
 * `roles` (only these accounts) and `onlyAdmin` hold for all that is below.
 */
export type PermissionNode = {
  name: string;
  id: string;
  label: unknown;
  roles?: readonly string[];
  onlyAdmin?: boolean;
  /** What is done to resources below it stands in the policy log of a channel (spec 2). */
  policy?: boolean;
  children?: readonly PermissionNode[];
};

export type PermissionTree = readonly PermissionNode[];

export function findNode(tree: PermissionTree, id: string): PermissionNode | undefined {
  return lineage(tree, id).at(-1);
}

/** The nodes above a node, top first; empty for a top-level or an unknown id. */
export function ancestorsOf(tree: PermissionTree, id: string): PermissionNode[] {
  return lineage(tree, id).slice(0, -1);
}

/** The leaves of a node, in order; a node without children is its own leaf. */
export function leavesOf(node: PermissionNode): PermissionNode[] {
  return node.children?.length ? node.children.flatMap(leavesOf) : [node];
}

/** The selected ids in the order of the tree: a parent stays only if all its descendants are selected, unknown ids go (spec 4). */
export function normaliseSelection(tree: PermissionTree, ids: Iterable<string>): string[] {
  const selected = new Set(ids);
  const kept: string[] = [];
  const visit = (node: PermissionNode): boolean => {
    const at = kept.length;
    // every child is visited: no short cut by `every`
    const whole = (node.children ?? []).map(visit).every(Boolean) && selected.has(node.id);
    if (whole) kept.splice(at, 0, node.id);
    return whole;
  };
  tree.forEach(visit);
  return kept;
}

/** Slash paths of the pages and groups that selected ids lead to, up to the top-level ancestor: `configuration`, `configuration/tag` (spec 4). */
export function pathsOf(tree: PermissionTree, ids: Iterable<string>): string[] {
  const selected = new Set(ids);
  const visit = (node: PermissionNode, above: string): string[] => {
    const path = above === '' ? node.name : `${above}/${node.name}`;
    const below = (node.children ?? []).flatMap((next) => visit(next, path));
    const own = selected.has(node.id) || node.children?.some((next) => selected.has(next.id));
    if (isLevel(node) || (!own && below.length === 0)) return [];
    return [path, ...below];
  };
  return tree.flatMap((node) => visit(node, ''));
}

/** The part of the tree that an account of this role may be given; groups without anything left go (spec 6). */
export function visibleTree(tree: PermissionTree, viewer: { role: Role; admin: boolean }): PermissionNode[] {
  if (viewer.role === 'superAdmin') return [...tree];
  return tree.flatMap((node) => {
    if (node.roles && !node.roles.includes(viewer.role)) return [];
    if (node.onlyAdmin && !viewer.admin) return [];
    if (!node.children?.length) return [node];
    const children = visibleTree(node.children, viewer);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Whether the node is a level of its parent, not a place of its own. */
export function isLevel(node: PermissionNode): boolean {
  return node.name === 'readOnly' || node.name === 'edit';
}

/** The nodes from the top down to an id, with it. */
function lineage(tree: PermissionTree, id: string): PermissionNode[] {
  for (const node of tree) {
    if (node.id === id) return [node];
    const below = lineage(node.children ?? [], id);
    if (below.length > 0) return [node, ...below];
  }
  return [];
}
