import type { Db } from '#server/store/items/tables.ts';

/** What the server keeps under a name. */
export async function settingOf(db: Db, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function setSetting(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** All that stand under names of one beginning, by the rest of the name. */
export async function settingsUnder(db: Db, prefix: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('settings').selectAll().where('name', 'like', `${prefix}%`).execute();
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), value]));
}
