import { sql } from 'kysely';

import type { Db } from '#server/store/items/tables.ts';

/** Tables of the platform that keep something under the name of an account, by the column that holds it. */
export const namedTables = { log_ins: 'username', log_in_failures: 'account', idempotency: 'username', preferences: 'username' } as const;

export async function renameInTables(tx: Db, from: string, to: string): Promise<void> {
  for (const [table, column] of Object.entries(namedTables))
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(tx);
}

export async function forgetInTables(tx: Db, name: string): Promise<void> {
  for (const [table, column] of Object.entries(namedTables))
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${name}`.execute(tx);
}
