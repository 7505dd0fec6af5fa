import type { Operation } from '#domain/model.ts';
import { getPath, withoutPath } from '#domain/value.ts';
import { forbidden, notFound } from '#generated/problems.ts';
import { readingHandle } from '#server/kernel/access/caller.ts';
import { mayCall, mayRead, readerOf } from '#server/kernel/access/reader.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import type { Principal } from '#server/kernel/access/principal.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import type { Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Services } from '#server/kernel/services.ts';
import { type Deletion, deletionOf } from '#server/store/items/deleted.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { isNarrowed, reachedAmong, placesIn, standingOf, withoutPlaces } from '#server/store/query/places.ts';
import { type Reach, reaches } from '#server/store/query/reach.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

type Asking = { principal?: Principal | undefined; services: Pick<Services, 'contract'> };

/** An item that the caller may read: as it is, or the deletion that it is gone by. */
export type Readable = { spec: ItemSpec; id: string } & ({ present: Stored } | { deletion: Deletion });

/** A stored resource and an item of it that the caller may read, deleted ones included. */
export async function readable(call: Call, resource: string, id: string): Promise<Readable> {
  const spec = call.services.store.specNamed(resource);
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

/** Former documents as their reader may see them: without the sites that he does not reach, and what is kept from him. */
export async function shownDocs(call: Call, spec: ItemSpec, docs: readonly (Doc | undefined)[]): Promise<(Doc | undefined)[]> {
  return (await inReach(call, spec, docs)).map((doc) => doc && withoutKept(call, spec, doc));
}

/** Counts of other rows were true at their time only, and for who reached all of them. */
function withoutKept(call: Call, spec: ItemSpec, doc: Doc): Doc {
  const owner = spec.owner === undefined ? undefined : doc[spec.owner];
  const kept = [...call.handle.withheld(spec, typeof owner === 'string' ? owner : null), ...spec.counts.keys()];
  return kept.some((path) => getPath(doc, path) !== undefined) ? kept.reduce(withoutPath, doc) : doc;
}

async function inReach(call: Call, spec: ItemSpec, docs: readonly (Doc | undefined)[]): Promise<(Doc | undefined)[]> {
  const reach = reachToRead(call, spec);
  if (!isNarrowed(reach, spec)) return [...docs];
  const named = placesIn(
    spec,
    docs.filter((doc) => doc !== undefined),
  );
  const { hidden } = await reachedAmong(call.services.store.engine.read, reach, spec, named);
  return docs.map((doc) => doc && withoutPlaces(spec, doc, hidden));
}

/** Which rows of a resource the caller's own reads of it reach. */
function reachToRead(call: Call, spec: ItemSpec): Reach {
  return reachOf(readerOf(call.services, principalOf(call), spec))(spec);
}

/** The first of some calls that the caller may make about an item of this owner; who has none of them is refused. */
export function mustCall(call: Call, operations: readonly Operation[], owner: string | null): Operation {
  const operation = mayCall(call, operations, owner);
  if (!operation) throw new ProblemError(forbidden());
  return operation;
}
