import { sql } from 'kysely';

import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { amongPredicate } from '#server/store/query/reach.ts';
import { type Doc, type Stored } from '#server/store/items/tables.ts';
import { type Transaction } from '#server/store/items/transaction.ts';

/** Somebody who can log in and mend anything. */
export function isAdministrator(doc: Doc): boolean {
  return doc.accountType === 'superAdmin' && doc.enable !== false;
}

/** Whether nobody could mend the platform without this account: looked up in the transaction, so that two who remove each other do not both go. */
export async function isLastAdministrator(account: Stored, spec: ItemSpec, tx: Transaction): Promise<boolean> {
  if (!isAdministrator(account.doc)) return false;
  const where = [
    amongPredicate({ path: 'accountType', in: ['superAdmin'] }, spec),
    sql`(${amongPredicate({ path: 'enable', in: [0] }, spec)}) is not true`,
    sql`id <> ${account.id}`,
  ];
  const found = await sql`select 1 from ${sql.table(spec.table)} where ${sql.join(where, sql` and `)} limit 1`.execute(tx.asServer().db);
  return found.rows.length === 0;
}
