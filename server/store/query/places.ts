import { asObject } from '#domain/json.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { getPath, setPath } from '#domain/value.ts';
import { type ItemSpec, valuesAt } from '#server/store/items/item-spec.ts';
import type { Reach } from '#server/store/query/reach.ts';
import type { Doc, Db } from '#server/store/items/tables.ts';

/** Says of a shown row at how many sites it stands beside those that are shown, or for how many companies it is. */
const OTHERS = { sites: 'otherSites', companies: 'otherCompanies' };

/**
 * How a row stands to somebody who reaches only some sites of its company. `whole`: all its sites are reached, so that it
 * may be changed. `part`: it stands elsewhere too, or everywhere; it is shown without the `hidden` sites and stays as it is.
 */
export type Standing = { reached: boolean; whole: boolean; hidden: ReadonlySet<string> };

/** Ids in one question. */
const AT_ONCE = 5000;
const NONE: ReadonlySet<string> = new Set();
export const WHOLE: Standing = { reached: true, whole: true, hidden: NONE };
const OUT: Standing = { reached: false, whole: false, hidden: NONE };

/** The rows that are for one of these companies, or for all there are. */
export function companiesPredicate(spec: ItemSpec, tenants: ReadonlySet<string>): RawBuilder<SqlBool> {
  const [path = ''] = pathsOf(spec);
  const all = sql<SqlBool>`not ${names(spec, path)}`;
  if (tenants.size === 0) return all;
  return sql<SqlBool>`(id in (select id from refs where resource = ${spec.name} and path = ${path} and value in (${sql.join([...tenants])})) or ${all})`;
}

/** The rows of a tenant that stand at sites in these cities, as a predicate. Of several sites one is enough to be shown. */
export function standsPredicate(spec: ItemSpec, tenant: string, cities: readonly string[]): RawBuilder<SqlBool> {
  const { standsAt, places } = spec;
  if (!standsAt || !places || 'companies' in standsAt) return sql<SqlBool>`1 = 1`;
  if ('city' in standsAt) return inCities(spec, standsAt.city, cities);
  const sites = sql`select id from ${sql.table(places.table)} where owner = ${tenant} and ${inCities(places, cityOf(places), cities)}`;
  const any = standsAt.sites.map((path) => {
    const column = spec.value.get(path);
    if (column) return sql<SqlBool>`${sql.ref(column.name)} in (${sites})`;
    return sql<SqlBool>`id in (select id from refs where resource = ${spec.name} and path = ${path} and value in (${sites}))`;
  });
  if (standsAt.none === 'everywhere') any.push(sql<SqlBool>`not ${names(spec, standsAt.sites[0] ?? '')}`);
  return sql<SqlBool>`(${sql.join(any, sql` or `)})`;
}

/** How a document stands. Sites that are no more hide nothing. */
export async function standingOf(db: Db, reach: Reach, spec: ItemSpec, owner: string | null, doc: Doc): Promise<Standing> {
  return (await standingsIn(db, reach, spec, [{ owner, doc }]))[0] ?? OUT;
}

/** How each of some documents stands; their sites are looked up all at once. */
export async function standingsIn(
  db: Db,
  reach: Reach,
  spec: ItemSpec,
  docs: readonly { owner: string | null; doc: Doc }[],
): Promise<Standing[]> {
  const { standsAt, places } = spec;
  if (!standsAt || !isNarrowed(reach, spec)) return docs.map(() => WHOLE);
  if ('companies' in standsAt) return docs.map(({ doc }) => standingFor(reach, placesIn(spec, [doc])));
  const limited = docs.filter(({ owner }) => citiesOf(reach, spec, owner)).map(({ doc }) => doc);
  const { hidden, reached } = await reachedAmong(db, reach, spec, placesIn(spec, limited));
  return docs.map(({ owner, doc }) => {
    const cities = citiesOf(reach, spec, owner);
    if (!cities || !places) return WHOLE;
    if ('city' in standsAt) return cities.some((city) => city === getPath(doc, standsAt.city)) ? WHOLE : OUT;
    const everywhere = valuesAt(doc, standsAt.sites[0] ?? '').length === 0;
    const named = [...placesIn(spec, [doc])];
    if (everywhere ? standsAt.none === 'nowhere' : !named.some((id) => reached.has(id))) return OUT;
    const beyond = new Set(named.filter((id) => hidden.has(id)));
    return { reached: true, whole: !everywhere && beyond.size === 0, hidden: beyond };
  });
}

/** How something stands that is for these companies; without any it is for all there are. */
function standingFor({ tenants, writes }: Reach, companies: ReadonlySet<string>): Standing {
  if (tenants === 'all' && writes === 'all') return WHOLE;
  const among = (held: typeof tenants, id: string): boolean => held === 'all' || held.has(id);
  const hidden = new Set([...companies].filter((id) => !among(tenants, id)));
  if (companies.size > 0 && hidden.size === companies.size) return OUT;
  return { reached: true, whole: companies.size > 0 && [...companies].every((id) => among(writes, id)), hidden };
}

/** Which of some sites, or companies, somebody reaches, and which are there but not reached. */
export async function reachedAmong(
  db: Db,
  { cities = new Map(), tenants }: Reach,
  { places, standsAt }: ItemSpec,
  ids: ReadonlySet<string>,
): Promise<{ reached: Set<string>; hidden: Set<string> }> {
  if (standsAt && 'companies' in standsAt) {
    const { true: known = [], false: beyond = [] } = Object.groupBy(ids, (id) => `${tenants === 'all' || tenants.has(id)}`);
    return { reached: new Set(known), hidden: new Set(beyond) };
  }
  const [reached, hidden] = [new Set<string>(), new Set<string>()];
  if (!places || ids.size === 0) return { reached, hidden };
  const column = sql.ref(places.value.get(cityOf(places))?.name ?? '');
  const all = [...ids];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const { rows } = await sql<{ id: string; owner: string | null; city: string | null }>`
      select id, owner, ${column} as city from ${sql.table(places.table)} where id in (${sql.join(all.slice(at, at + AT_ONCE))})`.execute(
      db,
    );
    for (const { id, owner, city } of rows) {
      const among = owner === null ? undefined : cities.get(owner);
      (among && !among.some((name) => name === city) ? hidden : reached).add(id);
    }
  }
  return { reached, hidden };
}

/** The same as `standingOf` for rows that are stored and reached, all at once; whoever is not named stands wholly. */
export async function standingsOf(db: Db, reach: Reach, spec: ItemSpec, rows: readonly Owned[]): Promise<Map<string, Standing>> {
  if (spec.standsAt && 'companies' in spec.standsAt) return standingsFor(db, reach, spec, rows);
  const found = new Map<string, Standing>();
  const { standsAt } = spec;
  const limited = rows.filter(({ owner }) => citiesOf(reach, spec, owner)).map(({ id }) => id);
  if (!standsAt || 'city' in standsAt || limited.length === 0) return found;
  if (standsAt.none === 'everywhere') {
    const everywhere = await sql<{ id: string }>`
      select id from ${sql.table(spec.table)} where id in (${sql.join(limited)}) and not ${names(spec, standsAt.sites[0] ?? '')}`.execute(
      db,
    );
    for (const { id } of everywhere.rows) found.set(id, { reached: true, whole: false, hidden: NONE });
  }
  const named = await hiddenOf(db, reach, spec, limited);
  for (const [id, of] of Map.groupBy(named, (row) => row.id))
    found.set(id, { reached: true, whole: false, hidden: new Set(of.map(({ value }) => value)) });
  return found;
}

async function standingsFor(db: Db, reach: Reach, spec: ItemSpec, rows: readonly Owned[]): Promise<Map<string, Standing>> {
  const [path = ''] = pathsOf(spec);
  const named = await db
    .selectFrom('refs')
    .select(['id', 'value'])
    .where('resource', '=', spec.name)
    .where('path', '=', path)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const companies = Map.groupBy(named, ({ id }) => id);
  const standings = rows.map(({ id }) => [id, standingFor(reach, new Set(companies.get(id)?.map(({ value }) => value)))] as const);
  return new Map(standings.filter(([, { whole }]) => !whole));
}

/** The sites of some rows that are not reached. */
async function hiddenOf(db: Db, { cities = new Map() }: Reach, spec: ItemSpec, ids: string[]): Promise<{ id: string; value: string }[]> {
  const { standsAt, places } = spec;
  const many = standsAt && 'sites' in standsAt ? standsAt.sites.filter((path) => !spec.value.has(path)) : [];
  if (!places || many.length === 0) return [];
  const there = [...cities].map(([tenant, among]) => sql`(owner = ${tenant} and (${inCities(places, cityOf(places), among)}) is not true)`);
  const { rows } = await sql<{ id: string; value: string }>`
    select distinct id, value from refs where resource = ${spec.name} and path in (${sql.join(many)}) and id in (${sql.join(ids)})
    and value in (select id from ${sql.table(places.table)} where ${sql.join(there, sql` or `)})`.execute(db);
  return rows;
}

type Owned = { id: string; owner: string | null };

/** Whether anybody could reach a part of a company's rows of this resource only, or a part of what is for several companies. */
export function isNarrowed(reach: Reach, { standsAt }: ItemSpec): boolean {
  if (standsAt && 'companies' in standsAt) return reach.tenants !== 'all' || reach.writes !== 'all';
  return standsAt !== undefined && (reach.cities?.size ?? 0) > 0;
}

/** Paths to the ids of what rows stand at. */
function pathsOf({ standsAt }: ItemSpec): readonly string[] {
  if (!standsAt || 'city' in standsAt) return [];
  return 'sites' in standsAt ? standsAt.sites : standsAt.companies;
}

/** The sites that documents name as where they stand, or the companies that they are for. */
export function placesIn(spec: ItemSpec, docs: readonly Doc[]): Set<string> {
  return new Set(docs.flatMap((doc) => pathsOf(spec).flatMap((path) => valuesAt(doc, path).map(String))));
}

/** The document as it is shown: without some sites and what it holds for them, with their number where there is room for it. */
export function withoutPlaces(spec: ItemSpec, doc: Doc, hidden: ReadonlySet<string>): Doc {
  const paths = pathsOf(spec);
  if (paths.length === 0 || hidden.size === 0) return doc;
  let shown = doc;
  for (const path of paths) shown = withoutAt(shown, path, hidden);
  const counted = [...placesIn(spec, [doc])].filter((id) => hidden.has(id)).length;
  const room = paths.some((path) => path.includes('[]'));
  const others = OTHERS[spec.standsAt && 'companies' in spec.standsAt ? 'companies' : 'sites'];
  return counted > 0 && room ? { ...shown, [others]: counted } : shown;
}

/** A list loses what names the site; a single property goes. */
function withoutAt(doc: Doc, path: string, hidden: ReadonlySet<string>): Doc {
  const cut = path.indexOf('[]');
  const head = cut < 0 ? path : path.slice(0, cut);
  const value = getPath(doc, head);
  if (cut < 0) {
    if (typeof value !== 'string' || !hidden.has(value)) return doc;
    const { [head]: _, ...rest } = doc;
    return rest;
  }
  if (!Array.isArray(value)) return doc;
  const inner = path.slice(cut + 3);
  const kept = value.filter((each) => !hidden.has(String(inner === '' ? each : getPath(each, inner))));
  return asObject(setPath(doc, head, kept));
}

function citiesOf({ cities }: Reach, { standsAt }: ItemSpec, owner: string | null): readonly string[] | undefined {
  return standsAt && owner !== null ? cities?.get(owner) : undefined;
}

function cityOf({ standsAt }: ItemSpec): string {
  return standsAt && 'city' in standsAt ? standsAt.city : '';
}

function inCities(spec: ItemSpec, path: string, cities: readonly string[]): RawBuilder<SqlBool> {
  if (cities.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref(spec.value.get(path)?.name ?? '')} in (${sql.join([...cities])})`;
}

/** Whether a row of the table names any site by a path. */
function names(spec: ItemSpec, path: string): RawBuilder<SqlBool> {
  const column = spec.value.get(path);
  if (column) return sql<SqlBool>`(${sql.ref(column.name)} is not null)`;
  return sql<SqlBool>`exists (select 1 from refs where refs.resource = ${spec.name} and refs.id = ${sql.ref(`${spec.table}.id`)} and refs.path = ${path})`;
}
