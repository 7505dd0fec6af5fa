import { parentPort, workerData } from 'node:worker_threads';

import type { MoreTask, ReadAnswer, ReadTask } from '#server/store/sqlite/reader-messages.ts';
import { openSqlite, StatementCache } from '#server/store/sqlite/database.ts';

const { file } = workerData as { file: string };
const statements = new StatementCache(openSqlite(file, { readOnly: true }));

const ROWS_A_MESSAGE = 1000;
/** What is left of the query that is answered, and from where on. */
let found: { id: number; rows: unknown[]; at: number } | undefined;

parentPort?.on('message', (task: ReadTask | MoreTask) => {
  parentPort?.postMessage('more' in task ? part() : answer(task));
});

function answer({ id, sql, parameters }: ReadTask): ReadAnswer {
  try {
    found = { id, rows: statements.rows(sql, parameters), at: 0 };
    return part();
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? Number(error.errcode) : undefined;
    return { id, error: String(error), ...(errcode === undefined ? {} : { errcode }) };
  }
}

function part(): ReadAnswer {
  if (!found) return { error: 'No query has more rows.' };
  const { id, rows, at } = found;
  const end = at + ROWS_A_MESSAGE;
  found = end < rows.length ? { id, rows, at: end } : undefined;
  return { id, rows: rows.slice(at, end), ...(found ? { more: true } : {}) };
}

parentPort?.postMessage({} satisfies ReadAnswer);
