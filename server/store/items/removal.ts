import { sql, type SqlBool } from 'kysely';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { forgetFiles } from '#server/store/items/files.ts';
import type { Db } from '#server/store/items/tables.ts';

/** Where a sweep of a kind has come to. */
export type Swept = { at: number; id: string };

/** Rows of a kind that have been kept long enough, oldest first, behind where it has come to. */
export async function itemsDue(tx: Db, spec: ItemSpec, { before, most, behind }: Due): Promise<Swept[]> {
  const [[property, values] = []] = Object.entries(spec.resource.data?.keep?.when ?? {});
  const column = property === undefined ? undefined : spec.value.get(property)?.name;
  const narrowed = column && values ? sql<SqlBool>` and ${sql.ref(column)} in (${sql.join(values)})` : sql``;
  const rest = behind ? sql<SqlBool>` and (created_at, id) > (${behind.at}, ${behind.id})` : sql``;
  const { rows } = await sql<Swept>`select created_at as at, id from ${sql.table(spec.table)}
    where created_at < ${before} and updated_at < ${before}${narrowed}${rest} order by created_at, id limit ${most}`.execute(tx);
  return rows;
}

type Due = { before: number; most: number; behind: Swept | undefined };

/** Those of the items that others refer to. */
export async function referredTo(tx: Db, spec: ItemSpec, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('refs').select('value').distinct().where('target', '=', spec.name).where('value', 'in', ids).execute();
  return rows.map(({ value }) => value);
}

/** Deletes rows with everything that is noted of them, their history and files too. */
export async function forgetItems(tx: Db, spec: ItemSpec, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.table(spec.table)} where id in (${sql.join(ids)})`.execute(tx);
  await forgetFiles(tx, spec, ids);
  for (const table of ['refs', 'ranges', 'revisions'] as const)
    await tx.deleteFrom(table).where('resource', '=', spec.name).where('id', 'in', ids).execute();
}

/** The history of an item is read from its end: what is oldest may go, but never its last revision, which counts on. */
export async function removeRevisions(tx: Db, before: number, most: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from revisions as r where at < ${before} and exists
    (select 1 from revisions as later where later.resource = r.resource and later.id = r.id and later.revision > r.revision)
    order by at limit ${most}`.execute(tx);
  if (rows.length > 0)
    await tx
      .deleteFrom('revisions')
      .where(
        'seq',
        'in',
        rows.map(({ seq }) => seq),
      )
      .execute();
  return rows.length;
}
