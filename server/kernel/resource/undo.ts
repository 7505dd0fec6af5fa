import { isObject } from '#domain/json.ts';
import { savepoint } from '#server/store/items/savepoint.ts';

import { sameJson } from '#domain/condition.ts';
import type { Json, OperationKind } from '#domain/model.ts';
import {
  notFound,
  tenant,
  undoRefused,
  undoRefusedAction,
  undoRefusedHidden,
  undoRefusedItem,
  undoRefusedNewer,
  validationFailed,
} from '#generated/problems.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { handleFor, readingHandle } from '#server/kernel/access/caller.ts';
import { readerOf } from '#server/kernel/access/reader.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import { mustCall } from '#server/kernel/access/visible.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import { type Call, type Handlers, write } from '#server/kernel/handler.ts';
import { problemOf } from '#server/kernel/resource/bulk.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import { storeChange } from '#server/kernel/resource/change.ts';
import { keepReadOnly } from '#server/kernel/resource/defaults.ts';
import { titleOf } from '#server/kernel/resource/labels.ts';
import { deleteItem } from '#server/kernel/resource/references.ts';
import { itemKey, revisionsOfRequest, type Row, writtenSince } from '#server/store/items/history.ts';
import { restoreDeleted } from '#server/kernel/resource/restore.ts';
import { deletionOf } from '#server/store/items/deleted.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { applyPatch, parsePatch } from '#server/store/items/patch.ts';
import { reaches } from '#server/store/query/reach.ts';
import type { Doc } from '#server/store/items/tables.ts';
import { type Transaction, withoutStamps } from '#server/store/items/transaction.ts';
import { findingsOf } from '#server/kernel/validation/findings.ts';

/** One revision that is taken back, with what stood before it. */
type Step = { row: Row; spec: ItemSpec; before: Doc | undefined; after: Doc | undefined; own: boolean };
type Outcome = 'removed' | 'reverted' | 'restored';

/** Beyond so many refusals only their number is told. */
const SHOWN = 100;
const WRITES: ReadonlySet<OperationKind> = new Set(['create', 'update', 'delete', 'bulkCreate', 'bulkUpdate', 'bulkDelete']);
/** Parts of the platform that write items of any resource. */
const PLATFORM = ['restore', 'undo'] as const;

/** Takes back what one request changed: an import, a bulk call, a deletion. All of it or nothing. */
export const undo = {
  undoRequest: write(async (call, tx) => {
    const { requestId, actor = call.handle.actor.name } = call.body;
    const steps = await planned(call, tx, { requestId, actor });
    await mustReach(call, tx, steps);
    const refusals = await newerThan(call, tx, { requestId, actor }, steps);
    if (refusals.length === 0) {
      // what had to be confirmed was confirmed when it was done
      const inner: Call = { ...call, query: { ...call.query, confirm: true } };
      for (const step of steps) await carryOut(inner, tx, step, refusals);
    }
    if (refusals.length > 0) throw new ProblemError(undoRefused({ count: refusals.length }), { errors: refusals.slice(0, SHOWN) });
    const results = resultsOf(steps);
    const followed = new Set(steps.map(({ row }) => itemKey(row))).size - results.length;
    return { body: { total: results.length, consequences: followed, results } };
  }),
} satisfies Handlers;

/** The revisions of the request, newest first, each with the documents on both sides of it. */
async function planned(call: Call, tx: Transaction, request: { requestId: string; actor: string }): Promise<Step[]> {
  const steps: Step[] = [];
  const states = new Map<string, Json | undefined>();
  const server = tx.asServer();
  for (const row of await revisionsOfRequest(tx.db, request)) {
    const spec = call.services.store.specNamed(row.resource);
    if (!spec) continue;
    const key = itemKey(row);
    if (!states.has(key)) {
      const present = await server.get(spec, row.id);
      states.set(key, present && withoutStamps(spec, present.doc));
    }
    const after = states.get(key);
    // of an item that somebody wrote since there is no state to go back from; it is refused as such
    const before = row.undo === null ? undefined : backFrom(after, row.undo);
    states.set(key, before);
    steps.push({
      row,
      spec,
      before: isObject(before) ? before : undefined,
      after: isObject(after) ? after : undefined,
      own: isOwn(call, spec, row),
    });
  }
  if (steps.length === 0) throw new ProblemError(notFound());
  if (!steps.some(({ own }) => own)) throw new ProblemError(undoRefusedAction());
  return steps;
}

function backFrom(after: Json | undefined, undoing: string): Json | undefined {
  try {
    return applyPatch(after, parsePatch(undoing));
  } catch {
    return undefined;
  }
}

/** What was asked for; everything else in the request followed from it. */
function isOwn({ services }: Call, { resource: { operations } }: ItemSpec, { action }: Row): boolean {
  const { platform } = services.contract.model;
  if (PLATFORM.some((part) => platform[part]?.id === action)) return true;
  return Object.values(operations).some((each) => each.some(({ id, kind }) => id === action && WRITES.has(kind)));
}

/** Rows that the caller does not reach are not named; a request of none that he does might as well not exist. */
async function mustReach(call: Call, tx: Transaction, steps: readonly Step[]): Promise<void> {
  const hidden = new Set<string>();
  const reached = new Set<string>();
  for (const step of steps) {
    if (!step.own) continue;
    const key = itemKey(step.row);
    if (reached.has(key) || hidden.has(key)) continue;
    ((await isReached(call, tx, step)) ? reached : hidden).add(key);
  }
  if (reached.size === 0) throw new ProblemError(notFound());
  if (hidden.size === 0) return;
  const problem = undoRefusedHidden({ count: hidden.size });
  const errors: Finding[] = [{ pointer: '/requestId', code: problem.code, params: problem.params }];
  throw new ProblemError(undoRefused({ count: hidden.size }), { errors });
}

async function isReached(call: Call, tx: Transaction, { spec, row, before }: Step): Promise<boolean> {
  const { get, list } = spec.resource.operations;
  const present = await readingHandle(call, spec).join(tx).get(spec, row.id);
  const owner = present ? present.owner : row.owner;
  if (!present) {
    if (await tx.asServer().get(spec, row.id)) return false;
    if (!reaches(reachOf(readerOf(call.services, principalOf(call), spec))(spec), spec, owner, () => before ?? {})) return false;
  }
  try {
    mustCall(call, [...get, ...list], owner);
    return true;
  } catch {
    return false;
  }
}

async function newerThan(
  call: Call,
  tx: Transaction,
  request: { requestId: string; actor: string },
  steps: readonly Step[],
): Promise<Finding[]> {
  const newer = await writtenSince(tx.db, request);
  const found = new Map<string, Finding>();
  for (const { spec, row } of steps) {
    const since = newer.get(itemKey(row));
    if (!since) continue;
    const problem = undoRefusedNewer({ kind: titleOf(call, spec.resource.file), label: since.label, actor: since.actor });
    found.set(itemKey(row), { pointer: '/requestId', code: problem.code, params: problem.params });
  }
  return [...found.values()];
}

/** One step back, in a savepoint: what fails is told, and the others are tried all the same. */
async function carryOut(call: Call, tx: Transaction, step: Step, refusals: Finding[]): Promise<void> {
  try {
    await savepoint(tx.db, () => (step.own ? takeBack(call, tx, step) : follow(call, tx.asServer(), step)));
  } catch (error) {
    refusals.push(refusalOf(call, step, problemOf(call, error)));
  }
}

/** As the single write that does it: the same right, the same checks. */
async function takeBack(call: Call, tx: Transaction, { spec, row, before, after }: Step): Promise<void> {
  const { create, update, delete: remove } = spec.resource.operations;
  const seen = await tx.get(spec, row.id);
  // what came and went in the same request
  if (seen === undefined && before === undefined) return;
  const { access } = mustCall(call, seen === undefined ? create : before === undefined ? remove : update, seen ? seen.owner : row.owner);
  // it reaches what the single write would reach
  const handle = handleFor(call, access);
  const within = handle.join(tx);
  const inner: Call = { ...call, handle };
  if (seen === undefined) {
    const deletion = await deletionOf(tx.db, spec, row.id);
    if (deletion) await restoreDeleted(deletion, { ...before, [spec.id]: row.id }, { call: inner, tx: within, spec });
    return;
  }
  const present = await within.get(spec, row.id);
  if (!present || !handle.mayWrite(spec, present.owner)) throw new ProblemError(tenant());
  const change = { call: inner, tx: within, spec, before: present };
  if (before === undefined) {
    await deleteItem(present, change);
    return;
  }
  const body = settable(spec, before);
  if (after !== undefined && sameJson(body, settable(spec, after))) return;
  mustFit(call, spec, body);
  await storeChange(spec, present, body, change);
}

/** The contract may ask more today than it did then. */
function mustFit(call: Call, spec: ItemSpec, body: Doc): void {
  const served = call.services.contract.operations.get(spec.resource.operations.update[0]?.id ?? '');
  if (!served?.validate || served.validate(body)) return;
  const errors = findingsOf(served.validate.errors ?? [], body);
  throw new ProblemError(validationFailed({ count: errors.length }), { errors });
}

/** What the server had done in consequence goes back too, as far as undoing its cause has not done so. */
async function follow(call: Call, server: Transaction, { spec, row, before }: Step): Promise<void> {
  const present = await server.get(spec, row.id);
  const action = call.served.operation.id;
  if (before === undefined) {
    if (present) await deleteItem(present, { call, tx: server, spec, before: present });
    return;
  }
  if (!present) {
    await server.insert(spec, before, {}, action);
    return;
  }
  const now = withoutStamps(spec, present.doc);
  const doc = keepReadOnly(spec.fields, now, before);
  if (!sameJson(doc, now)) await server.update(spec, present, doc, present.secret, action);
}

function refusalOf(call: Call, { spec, row }: Step, error: ProblemError): Finding {
  const refusal = call.services.sentences.problem(error, call.language, call.requestId);
  const details = (refusal.errors ?? []).map(({ detail }) => detail);
  const reason = details.length > 0 ? details.join(' ') : refusal.detail;
  const problem = undoRefusedItem({ kind: titleOf(call, spec.resource.file), label: row.label, reason });
  return { pointer: '/requestId', code: problem.code, params: problem.params };
}

/** Per item that was asked for, what its oldest step says. */
function resultsOf(steps: readonly Step[]): { resource: string; id: string; label: string; outcome: Outcome }[] {
  const items = new Map<string, { resource: string; id: string; label: string; outcome: Outcome }>();
  const ends = new Map<string, Doc | undefined>();
  for (const { row, before, after, own } of steps) {
    if (!own) continue;
    const key = itemKey(row);
    if (!ends.has(key)) ends.set(key, after);
    const outcome = before === undefined ? 'removed' : ends.get(key) === undefined ? 'restored' : 'reverted';
    items.set(key, { resource: row.resource, id: row.id, label: items.get(key)?.label ?? row.label, outcome });
  }
  return [...items.values()];
}
