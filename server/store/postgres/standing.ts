import { sql } from 'kysely';

import type { Db } from '#server/store/items/tables.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { list, literal, quoted, setting } from '#server/store/postgres/settings.ts';

/** Between a tenant and a city of it. */
export const WITHIN = '\u{1e}';

/** Whether a row's tenant is one of which only some cities are reached. */
const LIMITED = `owner = any(${list('limited')})`;

/**
 * The policies of what stands at sites, beside that of its tenants. A row is seen by who reaches one of its sites, and
 * written by who reaches all of them, as `query/places.ts` has it.
 */
export async function guardStanding(tx: Db, spec: ItemSpec): Promise<void> {
  const { standsAt, places } = spec;
  for (const name of ['stands', 'inserted', 'updated', 'deleted'])
    await sql`drop policy if exists ${sql.ref(name)} on ${sql.table(spec.table)}`.execute(tx);
  if (!standsAt || 'companies' in standsAt) return;
  if ('city' in standsAt) {
    const inCity = among(cityCondition(spec, standsAt.city));
    await restrict(tx, spec, 'stands', `for all using (${inCity}) with check (${inCity})`);
    await functionForWhole(tx, spec, standsAt.city);
    return;
  }
  if (!places) return;
  const read = among(readCondition(spec, standsAt, places));
  // a row is written before its references are: what it names is read off its document
  const paths = standsAt.sites.map((path) => literal(jsonPath(path))).join(', ');
  const whole = among(`stands_whole(doc::jsonb, array[${paths}]::jsonpath[])`);
  await restrict(tx, spec, 'stands', `for select using (${read})`);
  await restrict(tx, spec, 'inserted', `for insert with check (${whole})`);
  await restrict(tx, spec, 'updated', `for update using (${whole}) with check (${whole})`);
  await restrict(tx, spec, 'deleted', `for delete using (${whole})`);
}

async function restrict(tx: Db, { table }: ItemSpec, name: string, rule: string): Promise<void> {
  await sql`create policy ${sql.ref(name)} on ${sql.table(table)} as restrictive ${sql.raw(rule)}`.execute(tx);
}

/** The server's own statements, and tenants that are reached whole, are not asked where a row stands. */
function among(condition: string): string {
  return `case ${setting('tenants')} when '*' then true else case when ${LIMITED} then coalesce(${condition}, false) else true end end`;
}

function cityCondition({ value }: ItemSpec, path: string): string {
  return `(owner || E'\\x1e' || ${quoted(value.get(path)?.name ?? path)}) = any(${list('cities')})`;
}

/**
 * The sites have this policy themselves: those that are seen are those that are reached. They are looked up by their ids,
 * so that a transaction that writes depends on these alone.
 */
function readCondition(spec: ItemSpec, { sites, none }: { sites: string[]; none: string }, places: ItemSpec): string {
  const any = sites.map((path) => {
    const column = spec.value.get(path);
    if (column)
      return `exists (select from ${places.table} s where s.id = ${spec.table}.${quoted(column.name)} and s.owner = ${spec.table}.owner)`;
    return `exists (select from refs r join ${places.table} s on s.id = r.value and s.owner = r.owner where ${refersBy(spec, path)} and r.owner = ${spec.table}.owner)`;
  });
  return [...any, ...(none === 'everywhere' ? [`not ${names(spec, sites[0] ?? '')}`] : [])].join(' or ');
}

function names(spec: ItemSpec, path: string): string {
  const column = spec.value.get(path);
  return column ? `(${quoted(column.name)} is not null)` : `exists (select from refs r where ${refersBy(spec, path)})`;
}

function refersBy({ name, table }: ItemSpec, path: string): string {
  return `r.resource = ${literal(name)} and r.id = ${table}.id and r.path = ${literal(path)}`;
}

/** Sites that are no more, and those that are kept from the caller, are told apart only by looking at all there are. */
async function functionForWhole(tx: Db, places: ItemSpec, city: string): Promise<void> {
  const reached = `case when ${LIMITED} then coalesce(${cityCondition(places, city)}, false) else true end`;
  await sql`create or replace function stands_whole(item jsonb, paths jsonpath[]) returns boolean language plpgsql stable as ${sql.lit(`
    declare
      seen constant text := current_setting('wan.tenants', true);
      whole boolean;
    begin
      perform set_config('wan.tenants', '*', true);
      select count(*) > 0 and bool_and(${reached}) and jsonb_path_exists(item, paths[1]) into whole from ${places.table}
        where id in (select jsonb_path_query(item, path) #>> '{}' from unnest(paths) as path);
      perform set_config('wan.tenants', seen, true);
      return whole;
    end`)}`.execute(tx);
}

/** `sites[].siteId` as PostgreSQL says it. */
function jsonPath(path: string): string {
  const steps = path.split('.').map((step) => (step.endsWith('[]') ? `."${step.slice(0, -2)}"[*]` : `."${step}"`));
  return `$${steps.join('')}`;
}
