import { forbidden, notFound, outOfReach, validationFailed } from '#generated/problems.ts';
import { timestamp } from '#server/store/clock.ts';
import { handleFor, readingHandle } from '#server/kernel/access/caller.ts';
import { mustCall, readable, shownDocs } from '#server/kernel/access/visible.ts';
import { type Answer, type Call, type Handlers, read, write } from '#server/kernel/handler.ts';
import { bringBack } from '#server/kernel/resource/deleted.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { storeChange } from '#server/kernel/resource/change.ts';
import { isHeld, namedUses, seenUses, type Use, usesOf } from '#server/kernel/resource/references.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import { countRevisions, documentAt, type Revision, revisionsOf } from '#server/store/items/history.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { diff, parsePatch, type PatchOp } from '#server/store/items/patch.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import { findingsOf } from '#server/kernel/validation/findings.ts';

/** Beyond this a property is named as changed but not shown: rule sets of megabytes are read where they are edited. */
const SHOWN_BYTES = 64 * 1024;
const MOST_USES = 1000;

/** What the platform knows of every stored item: history, restore, where-used. */
export const history = {
  listHistory: read(async (call) => {
    const { spec, id } = await readable(call, call.query.resource, call.query.id);
    const { read: db } = call.services.store.engine;
    const { skip, limit } = call.query;
    const page: Revision[] = [];
    let index = 0;
    for await (const revision of revisionsOf(db, spec, id, await call.services.system.get(spec, id))) {
      if (index >= skip) page.push(revision);
      if (++index >= skip + limit) break;
    }
    const shown = await shownRevisions(call, spec, page);
    return { body: { total: await countRevisions(db, spec, id), results: shown.map(entryOf) } };
  }),

  restoreRevision: write(async (call, tx) => {
    const { resource, id, revision } = call.body;
    const found = await readable(call, resource, id);
    const { spec } = found;
    if ('deletion' in found) {
      const { item } = await bringBack(found.deletion, revision, { call, tx, spec });
      return itemAnswer(spec, tx, item);
    }
    const operation = mustCall(call, spec.resource.operations.update, found.present.owner);
    const served = call.services.contract.operations.get(operation.id);
    // it writes what the caller could write by hand
    const handle = handleFor(call, operation.access);
    const within = handle.join(tx);
    const present = await within.get(spec, id);
    if (!present) throw new ProblemError(forbidden());
    if (!(await within.standing(spec, present.owner, present.doc)).whole) throw new ProblemError(outOfReach());
    const doc = await documentAt(call.services.store.engine.read, spec, id, await call.services.system.get(spec, id), revision);
    if (!doc) throw new ProblemError(notFound());
    const body = settable(spec, doc);
    if (served?.validate && !served.validate(body)) {
      const errors = findingsOf(served.validate.errors ?? [], body, { field: served.body });
      throw new ProblemError(validationFailed({ count: errors.length }), { errors });
    }
    const stored = await storeChange(spec, present, body, { call: { ...call, handle }, tx: within, spec, before: present });
    return itemAnswer(spec, within, stored);
  }),

  listReferences: read(async (call) => {
    const { spec, id } = await readable(call, call.query.resource, call.query.id);
    const item = await readingHandle(call, spec).get(spec, id);
    if (!item) throw new ProblemError(notFound());
    const uses = await usesOf(call.services, call.services.store.engine.read, spec, item);
    const seen = await seenUses(call, uses);
    const held = new Set<Use>();
    for (const use of seen) if (await isHeld(use, call.services.system)) held.add(use);
    // what stands against a deletion is what is looked for
    const named = await namedUses(call, [...held, ...seen.filter((use) => !held.has(use))].slice(0, MOST_USES));
    const results = named.map(({ spec: of, id: user, path, label }, index) => ({
      resource: of.name,
      id: user,
      label,
      path,
      blocks: index < held.size,
    }));
    return { body: { total: seen.length, results } };
  }),
} satisfies Handlers;

async function itemAnswer(spec: ItemSpec, tx: Transaction, stored: Stored): Promise<Answer<never>> {
  const { text, revision, doc } = await tx.shown(spec, stored);
  return { text, etag: `"${revision}"`, item: doc };
}

/** Of revisions that tell of sites beyond the caller's, what is left: the patch is of what is shown. */
async function shownRevisions(call: Call, spec: ItemSpec, page: readonly Revision[]): Promise<Revision[]> {
  const docs = await shownDocs(
    call,
    spec,
    page.flatMap(({ before, after }) => [before, after]),
  );
  return page.map(({ row, before, after }, index) => {
    const [from, to] = [docs[2 * index], docs[2 * index + 1]];
    const same = from === before && to === after;
    const patch = same || row.patch === null || !from || !to ? row.patch : JSON.stringify(diff(from, to));
    return { row: { ...row, patch }, before: from, after: to };
  });
}

function entryOf({ row, before, after }: Revision) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})].filter((name) => before?.[name] !== after?.[name]));
  return {
    revision: row.revision,
    at: timestamp(row.at),
    actor: row.actor,
    // what an installation came with was no request: there is nothing to take back
    ...(row.action === 'seed' ? {} : { requestId: row.request_id }),
    operation: row.action,
    patch: row.patch === null ? [{ op: 'add' as const, path: '', value: part(after ?? {}, names) }] : shortened(row.patch),
    before: before ? part(before, names) : null,
    after: after ? part(after, names) : null,
  };
}

function part(doc: Doc, names: Set<string>): Doc {
  return Object.fromEntries(Object.entries(doc).filter(([name, value]) => names.has(name) && JSON.stringify(value).length <= SHOWN_BYTES));
}

function shortened(patch: string): (PatchOp | { op: PatchOp['op']; path: string })[] {
  const ops = parsePatch(patch);
  if (patch.length <= SHOWN_BYTES) return ops;
  return ops.slice(0, 500).map((op) => ('value' in op && JSON.stringify(op.value).length > 1000 ? { op: op.op, path: op.path } : op));
}
