import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { StoredItem } from '#server/store/items/stored-item.ts';
import { type DocOf, typed, wanted, type Where } from '#server/store/items/typed.ts';
import type { Db, ItemRow, Stored } from '#server/store/items/tables.ts';
import { type Among, amongPredicate } from '#server/store/query/reach.ts';

/** Items that have these values, whoever may see them, by id. */
export async function findItems<Name extends string>(
  tx: Db,
  spec: ItemSpec<Name>,
  where: Where<Name>,
  { limit }: { limit?: number } = {},
): Promise<Stored<DocOf<Name>>[]> {
  const { rows } = await sql<ItemRow>`select * from ${sql.table(spec.table)} where ${having(spec, where)}
    order by id ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(tx);
  return rows.map((row) => typed(spec, new StoredItem(spec, row)));
}

/** How many they are. */
export async function countItems<Name extends string>(tx: Db, spec: ItemSpec<Name>, where: Where<Name>): Promise<number> {
  const counted = sql<{ total: number }>`select count(*) as total from ${sql.table(spec.table)} where ${having(spec, where)}`;
  return (await counted.execute(tx)).rows[0]?.total ?? 0;
}

function having(spec: ItemSpec, where: object): RawBuilder<SqlBool> {
  return sql.join([sql<SqlBool>`1 = 1`, ...wanted(where).map((among) => amongPredicate(among, spec))], sql` and `);
}

/** Items of which a property has a value, whoever may see them; no more than `limit`. */
export async function idsWith(tx: Db, spec: ItemSpec, among: Among, limit: number): Promise<string[]> {
  const found = sql<{ id: string }>`select id from ${sql.table(spec.table)} where ${amongPredicate(among, spec)} limit ${limit}`;
  return (await found.execute(tx)).rows.map(({ id }) => id);
}

/** Items of one tenant. */
export async function idsOwnedBy(tx: Db, spec: ItemSpec, owner: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(spec.table)} where owner = ${owner}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What no two items may have alike. `owner`: of one tenant, or of everybody's; absent, of all. */
type Alike = { values: readonly (readonly [path: string, value: unknown])[]; owner?: string | null; except?: string | undefined };

/** Whether another item has the same values. */
export async function isTaken(tx: Db, spec: ItemSpec, { values, owner, except }: Alike): Promise<boolean> {
  const conditions = values.map(([path, value]) => {
    const column = spec.value.get(path);
    return column ? sql<SqlBool>`${sql.ref(column.name)} = ${column.read(value)}` : sql<SqlBool>`id = ${String(value)}`;
  });
  if (owner !== undefined) conditions.push(owner === null ? sql<SqlBool>`owner is null` : sql<SqlBool>`owner = ${owner}`);
  if (except !== undefined) conditions.push(sql<SqlBool>`id <> ${except}`);
  const { rows } = await sql`select 1 from ${sql.table(spec.table)} where ${sql.join(conditions, sql` and `)} limit 1`.execute(tx);
  return rows.length > 0;
}
