import { normaliseSelection } from '#domain/access/permission-tree.ts';
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
  inUse: (count) => inUseRole({ count }),
};
