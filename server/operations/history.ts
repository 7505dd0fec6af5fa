import { type Json } from '#domain/model.ts';
import { forbidden, notFound, validationFailed } from '#generated/problems.ts';
import { timestamp } from '#server/clock.ts';
import { handleFor, readingHandle } from '#server/access/caller.ts';
import { mustCall, readable } from '#server/access/visible.ts';
import { type Handler, read, write } from '#server/handler.ts';
import { bringBack } from '#server/operations/deleted.ts';
import { ProblemError } from '#server/problem.ts';
import { storeChange } from '#server/resource/change.ts';
import { answerOf } from '#server/resource/item.ts';
import { labelOfItem, usesOf } from '#server/resource/references.ts';
import { settable } from '#server/resource/settable.ts';
import { countRevisions, documentAt, type Revision, revisionsOf } from '#server/store/history.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { type Doc } from '#server/store/tables.ts';
import { findingsOf } from '#server/validate/findings.ts';

/** Beyond this a property is named as changed but not shown: rule sets of megabytes are read where they are edited. */
const SHOWN_BYTES = 64 * 1024;
const MOST_USES = 1000;

/** What the platform knows of every stored item: history, restore, where-used. */
export const history: Readonly<Record<string, Handler>> = {
  listHistory: read(async (call) => {
    const { spec, id } = await readable(call, String(call.query['resource']), String(call.query['id']));
    const { read: db } = call.services.store.engine;
    const [skip, limit] = [Number(call.query['skip'] ?? 0), Number(call.query['limit'] ?? 20)];
    const results: Doc[] = [];
    let index = 0;
    for await (const revision of revisionsOf(db, spec, id, await call.services.system.get(spec, id))) {
      if (index >= skip) results.push(entryOf(spec, revision));
      if (++index >= skip + limit) break;
    }
    return { body: { total: await countRevisions(db, spec, id), results } };
  }),

  restoreRevision: write(async (call, tx) => {
    const { resource, id, revision } = call.body as { resource: string; id: string; revision: number };
    const found = await readable(call, resource, id);
    const { spec } = found;
    if ('deletion' in found) {
      const { item } = await bringBack(found.deletion, revision, { call, tx, spec });
      return { ...answerOf(item), item: item.doc };
    }
    const operation = mustCall(call, spec.resource.operations.update, found.present.owner);
    const served = call.services.contract.operations.get(operation.id);
    // it writes what the caller could write by hand
    const handle = handleFor(call, operation.access);
    const within = handle.join(tx);
    const present = await within.get(spec, id);
    if (!present) throw new ProblemError(forbidden());
    const doc = await documentAt(call.services.store.engine.read, spec, id, await call.services.system.get(spec, id), revision);
    if (!doc) throw new ProblemError(notFound());
    const body = settable(spec, doc);
    if (served?.validate && !served.validate(body)) {
      const errors = findingsOf(served.validate.errors ?? [], body);
      throw new ProblemError(validationFailed({ count: errors.length }), { errors });
    }
    const stored = await storeChange(spec, present, body, { call: { ...call, handle }, tx: within, spec, before: present });
    return { ...answerOf(stored), item: stored.doc };
  }),

  listReferences: read(async (call) => {
    const { spec, id } = await readable(call, String(call.query['resource']), String(call.query['id']));
    const item = await readingHandle(call, spec).get(spec, id);
    if (!item) throw new ProblemError(notFound());
    const uses = await usesOf(call.services, call.services.store.engine.read, spec, item);
    const results: Doc[] = [];
    for (const use of uses.slice(0, MOST_USES)) {
      const user = await readingHandle(call, use.spec).get(use.spec, use.id);
      if (user) results.push({ resource: use.spec.name, id: use.id, label: labelOfItem(use.spec, user), path: use.path });
    }
    return { body: { total: uses.length, results } };
  }),
};

function entryOf(spec: ItemSpec, { row, before, after }: Revision): Doc {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})].filter((name) => before?.[name] !== after?.[name]));
  return {
    revision: row.revision,
    at: timestamp(row.at),
    actor: row.actor,
    requestId: row.request_id,
    operation: row.action,
    patch: row.patch === null ? [{ op: 'add', path: '', value: part(after ?? {}, names) }] : shortened(row.patch),
    before: before ? part(before, names) : null,
    after: after ? part(after, names) : null,
  };
}

function part(doc: Doc, names: Set<string>): Doc {
  return Object.fromEntries(Object.entries(doc).filter(([name, value]) => names.has(name) && JSON.stringify(value).length <= SHOWN_BYTES));
}

function shortened(patch: string): Json {
  const ops = JSON.parse(patch) as { op: string; path: string; value?: Json }[];
  if (patch.length <= SHOWN_BYTES) return ops;
  return ops.slice(0, 500).map(({ value, ...op }) => (value !== undefined && JSON.stringify(value).length <= 1000 ? { ...op, value } : op));
}
