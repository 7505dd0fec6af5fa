import type { Db, Tables } from '#server/store/items/tables.ts';

/** Failed attempts at an account from one place, the newest of them at `at`; the account is shut for that place until `lockedUntil`. */
export type Failures = { account: string; place: string; failed: number; lockedUntil: number; at: number };

export async function failuresAt(db: Db, account: string, place: string): Promise<Failures | undefined> {
  const row = await db
    .selectFrom('log_in_failures')
    .selectAll()
    .where('account', '=', account)
    .where('place', '=', place)
    .executeTakeFirst();
  return row && failuresOf(row);
}

/** Where these accounts are locked at this time, the longest first. */
export async function lockedPlaces(db: Db, accounts: readonly string[], now: number): Promise<Failures[]> {
  const rows = await db
    .selectFrom('log_in_failures')
    .selectAll()
    .where('account', 'in', accounts)
    .where('frozen_until', '>', now)
    .orderBy('frozen_until', 'desc')
    .execute();
  return rows.map(failuresOf);
}

export async function setFailures(tx: Db, { account, place, failed, lockedUntil, at }: Failures): Promise<void> {
  const next = { failed, frozen_until: lockedUntil, at };
  await tx
    .insertInto('log_in_failures')
    .values({ account, place, ...next })
    .onConflict((conflict) => conflict.columns(['account', 'place']).doUpdateSet(next))
    .execute();
}

/** From one place, or from all. */
export async function deleteFailures(tx: Db, account: string, place?: string): Promise<void> {
  const ofAccount = tx.deleteFrom('log_in_failures').where('account', '=', account);
  await (place === undefined ? ofAccount : ofAccount.where('place', '=', place)).execute();
}

/** Deletes what is older than `since` and locks nobody any more. */
export async function sweepFailures(tx: Db, now: number, since: number): Promise<void> {
  await tx.deleteFrom('log_in_failures').where('at', '<', since).where('frozen_until', '<', now).execute();
}

function failuresOf({ frozen_until: lockedUntil, ...row }: Tables['log_in_failures']): Failures {
  return { ...row, lockedUntil };
}
