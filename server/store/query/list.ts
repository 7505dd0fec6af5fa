import { type CompiledQuery, type RawBuilder, sql, type SqlBool } from 'kysely';
import { LRUCache } from 'lru-cache';

import type { Reads } from '#server/store/engine.ts';
import { cellsAtOnce, rowsOf } from '#server/store/query/at-once.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { ListAnswer, ListQuery, PageNow, View } from '#server/store/query/list-query.ts';
import { isDisclosedByOwner } from '#server/store/query/disclosure.ts';
import { isNarrowed } from '#server/store/query/places.ts';
import { amongPredicate, type Reach } from '#server/store/query/reach.ts';
import { reachPredicates } from '#server/store/query/reach-predicates.ts';
import { shownRows } from '#server/store/query/shown-rows.ts';
import type { StoreBase } from '#server/store/store-base.ts';
import type { SqlValue } from '#server/store/items/tables.ts';

/** `version` stands where the database itself keeps it: it is asked with the page, not before. */
type Row = { id: string; owner: string | null; text: string; version?: number };
type Plain = Pick<Row, 'text'> & Partial<Pick<Row, 'owner'>>;
type Counted = { total: number };

/** Above this many rows a list that no index answers is read off the main thread. */
const LARGE_TABLE = 5000;
/** From so many rows in, a page costs more for those before it than for its own; a page of more is work by itself. */
const DEEP = 1000;
/** So many are left out in less than a millisecond: to hand it to a thread would take longer, and the thread's memory. */
const DEEPEST_AT_ONCE = 10_000;
const COUNTS_KEPT = 500;
/** Statements of one reach that are kept until they are begun anew, and what is asked for too rarely to be kept. */
const STATEMENTS_KEPT = 100;
const LONGEST_KEY = 1000;
/** Signs of pages that are kept as they were read. */
const PAGES_KEPT = 1_000_000;
/** So long a page is kept of which the database did not say that it changed. */
const KEPT_MS = 2000;
const counts = new WeakMap<Reads['read'], LRUCache<string, number>>();

/** A column of the order. */
export type Key = { column: string; descending: boolean; nullable: boolean };

export async function listItems(view: View, query: ListQuery): Promise<ListAnswer> {
  const { store, spec, reach, reads } = view;
  const slow = !isIndexed(spec, query) && (await isLong(store, spec));
  if (query.countTo !== undefined) return cappedList(view, query, filterOf(spec, reach, query), slow);
  // a short page brings its version along; beside a long one the count runs at the same time
  const stated = slow ? undefined : store.engine.dialect.versionIn?.(spec.name);
  const list = statementsOf(view, query);
  const { counted } = list;
  const page = stated ? (list.stated ??= pageOf(view, query, filterOf(spec, reach, query), stated).compile(reads.read)) : list.page;
  const known = stated ? undefined : await store.version(spec.name);
  const reading = runCompiled(reads, turnedTo(query, page), slow);
  const version = known ?? (await reading)[0]?.version ?? (await store.version(spec.name));
  const beside = await Promise.all(tablesBeside(spec, reach, query).map(async ({ name }) => store.version(name)));
  const [rows, total] = await Promise.all([reading, count(reads, counted, [version, ...beside].join(' '), slow)]);
  return { total, rows: await shownRows(view, await withPinned(view, query, rows), query.whole === true || query.only !== undefined) };
}

/** What says which rows are meant and changes by itself: where rows stand, and what the tenant is that they belong to. */
function tablesBeside(spec: ItemSpec, reach: Reach, query: ListQuery): ItemSpec[] {
  const places = isNarrowed(reach, spec) ? spec.places : undefined;
  const tenant = query.among?.some(({ through }) => through !== undefined) ? spec.tenant : undefined;
  return [places, tenant].filter((each) => each !== undefined);
}

/**
 * The same of a short page that is not waited for, as it was read when the table last changed; undefined where there is something to
 * be waited for.
 */
export function pageNow(view: View, query: ListQuery): PageNow | undefined {
  const { store, spec, reads } = view;
  if (store.engine.dialect.versionIn || !isKept(spec, query)) return undefined;
  const version = store.version(spec.name);
  if (typeof version !== 'number') return undefined;
  const list = statementsOf(view, query);
  const kept = pages.get(nameOf(list, query));
  if (kept?.version === version) return kept;
  const rows = cellsAtOnce<[text: string, owner?: string | null]>(reads.read, turnedTo(query, (list.plain ??= plainPageOf(view, query))));
  if (!rows) return undefined;
  const total = list.total?.version === version ? list.total.total : (cellsAtOnce<[number]>(reads.read, list.counted)?.[0]?.[0] ?? 0);
  return keepPage(view, query, list, { version, total, rows });
}

/**
 * The same where the database says which version the table has: that alone is asked, and rows only where they may be others. Who
 * writes past this program moves no version; a page is not kept for longer than its hand is noticed.
 */
export async function pageKept(view: View, query: ListQuery): Promise<PageNow | undefined> {
  const { store, spec, reads } = view;
  if (!store.engine.dialect.versionIn || !isKept(spec, query)) return undefined;
  const version = await store.version(spec.name);
  const list = statementsOf(view, query);
  const kept = pages.get(nameOf(list, query));
  if (kept?.version === version && performance.now() - kept.readAt < KEPT_MS) return kept;
  const [rows, [counted]] = await Promise.all([
    rowsOf(reads.read, turnedTo(query, (list.plain ??= plainPageOf(view, query)))),
    list.total?.version === version ? [list.total] : rowsOf(reads.read, list.counted),
  ]);
  return keepPage(view, query, list, { version, total: counted?.total ?? 0, rows: rows.map(({ text, owner }) => [text, owner]) });
}

/** Whether pages of such a list are kept: short ones in the order of an index, that nothing is put in front of. */
function isKept(spec: ItemSpec, query: ListQuery): boolean {
  return query.countTo === undefined && !query.pinned?.length && isIndexed(spec, query);
}

type ReadPage = { version: number; total: number; rows: readonly (readonly [text: string, owner?: string | null])[] };

function keepPage({ spec }: View, query: ListQuery, list: Statements, { version, total, rows }: ReadPage): PageNow {
  list.total = { version, total };
  const owners = isDisclosedByOwner(spec) ? [...new Set(rows.map(([, owner = null]) => owner))] : [];
  const page = { version, readAt: performance.now(), total, text: rows.map(([text]) => text).join(','), length: rows.length, owners };
  pages.set(nameOf(list, query), page);
  return page;
}

/** What all pages of a list are read by. */
type Statements = {
  name: number;
  page: CompiledQuery<Row>;
  /** The same with the version of the table beside each row. */
  stated?: CompiledQuery<Row>;
  counted: CompiledQuery<Counted>;
  /** The texts of the page alone, and the owners where they matter. */
  plain?: CompiledQuery<Plain>;
  /** As it was last counted, and of which version of the table. */
  total?: { version: number; total: number };
};
let named = 0;
const statements = new WeakMap<ItemSpec, WeakMap<Reach, Map<string, Statements>>>();
/** What was asked for last. */
const pages = new LRUCache<string, PageNow & { version: number; readAt: number }>({
  maxSize: PAGES_KEPT,
  maxEntrySize: PAGES_KEPT / 20,
  sizeCalculation: ({ text }) => text.length + 1,
});

const nameOf = ({ name }: Statements, { skip, limit }: ListQuery): string => `${name} ${skip} ${limit}`;

/** Lists are asked for again and again, one page after the other: their statements are put together once. */
function statementsOf(view: View, { skip, limit, ...list }: ListQuery): Statements {
  const { spec, reach, reads } = view;
  let byReach = statements.get(spec);
  if (!byReach) statements.set(spec, (byReach = new WeakMap()));
  let kept = byReach.get(reach);
  if (!kept || kept.size >= STATEMENTS_KEPT) byReach.set(reach, (kept = new Map()));
  const isDeep = skip > DEEP;
  const key = `${isDeep} ${JSON.stringify(list)}`;
  const known = kept.get(key);
  if (known) return known;
  const query = { ...list, skip, limit };
  const filter = filterOf(spec, reach, query);
  const made = {
    name: named++,
    page: pageOf(view, query, filter).compile(reads.read),
    counted: counting(spec, filter).compile(reads.read),
  };
  if (key.length <= LONGEST_KEY) kept.set(key, made);
  return made;
}

/** A statement of one page as that of another: how many rows, and how many are left out, are the last that it is given. */
function turnedTo<R>({ limit, skip }: ListQuery, page: CompiledQuery<R>): CompiledQuery<R> {
  return { ...page, parameters: [...page.parameters.slice(0, -2), limit, skip] };
}

function plainPageOf(view: View, query: ListQuery): CompiledQuery<Plain> {
  const { spec, reach, store, reads } = view;
  const columns = sql<Plain>`${textOf(store, query)} as text${isDisclosedByOwner(spec) ? sql`, owner` : sql``}`;
  return partOf(spec, query, filterOf(spec, reach, query), columns).compile(reads.read);
}

function filterOf(spec: ItemSpec, reach: Reach, query: ListQuery): RawBuilder<unknown> {
  const where = conditions(spec, reach, query);
  return where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``;
}

/** One page of a list that is too long to be counted: it costs its own length, however many rows it leaves out. */
async function cappedList(view: View, query: ListQuery, filter: RawBuilder<unknown>, slow: boolean): Promise<ListAnswer> {
  const { spec, reads } = view;
  const countUpTo = async (most: number, apart: boolean) => (await run(reads, counting(spec, filter, most), apart))[0]?.total ?? 0;
  const near = slow && isBounded(view, query);
  const rows = await run(reads, pageOf(view, query, filter), slow && !near);
  const counted = await cappedCount(query, rows, async (most) => {
    const few = near && most > DEEP + 1 ? await countUpTo(DEEP + 1, false) : undefined;
    return few !== undefined && few <= DEEP ? few : countUpTo(most, slow);
  });
  return { ...counted, rows: await shownRows(view, await withPinned(view, query, rows), query.whole === true || query.only !== undefined) };
}

/** The total as far as somebody may want to know it. A page that is not full is the last one, and tells it itself. */
export async function cappedCount(
  { skip, limit, countTo = 0 }: Pick<ListQuery, 'skip' | 'limit' | 'countTo'>,
  { length }: readonly unknown[],
  countUpTo: (most: number) => Promise<number>,
): Promise<Pick<ListAnswer, 'total' | 'capped'>> {
  if (length < limit && (length > 0 || skip === 0)) return { total: skip + length };
  const cap = Math.max(countTo, skip + limit);
  const total = await countUpTo(cap + 1);
  return total > cap ? { total: cap, capped: true } : { total };
}

function pageOf({ store, spec }: View, query: ListQuery, filter: RawBuilder<unknown>, version?: RawBuilder<number>): RawBuilder<Row> {
  const columns = sql<Row>`id, owner, ${textOf(store, query)} as text${version ? sql`, ${version} as version` : sql``}`;
  return partOf(spec, query, filter, columns);
}

/** The last two values that it is given are how many rows, and how many are left out. */
function partOf<R>(spec: ItemSpec, query: ListQuery, filter: RawBuilder<unknown>, columns: RawBuilder<R>): RawBuilder<R> {
  const table = sql.table(spec.table);
  const part = sql`${filter} order by ${order(spec, query)} limit ${query.limit} offset ${query.skip}`;
  if (query.skip <= DEEP) return sql<R>`select ${columns} from ${table} ${part}`;
  // of the rows that are left out nothing but their place is read
  return sql<R>`select ${columns} from ${table} where id in (select id from ${table} ${part}) order by ${order(spec, query)}`;
}

function textOf({ engine }: View['store'], { whole, only }: ListQuery): RawBuilder<unknown> {
  if (only) return engine.dialect.part(only);
  return whole ? sql`doc` : sql`coalesce("row", doc)`;
}

async function withPinned(view: View, query: ListQuery, rows: Row[]): Promise<Row[]> {
  if (!query.pinned?.length || query.skip > 0) return rows;
  const pinned = await pinnedRows(view, query.pinned);
  const first = new Set(pinned.map((row) => row.id));
  return [...pinned, ...rows.filter((row) => !first.has(row.id))];
}

/** Single columns of every row that fits, without a look into the documents: for counts and maps. */
export async function pluckItems<Path extends string>(
  { store, spec, reach, reads }: View,
  narrowed: Partial<ListQuery>,
  paths: readonly Path[],
  { distinct = false }: { distinct?: boolean } = {},
): Promise<Record<Path, SqlValue>[]> {
  const where = conditions(spec, reach, { ...narrowed, skip: 0, limit: 0 });
  const columns = sql.join(paths.map((path) => sql`${valueAt(store, spec, path)} as ${sql.id(path)}`));
  const filter = where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``;
  const rows = sql`${columns} from ${sql.table(spec.table)} ${filter}`;
  const query = distinct ? sql<Record<Path, SqlValue>>`select distinct ${rows}` : sql<Record<Path, SqlValue>>`select ${rows} order by id`;
  return run(reads, query, await isLong(store, spec));
}

/** A property of the row, or (`neId.city`) one of the item that a reference of it names. */
function valueAt(store: View['store'], spec: ItemSpec, path: string): RawBuilder<unknown> {
  const ref = spec.refs.find((each) => path.startsWith(`${each.path}.`));
  if (!ref) return sql.ref(columnOf(spec, path));
  const other = store.specNamed(ref.target);
  if (!other) throw new Error(`${spec.name} has no ${path}`);
  const column = columnOf(other, path.slice(ref.path.length + 1));
  const own = sql.ref(`${spec.table}.${columnOf(spec, ref.path)}`);
  return sql`(select there.${sql.ref(column)} from ${sql.table(other.table)} as there where there.id = ${own})`;
}

/** Which rows a list holds: those that the caller reaches and the filters leave. */
export function conditions(spec: ItemSpec, reach: Reach, query: ListQuery): RawBuilder<SqlBool>[] {
  const found = reachPredicates(reach, spec);
  if (query.unfit === 'leftOut') found.push(sql<SqlBool>`id not in ${unfitIds(spec)}`);
  if (query.unfit === 'only') found.push(sql<SqlBool>`id in ${unfitIds(spec)}`);
  for (const among of query.among ?? []) found.push(amongPredicate(among, spec));
  for (const { path, from, to, absent } of query.ranges ?? []) {
    const column = sql.ref(columnOf(spec, path));
    if (from !== undefined) found.push(sql<SqlBool>`${column} >= ${from}`);
    if (to !== undefined) found.push(sql<SqlBool>`${column} <= ${to}`);
    if (absent) found.push(sql<SqlBool>`${column} is null`);
  }
  for (const text of query.contains ?? []) found.push(sql<SqlBool>`search like ${pattern(text)} escape '\\'`);
  for (const { path, text } of query.likes ?? [])
    found.push(sql<SqlBool>`lower(${sql.ref(columnOf(spec, path))}) like ${pattern(text)} escape '\\'`);
  return found;
}

function unfitIds(spec: ItemSpec): RawBuilder<unknown> {
  return sql`(select id from unfit where resource = ${spec.name})`;
}

function pattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function order(spec: ItemSpec, query: ListQuery): RawBuilder<unknown> {
  return sql.join(orderOf(spec, query).map(({ column, descending, nullable }) => ordered(column, descending, nullable)));
}

/** The columns that put the rows in order, the last one telling all of them apart. */
export function orderOf(spec: ItemSpec, query: ListQuery): Key[] {
  const keys = (query.sort ?? []).map(({ path, descending }) => keyOf(spec.sort.get(path)?.name ?? columnOf(spec, path), descending));
  const own = spec.resource.data?.order;
  if (keys.length === 0) keys.push(own ? keyOf(columnOf(spec, own), false) : keyOf('created_at', true));
  return [...keys, keyOf('id', query.sort?.at(-1)?.descending ?? own === undefined)];
}

/** Only columns made of properties may lack a value. */
function keyOf(column: string, descending: boolean): Key {
  return { column, descending, nullable: /^[cs]_/.test(column) };
}

/** Rows without a value count as the lowest, in whichever database. */
export function ordered(column: string, descending: boolean, nullable: boolean): RawBuilder<unknown> {
  const nulls = nullable ? (descending ? 'nulls last' : 'nulls first') : '';
  return sql`${sql.ref(column)} ${sql.raw(`${descending ? 'desc' : 'asc'} ${nulls}`)}`;
}

const fixedColumns = new Map([
  ['createdAt', 'created_at'],
  ['updatedAt', 'updated_at'],
]);

/** The column of a property that can be sorted or limited by. */
export function columnOf(spec: ItemSpec, path: string): string {
  if (path === spec.id) return 'id';
  if (path === spec.owner) return 'owner';
  const column = fixedColumns.get(path) ?? spec.value.get(path)?.name;
  if (column === undefined) throw new Error(`${spec.name} has no column for ${path}`);
  return column;
}

/** Whether an index gives the rows in order, so that the page costs its own length, and that is short. */
function isIndexed(spec: ItemSpec, query: ListQuery): boolean {
  const filtered =
    (query.among?.some(({ path, through }) => path !== spec.owner || through !== undefined) ?? false) ||
    Boolean(query.ranges?.length) ||
    Boolean(query.contains?.length) ||
    Boolean(query.likes?.length);
  return !filtered && query.skip <= DEEPEST_AT_ONCE && query.limit <= DEEP;
}

/**
 * Whether a page touches no more rows than it skips and shows, however many there are: an index stands in its order, and
 * nothing narrows it but ends of that order. A filter may have to look through all rows for the first that it leaves.
 */
function isBounded({ store, spec, reach }: View, query: ListQuery): boolean {
  const { among, ranges, contains, likes, unfit, skip, limit } = query;
  if (!store.engine.dialect.covers || skip > DEEP || limit > DEEP || reachPredicates(reach, spec).length > 0) return false;
  if (among?.length || contains?.length || likes?.length || unfit === 'leftOut' || unfit === 'only') return false;
  const [first, last, more] = orderOf(spec, query);
  if (!first || !last || more || first.descending !== last.descending) return false;
  if (!spec.indexes.some(({ columns: [column, id] }) => column === first.column && id === last.column)) return false;
  return ranges?.every(({ path }) => columnOf(spec, path) === first.column) ?? true;
}

function counting(spec: ItemSpec, filter: RawBuilder<unknown>, most?: number): RawBuilder<Counted> {
  const table = sql.table(spec.table);
  if (most === undefined) return sql<Counted>`select count(*) as total from ${table} ${filter}`;
  return sql<Counted>`select count(*) as total from (select 1 from ${table} ${filter} limit ${most}) as counted`;
}

/** Totals change only with a write to the table; between writes each is counted once. */
async function count(reads: Reads, query: CompiledQuery<Counted>, version: string, slow: boolean): Promise<number> {
  const key = `${version} ${query.sql} ${JSON.stringify(query.parameters)}`;
  let kept = counts.get(reads.read);
  if (!kept) counts.set(reads.read, (kept = new LRUCache({ max: COUNTS_KEPT })));
  const known = kept.get(key);
  if (known !== undefined) return known;
  const total = (await runCompiled(reads, query, slow))[0]?.total ?? 0;
  kept.set(key, total);
  return total;
}

/** Whether a read of the whole table would hold up others. */
export async function isLong({ engine }: StoreBase, spec: ItemSpec): Promise<boolean> {
  return (
    (await count(engine, counting(spec, sql``, LARGE_TABLE + 1).compile(engine.read), `${await engine.version(spec.name)}`, false)) >
    LARGE_TABLE
  );
}

export function run<R>(reads: Reads, query: RawBuilder<R>, slow: boolean): Promise<R[]> {
  return runCompiled(reads, query.compile(reads.read), slow);
}

function runCompiled<R>(reads: Reads, query: CompiledQuery<R>, slow: boolean): Promise<R[]> {
  return slow ? reads.slow(query) : rowsOf(reads.read, query);
}

async function pinnedRows({ spec, reach, reads }: View, ids: string[]): Promise<Row[]> {
  const where = [...reachPredicates(reach, spec), amongPredicate({ path: spec.id, in: ids }, spec)];
  return run(
    reads,
    sql<Row>`select id, owner, coalesce("row", doc) as text from ${sql.table(spec.table)} where ${sql.join(where, sql` and `)} order by id`,
    false,
  );
}
