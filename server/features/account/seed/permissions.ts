import { ancestorsOf, leavesOf, normaliseSelection, visibleTree, type PermissionTree, type Role } from '#domain/access/permission-tree.ts';

/** What a role may do, by the names of the tree: `{'configuration/site': 'edit', monitor: 'readOnly'}`, `'*'` for everything. */
export type Grants = Readonly<Record<string, 'readOnly' | 'edit'>>;

/**
 * The ids that a role with these grants stores: leaves, and parents held whole. A grant means everything below its node
 * that an account of this kind may be given; `edit` includes reading.
 */
export function scopesOf(tree: PermissionTree, viewer: { role: Role; admin: boolean }, grants: Grants): string[] {
  const visible = visibleTree(tree, viewer);
  const leaves = Object.entries(grants).flatMap(([path, level]) =>
    nodesAt(visible, path)
      .flatMap(leavesOf)
      .filter((leaf) => level === 'edit' || leaf.name !== 'edit'),
  );
  const ids = new Set(leaves.flatMap((leaf) => [leaf.id, ...ancestorsOf(tree, leaf.id).map((node) => node.id)]));
  return normaliseSelection(tree, ids);
}

function nodesAt(tree: PermissionTree, path: string): PermissionTree {
  if (path === '*') return tree;
  let level: PermissionTree = tree;
  let found: PermissionTree[number] | undefined;
  for (const name of path.split('/')) {
    found = level.find((node) => node.name === name);
    if (!found) throw new Error(`No permission node ${path} for this kind of account`);
    level = found.children ?? [];
  }
  return found ? [found] : [];
}
