import { escapeLiteral } from 'pg';
import { sql } from 'kysely';

import type { Db } from '#server/store/items/tables.ts';
import { list, quoted, setting } from '#server/store/postgres/settings.ts';
import { guardStanding, WITHIN } from '#server/store/postgres/standing.ts';
import type { Scope } from '#server/store/query/scope.ts';
import type { SqlDialect } from '#server/store/query/sql-dialect.ts';

/** Between the texts of a setting: it occurs in no id and no user name. */
const SEPARATOR = '\u{1f}';
const EVERY_TENANT = '*';

/**
 * Row-level security. A transaction says in settings of its own whose rows it may see, and in which cities of whom what
 * stands there; without a word it sees none. The policies hold for the owner of the tables too. A `case` is estimated to let every second row through, so the planner
 * goes on taking the index that gives the rows in order.
 */
export const postgres: SqlDialect = {
  name: 'postgres',
  types: {
    text: 'text collate "C"',
    integer: 'bigint',
    real: 'double precision',
    bytes: 'bytea',
    growingKey: 'bigint generated always as identity primary key',
  },
  indexed: (column, nullable) => (nullable ? sql`${sql.ref(column)} nulls first` : sql.ref(column)),
  // a long text does not fit into its indexes, and it reads a table with several processes at once
  covers: false,
  part: (properties) => {
    const pairs = properties.flatMap((name) => [sql.lit(name), sql`doc::jsonb -> ${sql.lit(name)}`]);
    return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(pairs)}))::text`;
  },
  async columnsOf(db, table) {
    const { rows } = await sql<{
      name: string;
    }>`select attname as name from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(db);
    return new Set(rows.map((row) => row.name));
  },
  async guard(tx, spec) {
    await sql`create sequence if not exists ${sql.table(versionOf(spec.name))}`.execute(tx);
    const own = spec.personal.map(
      (path) => `${quoted(path === spec.id ? 'id' : (spec.value.get(path)?.name ?? path))} = any(${list('self')})`,
    );
    await protect(tx, spec.table, spec.owner === undefined ? 'true' : visible('owner', own));
    await guardStanding(tx, spec);
  },
  async guardShared(tx) {
    const { rows } = await sql<{ name: string }>`select tablename as name from pg_policies where schemaname = current_schema()`.execute(tx);
    const guarded = new Set(rows.map(({ name }) => name));
    for (const [table, condition] of Object.entries(shared)) if (!guarded.has(table)) await protect(tx, table, condition);
  },
  versionIn: (resource) => sql`(select last_value + is_called::int from ${sql.ref(versionOf(resource))})`,
  shape: 'policies 2',
};

/** Who sees a row of the tables that all resources share. */
const shared = {
  revisions: visible('owner', []),
  refs: visible('owner', [`id = any(${list('self')})`]),
  ranges: visible("nullif(owner, '')", []),
  files: visible('owner', []),
};

/** The sequence that counts the changes of a resource. */
export function versionOf(resource: string): string {
  return `v_${resource}`;
}

/** The statement that limits the rest of a transaction to a scope. */
export function settingOf(scope: Scope): string {
  if (scope === 'all') return `select set_config('wan.tenants', '${EVERY_TENANT}', true)`;
  const texts = (values: readonly string[]): string => escapeLiteral(values.join(SEPARATOR));
  const settings = {
    tenants: texts(scope.tenants),
    shared: scope.shared ? "'on'" : "'off'",
    self: texts(scope.self),
    limited: texts([...scope.cities.keys()]),
    cities: texts([...scope.cities].flatMap(([tenant, cities]) => cities.map((city) => `${tenant}${WITHIN}${city}`))),
  };
  return `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('wan.${name}', ${value}, true)`)
    .join(', ')}`;
}

/**
 * What every connection begins with. Policies, and tables that nobody has analysed yet, look costly enough to PostgreSQL
 * to be compiled, which takes a hundred times longer than any of these statements: 230 ms to delete the spent tokens of
 * ten sessions.
 */
export const uncompiled = `select set_config('jit', 'off', false)`;
/** The same, and every tenant: for a whole connection that is the server's own. */
export const everyTenant = `select set_config('jit', 'off', false), set_config('wan.tenants', '${EVERY_TENANT}', false)`;

async function protect(tx: Db, table: string, condition: string): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} enable row level security`.execute(tx);
  await sql`alter table ${name} force row level security`.execute(tx);
  await sql`drop policy if exists tenants on ${name}`.execute(tx);
  await sql`create policy tenants on ${name} using (${sql.raw(condition)}) with check (${sql.raw(condition)})`.execute(tx);
}

function visible(owner: string, more: string[]): string {
  const any = [`${owner} = any(${list('tenants')})`, `(${owner} is null and ${setting('shared')} = 'on')`, ...more].join(' or ');
  return `case ${setting('tenants')} when '${EVERY_TENANT}' then true else ${any} end`;
}
