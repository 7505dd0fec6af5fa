import type { Db } from '#server/store/items/tables.ts';

/** What the database knows of itself: what it was filled with, which passes over it are done. */
export async function metaOf(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function setMeta(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
