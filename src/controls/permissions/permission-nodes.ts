import { leavesOf, normaliseSelection, visibleTree, type Role } from '#domain/access/permission-tree.ts';
import type { Language, PermissionNode } from '#domain/model.ts';

/** What the editor knows beside the choice itself. */
export type GrantTerms = {
  tree: readonly PermissionNode[];
  /** The kind of account that the role is for: what it can never hold is not offered. */
  type: Role;
  /** Leaves that the operator may give or take. */
  grantable: ReadonlySet<string>;
};

/** What a role of the type can hold, and what it holds although it cannot: that can only be taken away. */
export function assignable({ tree, type }: Pick<GrantTerms, 'tree' | 'type'>, chosen: ReadonlySet<string>): PermissionNode[] {
  const possible = possibleLeaves({ tree, type });
  const kept = (nodes: readonly PermissionNode[]): PermissionNode[] =>
    nodes.flatMap((node) => {
      if (!node.children?.length) return possible.has(node.id) || chosen.has(node.id) ? [node] : [];
      const children = kept(node.children);
      return children.length > 0 ? [{ ...node, children }] : [];
    });
  return kept(tree);
}

/** The nodes that a search finds, with all above and below them. */
export function searched(nodes: readonly PermissionNode[], language: Language, search: string): PermissionNode[] {
  if (search === '') return [...nodes];
  return nodes.flatMap((node) => {
    if (node.label[language].toLowerCase().includes(search)) return [node];
    const children = searched(node.children ?? [], language, search);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

export type Checked = 'all' | 'some' | 'none';

export function checkedOf(node: PermissionNode, chosen: ReadonlySet<string>): Checked {
  const leaves = leavesOf(node);
  const count = leaves.filter(({ id }) => chosen.has(id)).length;
  return count === 0 ? 'none' : count === leaves.length ? 'all' : 'some';
}

/** Whether the operator can change nothing of what is below a node. */
export function isFixed(node: PermissionNode, { grantable }: Pick<GrantTerms, 'grantable'>): boolean {
  return leavesOf(node).every(({ id }) => !grantable.has(id));
}

/** Gives everything below some nodes, or takes it away; what is not the operator's stays as it is. */
export function granted(nodes: readonly PermissionNode[], chosen: ReadonlySet<string>, terms: GrantTerms, on: boolean): Set<string> {
  const possible = possibleLeaves(terms);
  const next = new Set(chosen);
  for (const { id } of nodes.flatMap(leavesOf)) {
    if (!terms.grantable.has(id)) continue;
    if (!on) next.delete(id);
    else if (possible.has(id)) next.add(id);
  }
  return next;
}

/** A click on a node: gives what is missing below it, or takes all away if nothing is. */
export function toggled(node: PermissionNode, chosen: ReadonlySet<string>, terms: GrantTerms): Set<string> {
  const more = granted([node], chosen, terms, true);
  return more.size > chosen.size ? more : granted([node], chosen, terms, false);
}

/** The ids that a role stores: leaves, and parents of which everything is held (spec section 4). */
export function storedIds(tree: readonly PermissionNode[], leaves: ReadonlySet<string>): string[] {
  const ids = new Set(leaves);
  const visit = (node: PermissionNode): boolean => {
    if (!node.children?.length) return ids.has(node.id);
    const whole = node.children.map(visit).every(Boolean);
    if (whole) ids.add(node.id);
    return whole;
  };
  tree.forEach(visit);
  return normaliseSelection(tree, ids);
}

function possibleLeaves({ tree, type }: Pick<GrantTerms, 'tree' | 'type'>): Set<string> {
  return new Set(
    visibleTree(tree, { role: type, admin: true })
      .flatMap(leavesOf)
      .map(({ id }) => id),
  );
}
