import { savepoint } from '#server/store/items/savepoint.ts';
import type { Operation } from '#domain/model.ts';
import { forbidden, notFound } from '#generated/problems.ts';
import { handleFor, readingHandle } from '#server/kernel/access/caller.ts';
import { mayCall, readerOf } from '#server/kernel/access/reader.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import { mayReadDeleted, readable } from '#server/kernel/access/visible.ts';
import { BulkUndone } from '#server/kernel/bulk-undone.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Call, type Handlers, read, write } from '#server/kernel/handler.ts';
import { problemOf } from '#server/kernel/resource/bulk.ts';
import type { FindingDocument } from '#server/kernel/sentences.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { restoreDeleted, type Restored } from '#server/kernel/resource/restore.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import { type Deletion, deletionOf, deletionsOf, type DeletionQuery } from '#server/store/items/deleted.ts';
import { documentAt } from '#server/store/items/history.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

type Body = { resource: string; items: { id: string; revision?: number }[] };
type Result = { index: number; status: number; code?: string; detail?: string; errors: FindingDocument[]; item?: Doc } & Partial<
  Pick<Restored, 'back' | 'missing'>
>;

/** Deletions that one call looks through: beyond them one searches, or asks for the history. */
const COUNTED = 1000;

/** What was deleted of a resource, and the way back. */
export const deleted = {
  listDeleted: read(async (call) => {
    const spec = call.services.store.specNamed(call.query.resource);
    if (!spec) throw new ProblemError(notFound());
    const may = creates(call, spec);
    if (!may.any()) throw new ProblemError(forbidden());
    const { skip, limit } = call.query;
    const results: ReturnType<typeof entryOf>[] = [];
    let total = 0;
    let capped = false;
    for await (const deletion of deletionsOf(call.services.store.engine, spec, sought(call, spec))) {
      if (!(await mayReadDeleted(call, spec, deletion)) || !may.of(deletion.row.owner)) continue;
      if (total >= skip && results.length < limit) results.push(entryOf(deletion));
      else if ((capped = total >= COUNTED)) break;
      total++;
    }
    return { body: { total, ...(capped ? { capped } : {}), results } };
  }),

  restoreDeleted: write(async (call, tx) => {
    const { resource, items } = call.body;
    const spec = call.services.store.specNamed(resource);
    if (!spec) throw new ProblemError(notFound());
    const results: Result[] = [];
    for (const { index, id, revision } of await inOrder(tx, spec, items))
      results[index] = await one(call, tx, { spec, index, id, revision });
    const applied = results.some(({ status }) => status < 400);
    if (!applied) throw new BulkUndone({ applied, results });
    return { body: { applied, results } };
  }),
} satisfies Handlers;

/** The way back for who may read the item and create its like. `revision`: as it was then, else as it was at last. */
export async function bringBack(deletion: Deletion, revision: number | undefined, change: Change): Promise<Restored> {
  const { call, spec, tx } = change;
  const operation = createFor(call, spec, deletion.row.owner);
  if (!operation) throw new ProblemError(forbidden());
  // it writes what the caller could write by hand
  const handle = handleFor(call, operation.access);
  const within = { call: { ...call, handle }, tx: handle.join(tx), spec };
  // as it is to this transaction, whatever others did meanwhile
  const now = await deletionOf(tx.db, spec, deletion.row.id);
  if (!now) throw new ProblemError(notFound());
  const doc = revision === undefined ? now.doc : await documentAt(tx.db, spec, now.row.id, undefined, revision);
  if (!doc) throw new ProblemError(notFound());
  return restoreDeleted(now, doc, within);
}

/** What was deleted last comes back first: what it needed went after it. */
async function inOrder(tx: Transaction, spec: ItemSpec, items: Body['items']): Promise<(Body['items'][number] & { index: number })[]> {
  const found = await Promise.all(
    items.map(async (item, index) => ({ ...item, index, seq: (await deletionOf(tx.db, spec, item.id))?.row.seq ?? 0 })),
  );
  return found.toSorted((a, b) => b.seq - a.seq);
}

type RestoreRequest = { spec: ItemSpec; index: number; id: string; revision: number | undefined };

async function one(call: Call, tx: Transaction, { spec, index, id, revision }: RestoreRequest): Promise<Result> {
  try {
    return await savepoint(tx.db, () => comeBack(call, tx, { spec, index, id, revision }));
  } catch (error) {
    const { status, code, detail, errors = [] } = call.services.sentences.problem(problemOf(call, error), call.language, call.requestId);
    return { index, status, code, detail, errors };
  }
}

async function comeBack(call: Call, tx: Transaction, { spec, index, id, revision }: RestoreRequest): Promise<Result> {
  // it may be there again: with its parent, or by somebody else's hand
  const present = await readingHandle(call, spec).join(tx).get(spec, id);
  if (present) return { index, status: 200, errors: [], item: present.doc, back: [], missing: [] };
  const found = await readable(call, spec.name, id);
  if (!('deletion' in found)) throw new ProblemError(notFound());
  const { item, back, missing } = await bringBack(found.deletion, revision, { call, tx, spec });
  return { index, status: 200, errors: [], item: item.doc, back, missing };
}

/** The create that the caller may make of this owner: its permission holds there, and what it makes there may be written. */
function createFor(call: Call, spec: ItemSpec, owner: string | null): Operation | undefined {
  return spec.resource.operations.create.find(
    (operation) => mayCall(call, [operation], owner) && (spec.owner === spec.id || handleFor(call, operation.access).mayWrite(spec, owner)),
  );
}

/** Whether the caller may create items of a kind, of an owner or at all; each owner is asked for once. */
function creates(call: Call, spec: ItemSpec): { of: (owner: string | null) => boolean; any: () => boolean } {
  const known = new Map<string | null, boolean>();
  const of = (owner: string | null): boolean => {
    let may = known.get(owner);
    if (may === undefined) known.set(owner, (may = createFor(call, spec, owner) !== undefined));
    return may;
  };
  const { tenants } = principalOf(call);
  return { of, any: () => (tenants === 'all' ? [null] : [...tenants, null]).some(of) };
}

/** What the database can leave out beforehand. */
function sought(call: Call, spec: ItemSpec): DeletionQuery {
  const { keyword, companyId } = call.query;
  const { tenants, also } = reachOf(readerOf(call.services, principalOf(call), spec))(spec);
  return {
    words:
      typeof keyword === 'string'
        ? keyword
            .toLowerCase()
            .split(/\s+/)
            .filter((each) => each !== '')
        : [],
    ...(spec.owner !== undefined && tenants !== 'all' && !also?.length ? { tenants } : {}),
    ...(spec.owner !== undefined && typeof companyId === 'string' && companyId !== '' ? { owner: companyId } : {}),
  };
}

function entryOf({ row }: Deletion) {
  return {
    id: row.id,
    label: row.label,
    at: timestamp(row.at),
    actor: row.actor,
    operation: row.action,
    revision: row.revision,
    requestId: row.request_id,
    ...(row.owner === null ? {} : { companyId: row.owner }),
  };
}
