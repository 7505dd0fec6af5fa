import { sql, type SqlBool } from 'kysely';

import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type Db } from '#server/store/items/tables.ts';

/** Rows of a kind, oldest first, with everything that is noted of them. */
export async function removeItems(tx: Db, spec: ItemSpec, before: number, most: number): Promise<number> {
  const [[property, values] = []] = Object.entries(spec.resource.data?.keep?.when ?? {});
  const column = property === undefined ? undefined : spec.value.get(property)?.name;
  const narrowed = column && values ? sql<SqlBool>` and ${sql.ref(column)} in (${sql.join(values)})` : sql``;
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(spec.table)} where created_at < ${before} and updated_at < ${before}${narrowed}
    order by created_at limit ${most}`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await sql`delete from ${sql.table(spec.table)} where id in (${sql.join(ids)})`.execute(tx);
  for (const table of ['refs', 'ranges', 'revisions'] as const)
    await tx.deleteFrom(table).where('resource', '=', spec.name).where('id', 'in', ids).execute();
  return rows.length;
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
