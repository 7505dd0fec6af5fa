import type { Db, Tables } from '#server/store/items/tables.ts';

/** What a call with a key was answered. */
export type KeptAnswer = Tables['idempotency'];

export function answerKept(db: Db, username: string, key: string): Promise<KeptAnswer | undefined> {
  return db.selectFrom('idempotency').selectAll().where('username', '=', username).where('key', '=', key).executeTakeFirst();
}

export async function insertAnswer(tx: Db, kept: KeptAnswer): Promise<void> {
  await tx.insertInto('idempotency').values(kept).execute();
}

export async function sweepAnswers(tx: Db, before: number): Promise<void> {
  await tx.deleteFrom('idempotency').where('at', '<', before).execute();
}
