import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { columnOf, conditions, isLong, type Key, ordered, orderOf, run } from '#server/store/query/list.ts';
import type { ListQuery, View } from '#server/store/query/list-query.ts';
import { shownRows } from '#server/store/query/shown-rows.ts';
import type { SqlValue } from '#server/store/items/tables.ts';

type Row = { id: string; owner: string | null; text: string } & Record<`k${number}`, SqlValue>;

/**
 * Every row of a list, some at a time, in its order. Each part begins behind the last row of the part before, so that
 * the last one costs what the first did, nothing is held open between them, and no row comes twice. A row that is
 * stored meanwhile comes if its place is still ahead.
 */
export async function* scanItems(view: View, query: ListQuery, size: number): AsyncGenerator<string[]> {
  const keys = orderOf(view.spec, query);
  const slow = await isLong(view.store, view.spec);
  for (const part of partsOf(keys)) {
    const parts = partsBehind(size, (end?: Row) => {
      const last = end && keys.map((_, index) => end[`k${index}`] ?? null);
      const where = conditions(view.spec, view.reach, last ? ahead(view, query, keys, last) : query);
      return run(view.reads, page(view, keys, [...where, ...bounds(keys, part, last)], { size, whole: query.whole }), slow);
    });
    for await (const rows of parts) yield (await shownRows(view, rows, query.whole)).map(({ text }) => text);
  }
}

/** Parts of a list, each asked for by the last row of the one before; it is read while that one is worked with. */
export async function* partsBehind<R>(size: number, read: (end?: R) => Promise<R[]>): AsyncGenerator<R[]> {
  for (let next: Promise<R[]> | undefined = read(); next;) {
    const rows: R[] = await next;
    next = rows.length < size ? undefined : read(rows.at(-1));
    // whoever stops here never asks how the part after went
    next?.catch(() => {});
    if (rows.length > 0) yield rows;
  }
}

function page(
  view: View,
  keys: Key[],
  where: RawBuilder<SqlBool>[],
  { size, whole }: { size: number; whole?: boolean | undefined },
): RawBuilder<Row> {
  const columns = sql.join(keys.map(({ column }, index) => sql`${sql.ref(column)} as ${sql.ref(`k${index}`)}`));
  const order = sql.join(keys.map(({ column, descending, nullable }) => ordered(column, descending, nullable)));
  const filter = where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``;
  return sql<Row>`select id, owner, ${whole ? sql`doc` : sql`coalesce("row", doc)`} as text, ${columns} from ${sql.table(view.spec.table)} ${filter} order by ${order} limit ${size}`;
}

/** What is left of a range behind a row. Of two bounds on one side an index takes either, and would go through all rows before. */
function ahead({ spec }: View, query: ListQuery, [first]: Key[], [value]: SqlValue[]): ListQuery {
  const bound = { [first?.descending ? 'to' : 'from']: value };
  const isOrder = (path: string): boolean => columnOf(spec, path) === first?.column && value !== null;
  return { ...query, ranges: query.ranges?.map((range) => (isOrder(range.path) ? { ...range, ...bound } : range)) };
}

type Part = 'values' | 'nulls';

/** Rows without a value count as the lowest. Apart from the others, an index finds where each part goes on. */
function partsOf([first]: Key[]): Part[] {
  if (!first?.nullable) return ['values'];
  return first.descending ? ['values', 'nulls'] : ['nulls', 'values'];
}

function bounds(keys: Key[], part: Part, last: SqlValue[] | undefined): RawBuilder<SqlBool>[] {
  const [first] = keys;
  if (!first) return [];
  const column = sql.ref(first.column);
  const own = first.nullable ? [part === 'nulls' ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} is not null`] : [];
  if (!last) return own;
  if (part === 'nulls') return [...own, behind(keys.slice(1), last.slice(1))];
  const from = first.descending ? sql<SqlBool>`${column} <= ${last[0]}` : sql<SqlBool>`${column} >= ${last[0]}`;
  return [from, behind(keys, last)];
}

/** Comes after a row in the order. */
function behind([key, ...others]: Key[], [value, ...rest]: SqlValue[]): RawBuilder<SqlBool> {
  if (!key) return sql<SqlBool>`false`;
  const column = sql.ref(key.column);
  const same = value === null || value === undefined ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} = ${value}`;
  const further = after(key, value ?? null);
  if (others.length === 0) return further;
  return sql<SqlBool>`(${further} or (${same} and ${behind(others, rest)}))`;
}

function after({ column, descending, nullable }: Key, value: SqlValue): RawBuilder<SqlBool> {
  const ref = sql.ref(column);
  if (value === null) return descending ? sql<SqlBool>`false` : sql<SqlBool>`${ref} is not null`;
  if (!descending) return sql<SqlBool>`${ref} > ${value}`;
  return nullable ? sql<SqlBool>`(${ref} < ${value} or ${ref} is null)` : sql<SqlBool>`${ref} < ${value}`;
}
