import { changedBeyond, leavesAmong } from '#domain/access/holdings.ts';
import { leavesOf, normaliseSelection, visibleTree, type Role } from '#domain/access/permission-tree.ts';
import { inUseRole } from '#generated/problems.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Finding } from '#server/kernel/problem.ts';
import { valueLabel } from '#server/kernel/resource/labels.ts';
import { usesOf } from '#server/kernel/resource/references.ts';
import type { Change, EntityRules } from '#server/kernel/resource/entity.ts';
import { beyondOf, givenBy, KINDS, permissionNames } from '#server/features/account/giving.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** Roles that one person can reach. */
const MOST = 100_000;

export const role: EntityRules<'Role'> = {
  /** Roles of the platform can be given to everybody; only their own company's can be changed by company users. */
  reach: (_principal, usual) => ({ ...usual, shared: true }),
  /** A parent id stays only with all of its descendants, unknown ids go (spec 4). */
  complete: (doc, { call }) => ({
    ...doc,
    scopes: normaliseSelection(call.services.contract.tree, doc.scopes ?? []),
  }),
  /**
   * What accounts of the role's type can never hold cannot be put into it (spec 6, roles lists of the tree), and nobody
   * gives or takes a permission that is not the own one. What is beyond the caller and stays as it is, stays.
   */
  check: async (doc, change) => {
    const { call, before } = change;
    const { tree } = call.services.contract;
    const { scopes, type } = doc;
    const grantable = new Set(
      visibleTree(tree, { role: type, admin: true })
        .flatMap(leavesOf)
        .map((leaf) => leaf.id),
    );
    const never = [...leavesAmong(tree, scopes)].filter((id) => !grantable.has(id));
    const typeWord = valueLabel(call, 'role', 'type', type);
    const findings: Finding[] =
      never.length === 0
        ? []
        : [{ pointer: '/scopes', code: 'rule.roleScope', params: { value: permissionNames(never, call), type: typeWord } }];
    return [
      ...findings,
      ...(await typeFindings(type, change)),
      ...beyondFindings(
        scopes.filter((id) => !never.includes(id)),
        before?.doc,
        call,
      ),
    ];
  },
  filters: {
    accountType: (value) => ({ among: [{ path: 'type', in: [String(value)] }] }),
    grantable: () => ({}),
  },
  narrow: async (call) => {
    const { principal, query, handle, services } = call;
    const spec = services.store.spec('Role');
    if (query.grantable !== true || !principal || principal.role === 'superAdmin') return {};
    const roles = await handle.docs(spec, { skip: 0, limit: MOST });
    const own = roles.filter((role) => beyondOf(role, principal, call).length === 0);
    return { among: [{ path: spec.id, in: own.map(({ roleId }) => roleId) }] };
  },
  inUse: (count) => inUseRole({ count }),
};

/** The type is one that the caller could give to an account, and stays while something uses the role. */
async function typeFindings(type: Role, { call, tx, spec, before }: Change): Promise<Finding[]> {
  if (before?.doc.type === type) return [];
  const kinds = KINDS[call.principal?.role ?? 'superAdmin'];
  if (!kinds.includes(type)) return [{ pointer: '/type', code: 'schema.enum', params: { value: type, allowed: kinds.join(', ') } }];
  const uses = before ? await usesOf(call.services, tx.db, spec, before) : [];
  return uses.length === 0 ? [] : [{ pointer: '/type', code: 'rule.roleTypeUsed', params: { count: uses.length } }];
}

function beyondFindings(scopes: string[], before: DocOf<'Role'> | undefined, call: Call): Finding[] {
  const { principal, services } = call;
  if (!principal) return [];
  const beyond = changedBeyond(services.contract.tree, before?.scopes ?? [], scopes, givenBy(principal, call));
  return beyond.length === 0 ? [] : [{ pointer: '/scopes', code: 'rule.giving.scopes', params: { value: permissionNames(beyond, call) } }];
}
