import { LRUCache } from 'lru-cache';

import { type Access, decide, decideAnywhere } from '#domain/access/decide.ts';
import type { Operation } from '#domain/model.ts';
import { type Principal, principalForEach } from '#server/kernel/access/principal.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import type { Services } from '#server/kernel/services.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Disclosure } from '#server/store/query/disclosure.ts';
import type { Reach } from '#server/store/query/reach.ts';

/** Companies that are remembered of one person and one resource; counted by size, so that no room is kept for what never comes. */
const OWNERS_KEPT = { maxSize: 1000, sizeCalculation: () => 1 };
/** Whose what belongs to no company is. */
const NOBODY = Symbol('nobody');

type Asking = { principal?: Principal | undefined; services: Pick<Services, 'contract'> };

/** A person as far as one may read the rows of a resource. */
export function readerOf({ contract }: Pick<Services, 'contract'>, principal: Principal, spec: ItemSpec): Principal {
  const { get, list } = spec.resource.operations;
  const groups = [get, list].filter((operations) => operations.length > 0).map((operations) => operations.map(({ access }) => access));
  return principalForEach(principal, groups, contract.permissions);
}

/** Whether rows of this owner may be read whole: one by one and as a list, as far as there are calls for either. */
export function mayRead(asking: Asking, { resource }: ItemSpec, owner: string | null): boolean {
  const { get, list } = resource.operations;
  return [get, list].every((operations) => operations.length === 0 || mayCall(asking, operations, owner) !== undefined);
}

/** Whether rows of anybody may be. */
export function mayReadSome({ principal, services }: Asking, { resource }: ItemSpec): boolean {
  const { get, list } = resource.operations;
  const may = ({ access }: Operation): boolean => decideAnywhere(access, principal, services.contract.permissions).allowed;
  return [get, list].every((operations) => operations.length === 0 || operations.some(may));
}

/** The first of some calls that the caller may make about an item of this owner. */
export function mayCall({ principal, services }: Asking, operations: readonly Operation[], owner: string | null): Operation | undefined {
  return operations.find(({ access, method }) => {
    const open =
      typeof access === 'object' &&
      owner === null &&
      (method === 'get' || principal?.role === 'superAdmin' || principal?.role === 'global');
    return decide(open ? withoutTenant(access) : access, principal, owner === null ? undefined : [owner], services.contract.permissions)
      .allowed;
  });
}

export function withoutTenant(access: Access): Access {
  return typeof access === 'object' ? { ...access, tenant: 'none' } : access;
}

/** Whether a property that asks for a permission is shown in items of this owner. */
function maySee({ principal, services }: Asking, node: string, owner: string | null): boolean {
  const access: Access = { node, level: 'read', tenant: owner === null ? 'none' : { in: 'item', name: '' } };
  return decide(access, principal, owner === null ? undefined : [owner], services.contract.permissions).allowed;
}

const disclosures = new WeakMap<Principal, WeakMap<object, Disclosure>>();

/** What a person is told of items: without properties whose permission is not his, and counts of what he reaches. */
export function disclosureTo(services: Pick<Services, 'contract'>, principal: Principal): Disclosure {
  let known = disclosures.get(principal);
  if (!known) disclosures.set(principal, (known = new WeakMap()));
  let found = known.get(services.contract);
  if (!found) known.set(services.contract, (found = makeDisclosure(services, principal)));
  return found;
}

/** Whoever's rights change is another principal: what was worked out for one holds as long as it. */
function makeDisclosure({ contract }: Pick<Services, 'contract'>, principal: Principal): Disclosure {
  const asking = { services: { contract }, principal };
  const reaches = new Map<ItemSpec, Reach>();
  const decided = new Map<ItemSpec, LRUCache<string | typeof NOBODY, { reach: Reach | undefined }>>();
  const readsOf = (spec: ItemSpec, owner: string | null): Reach | undefined => {
    if (!(owner === null ? mayReadSome(asking, spec) : mayRead(asking, spec, owner))) return undefined;
    let reach = reaches.get(spec);
    if (!reach) reaches.set(spec, (reach = reachOf(readerOf(asking.services, principal, spec))(spec)));
    return reach;
  };
  return {
    withheld: ({ restricted }, owner) => restricted.filter(({ node }) => !maySee(asking, node, owner)).map(({ path }) => path),
    reads: (spec, owner) => {
      let byOwner = decided.get(spec);
      if (!byOwner) decided.set(spec, (byOwner = new LRUCache(OWNERS_KEPT)));
      let known = byOwner.get(owner ?? NOBODY);
      if (!known) byOwner.set(owner ?? NOBODY, (known = { reach: readsOf(spec, owner) }));
      return known.reach;
    },
  };
}
