import { decideAnywhere, type Holding, indexPermissions, type Principal } from '#domain/access/decide.ts';
import { isLevel, leavesOf, type PermissionNode, type PermissionTree } from '#domain/access/permission-tree.ts';

/**
 * The leaves of the tree that somebody holds, as the access decision counts them: editing includes reading, and what the
 * kind of account can never use is not held. Nobody gives more than this (spec 6).
 */
export function heldLeaves(
  tree: PermissionTree,
  { scopes, ...account }: Omit<Principal, 'holdings'> & Pick<Holding, 'scopes'>,
): Set<string> {
  const index = indexPermissions(tree);
  const principal: Principal = { ...account, holdings: [{ scopes, tenants: 'all', delegated: false }] };
  const held = new Set<string>();
  const visit = (node: PermissionNode, above: string): void => {
    const path = above === '' ? node.name : `${above}/${node.name}`;
    if (node.children?.length) {
      for (const next of node.children) visit(next, path);
      return;
    }
    const place = isLevel(node) ? above : path;
    const level = node.name === 'edit' ? 'edit' : 'read';
    if (decideAnywhere({ node: place, level, tenant: 'none' }, principal, index).allowed) held.add(node.id);
  };
  for (const node of tree) visit(node, '');
  return held;
}

/** The leaves among ids; parents say nothing that their leaves do not say, and unknown ids nothing at all. */
export function leavesAmong(tree: PermissionTree, ids: Iterable<string>): Set<string> {
  const chosen = new Set(ids);
  return new Set(
    tree
      .flatMap(leavesOf)
      .map(({ id }) => id)
      .filter((id) => chosen.has(id)),
  );
}

/** The leaves that a change of a role would give or take away without their being the giver's, in the order of the tree. */
export function changedBeyond(
  tree: PermissionTree,
  before: Iterable<string>,
  after: Iterable<string>,
  held: ReadonlySet<string>,
): string[] {
  const [old, next] = [leavesAmong(tree, before), leavesAmong(tree, after)];
  return tree
    .flatMap(leavesOf)
    .map(({ id }) => id)
    .filter((id) => old.has(id) !== next.has(id) && !held.has(id));
}
