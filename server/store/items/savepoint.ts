import { sql } from 'kysely';

import type { Db } from '#server/store/items/tables.ts';

/** A part of a transaction: where it fails nothing of it is left, and the rest goes on. */
export async function savepoint<T>(tx: Db, part: () => Promise<T>): Promise<T> {
  await sql`savepoint item`.execute(tx);
  try {
    const result = await part();
    await sql`release savepoint item`.execute(tx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint item`.execute(tx);
    await sql`release savepoint item`.execute(tx);
    throw error;
  }
}
