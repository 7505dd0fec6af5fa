import { parentPort, workerData } from 'node:worker_threads';

import { type ReadAnswer, type ReadTask } from '#server/store/sqlite/reader-pool.ts';
import { openSqlite, StatementCache } from '#server/store/sqlite/database.ts';

const { file } = workerData as { file: string };
const statements = new StatementCache(openSqlite(file, { readOnly: true }));

parentPort?.on('message', (task: ReadTask) => {
  parentPort?.postMessage(answer(task));
});

function answer({ id, sql, parameters }: ReadTask): ReadAnswer {
  try {
    return { id, rows: statements.rows(sql, parameters) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

parentPort?.postMessage({} satisfies ReadAnswer);
