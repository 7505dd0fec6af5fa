import { leavesOf, normaliseSelection, visibleTree, type Role } from '#domain/access/permission-tree.ts';
import { inUseRole } from '#generated/problems.ts';
import { type EntityRules } from '#server/rules/entity.ts';

export const role: EntityRules = {
  /** Roles of the platform can be given to everybody; only their own company's can be changed by company users. */
  reach: (_principal, usual) => ({ ...usual, shared: true }),
  /** A parent id stays only with all of its descendants, unknown ids go (spec 4). */
  complete: (doc, { call }) => ({
    ...doc,
    scopes: normaliseSelection(call.services.contract.tree, (doc['scopes'] as string[] | undefined) ?? []),
  }),
  /** What accounts of the role's type can never hold cannot be put into it (spec 6, roles lists of the tree). */
  check: async (doc, { call }) => {
    const { tree } = call.services.contract;
    const grantable = new Set(
      visibleTree(tree, { role: doc['type'] as Role, admin: true })
        .flatMap(leavesOf)
        .map((leaf) => leaf.id),
    );
    const leaves = new Set(tree.flatMap(leavesOf).map((leaf) => leaf.id));
    const scopes = (doc['scopes'] as string[] | undefined) ?? [];
    return scopes
      .filter((id) => leaves.has(id) && !grantable.has(id))
      .map((id) => ({ pointer: '/scopes', code: 'rule.roleScope', params: { value: id, type: String(doc['type']) } }));
  },
  inUse: (count) => inUseRole({ count }),
};
