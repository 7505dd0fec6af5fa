import type { Db } from '#server/store/items/tables.ts';

/** What an account has under these names, as JSON texts. */
export async function preferencesOf(db: Db, username: string, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('preferences')
    .select(['name', 'value'])
    .where('username', '=', username)
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** How many an account has, and how many characters they are, names included. */
export async function preferencesSize(db: Db, username: string): Promise<{ entries: number; size: number }> {
  const { entries, size } = await db
    .selectFrom('preferences')
    .select((of) => [
      of.fn.countAll<number>().as('entries'),
      of.fn.sum<number | null>(of(of.fn<number>('length', ['name']), '+', of.fn<number>('length', ['value']))).as('size'),
    ])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return { entries, size: size ?? 0 };
}

export async function insertPreference(tx: Db, username: string, name: string, value: string): Promise<void> {
  await tx.insertInto('preferences').values({ username, name, value }).execute();
}

export async function deletePreference(tx: Db, username: string, name: string): Promise<void> {
  await tx.deleteFrom('preferences').where('username', '=', username).where('name', '=', name).execute();
}
