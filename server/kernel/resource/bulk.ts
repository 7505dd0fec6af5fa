import { isObject } from '#domain/json.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { savepoint } from '#server/store/items/savepoint.ts';

import { sameJson } from '#domain/condition.ts';
import type { Json } from '#domain/model.ts';
import { callerGone, internal, notImplemented, outOfReach, tenant, tooManyPasswords } from '#generated/problems.ts';
import { innerCall } from '#server/kernel/access/caller.ts';
import { checkAccess, checkTenant } from '#server/kernel/access/check.ts';
import { BulkUndone } from '#server/kernel/bulk-undone.ts';
import { type Call, type Handler, type Handlers, type Write, write } from '#server/kernel/handler.ts';
import { admit, runAdmitted } from '#server/kernel/pipeline.ts';
import { type Finding, ProblemError } from '#server/kernel/problem.ts';
import type { FindingDocument } from '#server/kernel/sentences.ts';
import { findItem } from '#server/kernel/resource/item.ts';
import { settable } from '#server/kernel/resource/settable.ts';
import type { Doc } from '#server/store/items/tables.ts';
import { ForeignItemError, OutOfReachError, type Transaction } from '#server/store/items/transaction.ts';

type Item = { operation: string; path?: Record<string, string>; body?: Json; ifMatch?: string; set?: Doc };
type Result = { index: number; status: number; code?: string; detail?: string; errors: FindingDocument[]; item?: Doc; same?: true };
/** An item that passed every check outside the transaction, or why it did not. */
type Admitted = { call: Call; handler: Write; wrong: Finding[]; set?: Doc } | { error: unknown };

/** Other calls are served in between after so many items. */
const ITEMS_PER_TURN = 25;

/** Many writes in one transaction: each stands alone, or all stand together. Later items see what earlier ones did. */
export function bulk(handlers: () => ReadonlyMap<string, Handler>) {
  const admitted = new WeakMap<Call, Admitted[]>();
  return {
    runBulk: write(
      async (call, tx) => {
        const { atomic = false, dryRun = false } = call.body;
        const results: Result[] = [];
        for (const [index, item] of (admitted.get(call) ?? []).entries()) {
          results.push(await runItem(call, tx, item, { index, trial: dryRun }));
          if (index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await nextTurn();
        }
        const failed = results.some((result) => result.status >= 400);
        const applied = !dryRun && !(atomic && failed) && results.some((result) => result.status < 400 && !result.same);
        if (!applied) throw new BulkUndone({ applied, results });
        return { body: { applied, results } };
      },
      {
        prepare: async (call) => {
          const { items: given, dryRun = false } = call.body;
          const hashed = given.filter(({ body }) => isObject(body) && typeof body.password === 'string');
          const most = call.served.operation.body?.passwords;
          if (!dryRun && most !== undefined && hashed.length > most) throw new ProblemError(tooManyPasswords({ count: most }));
          const items: Admitted[] = [];
          for (const item of given) {
            // nobody waits for the rest
            if (call.gone?.aborted) throw new ProblemError(callerGone());
            items.push(await admitItem(call, handlers(), item, dryRun));
          }
          admitted.set(call, items);
        },
      },
    ),
  } satisfies Handlers;
}

async function admitItem(call: Call, handlers: ReadonlyMap<string, Handler>, item: Item, trial: boolean): Promise<Admitted> {
  const handler = handlers.get(item.operation);
  const served = call.services.contract.operations.get(item.operation);
  if (!served || handler?.kind !== 'write' || served === call.served) return { error: new ProblemError(notImplemented()) };
  const query = { confirm: call.query.confirm, ...(trial ? { dryRun: true } : {}) };
  const inner = innerCall(call, served, { path: item.path ?? {}, body: item.body, ifMatch: item.ifMatch, query });
  const { set } = item;
  try {
    if (!set) return { call: inner, handler, wrong: await admit(inner, handler, trial) };
    if (served.operation.kind !== 'update' || item.body !== undefined) return { error: new ProblemError(notImplemented()) };
    checkAccess(inner);
    return { call: inner, handler, wrong: [], set };
  } catch (error) {
    return { error };
  }
}

async function runItem(call: Call, tx: Transaction, item: Admitted, { index, trial }: { index: number; trial: boolean }): Promise<Result> {
  if ('error' in item) return failure(call, item.error, index);
  try {
    return await savepoint(tx.db, () => carryOut(item, item.call.handle.join(tx), { index, trial }));
  } catch (error) {
    return failure(call, error, index);
  }
}

async function carryOut(
  { call, handler, set: given, wrong }: Exclude<Admitted, { error: unknown }>,
  tx: Transaction,
  { index, trial }: { index: number; trial: boolean },
): Promise<Result> {
  const set = given && (await settingOf(call, given, tx));
  if (set?.same) return { index, status: 200, errors: [], item: set.shown, same: true };
  const answer = await runAdmitted(call, handler, tx, set ? await admit(call, handler, trial) : wrong);
  const stored: unknown = answer.item ?? (answer.text === undefined ? undefined : JSON.parse(answer.text));
  const status = answer.status ?? call.served.operation.success;
  return { index, status, errors: [], ...(isObject(stored) ? { item: stored } : {}) };
}

/** Makes the call a replacement of the item as it is now, with some properties set. */
async function settingOf(call: Call, set: Doc, tx: Transaction): Promise<{ shown: Doc; same: boolean }> {
  const spec = call.services.store.specNamed(call.served.resource?.name ?? '');
  if (!spec) throw new ProblemError(notImplemented());
  const before = await findItem(spec, call, (id) => tx.get(spec, id));
  const body = settable(spec, before.doc);
  let same = true;
  for (const [name, value] of Object.entries(set)) {
    const now = body[name] ?? spec.fields.fields?.find((field) => field.name === name)?.default ?? null;
    same &&= sameJson(now, value);
    if (value === null) delete body[name];
    else body[name] = value;
  }
  call.body = body;
  call.ifMatch = `"${before.revision}"`;
  // who may not change it is not told how it stands
  if (same) await checkTenant(call);
  return { shown: (await tx.shown(spec, before)).doc, same };
}

function failure(call: Call, error: unknown, index: number): Result {
  const { status, code, detail, errors = [] } = call.services.sentences.problem(problemOf(call, error), call.language, call.requestId);
  return { index, status, code, detail, errors };
}

/** What an item failed with; a fault of ours is told as such, the others go on. */
export function problemOf(call: Call, error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof OutOfReachError) return new ProblemError(outOfReach());
  return new ProblemError(error instanceof ForeignItemError ? tenant() : internal({ requestId: call.requestId }));
}
