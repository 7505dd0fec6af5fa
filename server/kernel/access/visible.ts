import { decide, decideAnywhere } from '#domain/access/decide.ts';
import { type Operation } from '#domain/model.ts';
import { forbidden, notFound } from '#generated/problems.ts';
import { readerOf, readingHandle } from '#server/kernel/access/caller.ts';
import { principalOf, withoutTenant } from '#server/kernel/access/check.ts';
import { type Principal } from '#server/kernel/access/principal.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import { type Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { type Services } from '#server/kernel/services.ts';
import { type Deletion, deletionOf } from '#server/store/items/deleted.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { isNarrowed, reachedAmong, sitesIn, standingOf, withoutSites } from '#server/store/query/places.ts';
import { type Reach, reaches } from '#server/store/query/reach.ts';
import { type Doc, type Stored } from '#server/store/items/tables.ts';

type Asking = { principal?: Principal | undefined; services: Pick<Services, 'contract'> };

/** An item that the caller may read: as it is, or the deletion that it is gone by. */
export type Readable = { spec: ItemSpec; id: string } & ({ present: Stored } | { deletion: Deletion });

/** A stored resource and an item of it that the caller may read, deleted ones included. */
export async function readable(call: Call, resource: string, id: string): Promise<Readable> {
  const spec = call.services.store.specs.get(resource);
  if (!spec) throw new ProblemError(notFound());
  const present = await readingHandle(call, spec).get(spec, id);
  if (present) {
    if (!mayRead(call, spec, present.owner) && !isOwn(call, spec, id)) throw new ProblemError(forbidden());
    return { spec, id, present };
  }
  const deletion = await deletionOf(call.services.store.engine.read, spec, id);
  if (!deletion || !(await reachesDeleted(call, spec, deletion))) throw new ProblemError(notFound());
  if (!mayRead(call, spec, deletion.row.owner)) throw new ProblemError(forbidden());
  return { spec, id, deletion };
}

/** Whether rows of this owner may be read whole: one by one and as a list, as far as there are calls for either. */
export function mayRead(call: Asking, { resource }: ItemSpec, owner: string | null): boolean {
  const { get, list } = resource.operations;
  return [get, list].every((operations) => operations.length === 0 || mayCall(call, operations, owner) !== undefined);
}

/** Whether rows of anybody may be. */
export function mayReadSome({ principal, services }: Asking, { resource }: ItemSpec): boolean {
  const { get, list } = resource.operations;
  const may = ({ access }: Operation): boolean => decideAnywhere(access, principal, services.contract.permissions).allowed;
  return [get, list].every((operations) => operations.length === 0 || operations.some(may));
}

/** An account is read by whom it is, whatever else he may do. */
function isOwn({ principal }: Asking, spec: ItemSpec, id: string): boolean {
  return spec.personal.includes(spec.id) && id === principal?.username;
}

export async function mayReadDeleted(call: Call, spec: ItemSpec, deletion: Deletion): Promise<boolean> {
  return mayRead(call, spec, deletion.row.owner) && (await reachesDeleted(call, spec, deletion));
}

/** What is deleted stays within the reach of those who reached it last. */
async function reachesDeleted(call: Call, spec: ItemSpec, { row, doc }: Deletion): Promise<boolean> {
  const reach = reachToRead(call, spec);
  if (!reaches(reach, spec, row.owner, () => doc)) return false;
  return (await standingOf(call.services.store.engine.read, reach, spec, row.owner, doc)).reached;
}

/** Former documents as their reader may see them: without the sites that he does not reach. */
export async function shownDocs(call: Call, spec: ItemSpec, docs: readonly (Doc | undefined)[]): Promise<(Doc | undefined)[]> {
  const reach = reachToRead(call, spec);
  if (!isNarrowed(reach, spec)) return [...docs];
  const named = sitesIn(
    spec,
    docs.filter((doc) => doc !== undefined),
  );
  const { hidden } = await reachedAmong(call.services.store.engine.read, reach, spec, named);
  return docs.map((doc) => doc && withoutSites(spec, doc, hidden));
}

/** Which rows of a resource the caller's own reads of it reach. */
function reachToRead(call: Call, spec: ItemSpec): Reach {
  return reachOf(readerOf(call.services, principalOf(call), spec))(spec);
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

/** The same, where who has none of them is refused. */
export function mustCall(call: Call, operations: readonly Operation[], owner: string | null): Operation {
  const operation = mayCall(call, operations, owner);
  if (!operation) throw new ProblemError(forbidden());
  return operation;
}
