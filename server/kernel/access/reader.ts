import { type Access, decide, decideAnywhere } from '#domain/access/decide.ts';
import type { Operation } from '#domain/model.ts';
import { type Principal, principalForEach } from '#server/kernel/access/principal.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import type { Services } from '#server/kernel/services.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Disclosure } from '#server/store/query/disclosure.ts';
import type { Reach } from '#server/store/query/reach.ts';

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

/** What a person is told of items: without properties whose permission is not his, and counts of what he reaches. */
export function disclosureTo(services: Pick<Services, 'contract'>, principal: Principal): Disclosure {
  const asking = { services, principal };
  const reaches = new Map<ItemSpec, Reach>();
  return {
    withheld: ({ restricted }, owner) => restricted.filter(({ node }) => !maySee(asking, node, owner)).map(({ path }) => path),
    reads: (spec, owner) => {
      if (!(owner === null ? mayReadSome(asking, spec) : mayRead(asking, spec, owner))) return undefined;
      let reach = reaches.get(spec);
      if (!reach) reaches.set(spec, (reach = reachOf(readerOf(services, principal, spec))(spec)));
      return reach;
    },
  };
}
