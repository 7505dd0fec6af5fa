import { decide } from '#domain/access/decide.ts';
import { type Operation } from '#domain/model.ts';
import { forbidden, notFound } from '#generated/problems.ts';
import { readerOf, readingHandle } from '#server/access/caller.ts';
import { principalOf, withoutTenant } from '#server/access/check.ts';
import { reachOf } from '#server/access/reach.ts';
import { type Call } from '#server/handler.ts';
import { ProblemError } from '#server/problem.ts';
import { type Deletion, deletionOf } from '#server/store/deleted.ts';
import { type Stored } from '#server/store/handle.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { reaches } from '#server/store/reach.ts';

/** An item that the caller may read: as it is, or the deletion that it is gone by. */
export type Readable = { spec: ItemSpec; id: string } & ({ present: Stored } | { deletion: Deletion });

/** A stored resource and an item of it that the caller may read, deleted ones included. */
export async function readable(call: Call, resource: string, id: string): Promise<Readable> {
  const spec = call.services.store.specs.get(resource);
  if (!spec) throw new ProblemError(notFound());
  const present = await readingHandle(call, spec).get(spec, id);
  if (present) {
    if (!mayRead(call, spec, present.owner)) throw new ProblemError(forbidden());
    return { spec, id, present };
  }
  const deletion = await deletionOf(call.services.store.engine.read, spec, id);
  if (!deletion || !reachesDeleted(call, spec, deletion)) throw new ProblemError(notFound());
  if (!mayRead(call, spec, deletion.row.owner)) throw new ProblemError(forbidden());
  return { spec, id, deletion };
}

export function mayRead(call: Call, { resource }: ItemSpec, owner: string | null): boolean {
  const { get, list } = resource.operations;
  return mayCall(call, [...get, ...list], owner) !== undefined;
}

export function mayReadDeleted(call: Call, spec: ItemSpec, deletion: Deletion): boolean {
  return reachesDeleted(call, spec, deletion) && mayRead(call, spec, deletion.row.owner);
}

/** What is deleted stays within the reach of those who reached it last. */
function reachesDeleted(call: Call, spec: ItemSpec, { row, doc }: Deletion): boolean {
  return reaches(reachOf(readerOf(call.services, principalOf(call), spec))(spec.name), spec, row.owner, () => doc);
}

/** The first of some calls that the caller may make about an item of this owner. */
export function mayCall({ principal, services }: Call, operations: readonly Operation[], owner: string | null): Operation | undefined {
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
