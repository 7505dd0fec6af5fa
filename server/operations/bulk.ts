import { setImmediate as nextTurn } from 'node:timers/promises';

import { sql } from 'kysely';

import { type Json } from '#domain/model.ts';
import { internal, notImplemented, tenant } from '#generated/problems.ts';
import { type Answer, type Call, type Handler, type Write, write } from '#server/handler.ts';
import { BulkUndone } from '#server/bulk-undone.ts';
import { runInside } from '#server/pipeline.ts';
import { ProblemError } from '#server/problem.ts';
import { ForeignItemError, type Transaction } from '#server/store/transaction.ts';
import { type Doc } from '#server/store/tables.ts';

type Item = { operation: string; path?: Record<string, string>; body?: Json; ifMatch?: string };
type Body = { items: Item[]; atomic?: boolean; dryRun?: boolean };
type Result = { index: number; status: number; code?: string; detail?: string; errors: unknown[]; item?: Json };

/** Other calls are served in between after so many items. */
const ITEMS_PER_TURN = 25;

/** Many writes in one transaction: each stands alone, or all stand together. Later items see what earlier ones did. */
export function bulk(handlers: () => ReadonlyMap<string, Handler>): Readonly<Record<string, Handler>> {
  return {
    runBulk: write(
      async (call, tx): Promise<Answer> => {
        const { items, atomic = false, dryRun = false } = call.body as Body;
        const results: Result[] = [];
        for (const [index, item] of items.entries()) {
          results.push(await runItem(call, tx, handlers(), item, index));
          if (index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await nextTurn();
        }
        const failed = results.some((result) => result.status >= 400);
        const applied = !dryRun && !(atomic && failed) && results.some((result) => result.status < 400);
        if (!applied) throw new BulkUndone({ applied, results });
        return { body: { applied, results } };
      },
      {
        prepare: async (call) => {
          for (const item of (call.body as Body).items) {
            const handler = handlers().get(item.operation);
            if (handler?.kind === 'write' && handler.prepare) await handler.prepare(callOf(call, item)).catch(() => {});
          }
        },
      },
    ),
  };
}

async function runItem(call: Call, tx: Transaction, handlers: ReadonlyMap<string, Handler>, item: Item, index: number): Promise<Result> {
  const handler = handlers.get(item.operation);
  await sql`savepoint item`.execute(tx.db);
  try {
    if (handler?.kind !== 'write' || item.operation === call.served.operation.id) throw new ProblemError(notImplemented());
    const inner = callOf(call, item);
    const answer = await runInside(inner, handler as Write, tx);
    await sql`release savepoint item`.execute(tx.db);
    const stored = answer.item ?? (answer.text === undefined ? undefined : (JSON.parse(answer.text) as Json));
    return { index, status: answer.status ?? inner.served.operation.success, errors: [], ...(isDoc(stored) ? { item: stored } : {}) };
  } catch (error) {
    await sql`rollback to savepoint item`.execute(tx.db);
    await sql`release savepoint item`.execute(tx.db);
    return failure(call, error, index);
  }
}

function failure(call: Call, error: unknown, index: number): Result {
  const problem = error instanceof ProblemError ? error : new ProblemError(error instanceof ForeignItemError ? tenant() : internal({ requestId: call.requestId }));
  const { status, code, detail, errors } = call.services.sentences.problem(problem, call.language, call.requestId);
  return { index, status, code: String(code), detail: String(detail), errors: Array.isArray(errors) ? (errors as unknown[]) : [] };
}

function callOf(call: Call, item: Item): Call {
  const served = call.services.contract.operations.get(item.operation);
  if (!served) throw new ProblemError(notImplemented());
  return { ...call, served, path: item.path ?? {}, body: item.body, ifMatch: item.ifMatch, query: { confirm: call.query['confirm'] } };
}

function isDoc(value: Json | undefined): value is Doc {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
