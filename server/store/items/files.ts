import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db, Stored } from '#server/store/items/tables.ts';

/** What a row was made into, by name: its bytes stand in the database, where every process of it finds them. */
export type Files = Readonly<Record<string, Uint8Array>>;

/** Keeps files of an item. Those that are there already stay as they are: of two who make them one is first, which this answers. */
export async function keepFiles(tx: Db, spec: ItemSpec, { id, owner }: Pick<Stored, 'id' | 'owner'>, files: Files): Promise<boolean> {
  const rows = Object.entries(files).map(([name, bytes]) => ({ resource: spec.name, id, owner, name, bytes }));
  const kept = await tx
    .insertInto('files')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['resource', 'id', 'name']).doNothing())
    .returning('name')
    .execute();
  return kept.length > 0;
}

export async function fileOf(db: Db, spec: ItemSpec, id: string, name: string): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('files')
    .select('bytes')
    .where('resource', '=', spec.name)
    .where('id', '=', id)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.bytes;
}

/** They go with the rows that they belong to. */
export async function forgetFiles(tx: Db, spec: ItemSpec, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('files').where('resource', '=', spec.name).where('id', 'in', ids).execute();
}
