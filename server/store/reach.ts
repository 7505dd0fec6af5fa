import { type Json } from '#domain/model.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { getPath } from '#domain/value.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { type Doc } from '#server/store/tables.ts';

/** Values that a property (a stored column) must have. */
export type Among = { path: string; in: readonly (string | number)[] };

/**
 * The rows of one resource that a caller can reach at all. A resource without owner has no tenants: every row is reached
 * unless `only` narrows it.
 */
export type Reach = {
  tenants: 'all' | ReadonlySet<string>;
  /** Rows that belong to no tenant: all of them, none, or some. */
  shared: boolean | Among;
  only?: readonly Among[];
  /** Whether rows that belong to no tenant may be written. */
  writesShared: boolean;
};

export const unlimited: Reach = { tenants: 'all', shared: true, writesShared: true };

/** The reach as a test of one row. */
export function reaches(reach: Reach, spec: ItemSpec, owner: string | null, doc: () => Doc): boolean {
  if (reach.tenants !== 'all' && spec.owner) {
    if (owner === null ? !sharedHolds(reach.shared, doc) : !reach.tenants.has(owner)) return false;
  }
  return reach.only === undefined || reach.only.every((among) => isAmong(among, doc()));
}

/** Whether a row of this owner may be written. */
export function mayWrite(reach: Reach, spec: ItemSpec, owner: string | null): boolean {
  if (!spec.owner || reach.tenants === 'all') return true;
  return owner === null ? reach.writesShared : reach.tenants.has(owner);
}

/** The same as a predicate of a query. */
export function reachPredicates(reach: Reach, spec: ItemSpec): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [];
  if (reach.tenants !== 'all' && spec.owner) {
    const own = reach.tenants.size === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`owner in (${sql.join([...reach.tenants])})`;
    if (reach.shared === false) found.push(own);
    else if (reach.shared === true) found.push(sql<SqlBool>`(${own} or owner is null)`);
    else found.push(sql<SqlBool>`(${own} or (owner is null and ${amongPredicate(reach.shared, spec)}))`);
  }
  for (const among of reach.only ?? []) found.push(amongPredicate(among, spec));
  return found;
}

export function amongPredicate(among: Among, spec: ItemSpec): RawBuilder<SqlBool> {
  if (among.in.length === 0) return sql<SqlBool>`1 = 0`;
  const values = sql.join([...among.in]);
  if (among.path === spec.id) return sql<SqlBool>`id in (${values})`;
  if (among.path === spec.owner) return sql<SqlBool>`owner in (${values})`;
  const column = spec.value.get(among.path);
  if (column) return sql<SqlBool>`${sql.ref(column.name)} in (${values})`;
  return sql<SqlBool>`id in (select id from refs where resource = ${spec.name} and path = ${among.path} and value in (${values}))`;
}

function sharedHolds(shared: boolean | Among, doc: () => Doc): boolean {
  return typeof shared === 'boolean' ? shared : isAmong(shared, doc());
}

function isAmong(among: Among, doc: Doc): boolean {
  const value = getPath(doc, among.path.replace(/\[\]$/, '')) as Json | undefined;
  const wanted = new Set<unknown>(among.in);
  return Array.isArray(value) ? value.some((each) => wanted.has(each)) : wanted.has(typeof value === 'boolean' ? Number(value) : value);
}
