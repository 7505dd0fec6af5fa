import { unlockAccount } from '#server/features/account/attempts.ts';
import { forgetInTables, renameInTables } from '#server/store/platform/named-tables.ts';
import { forgetAllOf } from '#server/store/platform/ephemeral.ts';
import type { Db } from '#server/store/items/tables.ts';

/** The account goes on under another name, and everything that is kept for it: whoever takes the old name finds nothing. */
export async function renameAccount(tx: Db, from: string, to: string): Promise<void> {
  await forgetAccount(tx, to);
  await renameInTables(tx, from, to);
  await forgetAllOf(tx, from);
}

/** Nothing is left for whoever gets the name next. */
export async function forgetAccount(tx: Db, name: string): Promise<void> {
  await forgetInTables(tx, name);
  await forgetAllOf(tx, name);
}

/** Failed attempts at a name: whoever stands at the machine need not wait for them to be forgotten. */
export async function forgetAttempts(tx: Db, name: string): Promise<void> {
  await unlockAccount(tx, name);
  await forgetAllOf(tx, name);
}
