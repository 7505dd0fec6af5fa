import type { Db } from '#server/store/items/tables.ts';

export async function keepMessage(tx: Db, id: string, at: number, message: string): Promise<void> {
  await tx.insertInto('outbox').values({ id, at, sent_at: null, message }).execute();
}

/** A message that was not sent yet. */
export async function unsentMessage(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('outbox').select('message').where('id', '=', id).where('sent_at', 'is', null).executeTakeFirst();
  return row?.message;
}

/** It was sent, and what it said is nobody's business any more. */
export async function emptyMessage(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('outbox').set({ sent_at: now, message: '{}' }).where('id', '=', id).execute();
}

/** Deletes what was sent before `sentBefore`, and whatever was kept before `keptBefore`. */
export async function sweepMessages(tx: Db, sentBefore: number, keptBefore: number): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where((or) => or.or([or('sent_at', '<', sentBefore), or('at', '<', keptBefore)]))
    .execute();
}
