import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { getPath } from '#domain/value.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** Values that a property (a stored column) must have; `through`: that this property of the owning tenant must have. */
export type Among = { path: string; in: readonly (string | number)[]; through?: string };

/**
 * The rows of one resource that a caller can reach at all. A resource without owner has no tenants: every row is reached
 * unless `only` narrows it.
 */
export type Reach = {
  tenants: Tenants;
  /** Rows that belong to no tenant: all of them, none, or some. */
  shared: boolean | Among;
  /** Rows that are reached whosever they are. */
  also?: readonly Among[];
  /** Narrows every row. */
  only?: readonly Among[];
  /** Rows with any of these values are kept from the caller, whosever they are. */
  never?: readonly Among[];
  /** Tenants of which only the sites in these cities are reached, and what stands at them (`places.ts`). */
  cities?: ReadonlyMap<string, readonly string[]>;
  /** Rows of single tenants that are kept from the caller: those that have all of these values. */
  except?: readonly { tenant: string; all: readonly Among[] }[];
  /** Whose rows may be written, and whether those of no tenant may. */
  writes: Tenants;
  writesShared: boolean;
};

type Tenants = 'all' | ReadonlySet<string>;

export const unlimited: Reach = { tenants: 'all', shared: true, writes: 'all', writesShared: true };

/** The reach as a test of one row, but for where it stands: that only the database knows. */
export function reaches(reach: Reach, spec: ItemSpec, owner: string | null, doc: () => Doc): boolean {
  return (
    (isOwn(reach, spec, owner, doc) || (reach.also?.some((among) => isAmong(among, doc())) ?? false)) &&
    (reach.only?.every((among) => isAmong(among, doc())) ?? true) &&
    !reach.never?.some((among) => isAmong(among, doc()))
  );
}

/** Whether a row of this owner may be written. */
export function mayWrite(reach: Reach, spec: ItemSpec, owner: string | null): boolean {
  if (!spec.owner || reach.writes === 'all') return true;
  return owner === null ? reach.writesShared : reach.writes.has(owner);
}

function isOwn(reach: Reach, spec: ItemSpec, owner: string | null, doc: () => Doc): boolean {
  if (!spec.owner) return true;
  if (reach.except?.some(({ tenant, all }) => tenant === owner && all.every((among) => isAmong(among, doc())))) return false;
  if (reach.tenants === 'all') return true;
  return owner === null ? (typeof reach.shared === 'boolean' ? reach.shared : isAmong(reach.shared, doc())) : reach.tenants.has(owner);
}

export function amongPredicate(among: Among, spec: ItemSpec): RawBuilder<SqlBool> {
  if (among.in.length === 0) return sql<SqlBool>`1 = 0`;
  const values = sql.join([...among.in]);
  const through = among.through === undefined ? undefined : spec.tenant?.value.get(among.through);
  if (spec.tenant && through)
    return sql<SqlBool>`owner in (select id from ${sql.table(spec.tenant.table)} where ${sql.ref(through.name)} in (${values}))`;
  if (among.path === spec.id) return sql<SqlBool>`id in (${values})`;
  if (among.path === spec.owner) return sql<SqlBool>`owner in (${values})`;
  const column = spec.value.get(among.path);
  if (column) return sql<SqlBool>`${sql.ref(column.name)} in (${values})`;
  if (!spec.many.has(among.path) && !spec.refs.some(({ path }) => path === among.path))
    throw new Error(`${spec.name} has no column for ${among.path}`);
  return sql<SqlBool>`id in (select id from refs where resource = ${spec.name} and path = ${among.path} and value in (${values}))`;
}

function isAmong(among: Among, doc: Doc): boolean {
  const value = getPath(doc, among.path.replace(/\[\]$/, ''));
  const wanted = new Set<unknown>(among.in);
  return Array.isArray(value) ? value.some((each) => wanted.has(each)) : wanted.has(typeof value === 'boolean' ? Number(value) : value);
}
