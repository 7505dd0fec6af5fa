import { createHash } from 'node:crypto';

import { idempotencyConflict } from '#generated/problems.ts';
import type { Answer, Call } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { answerKept, insertAnswer } from '#server/store/platform/idempotency.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

/** A create that may come twice: its key, and what it must be like to be the same. */
export type Repeatable = { key: string; operation: string; body: string };

/** Taken before the body is prepared: a hashed password never looks the same twice. */
export function repeatableOf(call: Call): Repeatable | undefined {
  const { idempotencyKey, id } = call.served.operation;
  if (!idempotencyKey || call.idempotencyKey === undefined) return undefined;
  const body = createHash('sha256')
    .update(JSON.stringify(call.body ?? null))
    .digest('base64url');
  return { key: call.idempotencyKey, operation: `${id} ${JSON.stringify(call.path)}`, body };
}

/** The answer that the first call with this key got. */
export async function earlierAnswer(call: Call, same: Repeatable, tx: Transaction): Promise<Answer | undefined> {
  const row = await answerKept(tx.db, call.handle.actor.name, same.key);
  if (!row) return undefined;
  if (row.operation !== same.operation || row.body !== same.body) throw new ProblemError(idempotencyConflict());
  return {
    status: row.status,
    text: row.answer,
    ...(row.etag === null ? {} : { etag: row.etag }),
    headers: { 'idempotent-replay': 'true' },
  };
}

/** Kept in the transaction of the write itself: there is no moment at which only one of them is there. */
export async function keepAnswer(call: Call, same: Repeatable, answer: Answer, tx: Transaction): Promise<void> {
  await insertAnswer(tx.db, {
    username: call.handle.actor.name,
    ...same,
    status: answer.status ?? call.served.operation.success,
    etag: answer.etag ?? null,
    answer: answer.text ?? JSON.stringify(answer.body ?? null),
    at: call.services.clock.now(),
  });
}
