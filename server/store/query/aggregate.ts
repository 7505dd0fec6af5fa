import { type RawBuilder, sql } from 'kysely';

import { columnOf, conditions, isLong, run } from '#server/store/query/list.ts';
import type { ListQuery, View } from '#server/store/query/list-query.ts';
import type { SqlValue } from '#server/store/items/tables.ts';

/** Rows that fit, put together by properties that have a column, and by equal parts of a time (milliseconds). */
export type Grouping<By extends string = string, Path extends string = string> = Pick<ListQuery, 'among' | 'ranges' | 'unfit'> & {
  by: readonly By[];
  every: { path: Path; from: number; step: number };
  mean: readonly By[];
};

/** `part` counts from the first step; `of` holds what was grouped by, and the means: null where no row has a value. */
export type Group<By extends string = string> = { part: number; of: Record<By, SqlValue> };

/** How many rows fit, and what of them adds up, put together as means are; only the `most` largest groups where that is given. */
export type Tallying<By extends string = string, Path extends string = string> = Pick<
  ListQuery,
  'among' | 'ranges' | 'likes' | 'contains' | 'unfit'
> & {
  by: readonly By[];
  every?: Grouping<By, Path>['every'];
  sum?: readonly Path[];
  /** Means of rows that have all of these. */
  mean?: readonly By[];
  most?: { of: number; first: 'count' | 'sum' };
};

/**
 * `part` is 0 where time does not tell groups apart, `sum` adds all its properties up; `whole` counts the rows that means are of,
 * which stand in `of`.
 */
export type Tally<By extends string = string> = Group<By> & { count: number; sum: number; whole: number };

/** The means of groups of rows: however many there are, the database answers one line a group. */
export async function groupedMeans<By extends string>(
  { store, spec, reach, reads }: View,
  { by, every, mean, ...query }: Grouping<By>,
): Promise<Group<By>[]> {
  const where = conditions(spec, reach, { ...query, skip: 0, limit: 0 });
  const column = (path: string): ReturnType<typeof sql.ref> => sql.ref(columnOf(spec, path));
  const part = partOf(spec, every);
  const columns = sql.join([
    sql`${part} as part`,
    ...by.map((path) => sql`${column(path)} as ${sql.ref(path)}`),
    // a mean of whole numbers would come as a text from one of them
    ...mean.map((path) => sql`avg(cast(${column(path)} as double precision)) as ${sql.ref(path)}`),
  ]);
  const filter = where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``;
  const keys = sql.join([part, ...by.map(column)]);
  const rows = await run(
    reads,
    sql<Record<string, SqlValue>>`select ${columns} from ${sql.table(spec.table)} ${filter} group by ${keys}`,
    await isLong(store, spec),
  );
  return rows.map(({ part: at, ...of }) => ({ part: Number(at), of: columnsOf<By>(of) }));
}

/** Groups of rows by their numbers, the largest first where only some are wanted. */
export async function groupedTallies<By extends string>({ store, spec, reach, reads }: View, tallying: Tallying<By>): Promise<Tally<By>[]> {
  const { by, every, sum = [], mean = [], most, ...query } = tallying;
  const where = conditions(spec, reach, { ...query, skip: 0, limit: 0 });
  const column = (path: string): ReturnType<typeof sql.ref> => sql.ref(columnOf(spec, path));
  const part = every && partOf(spec, every);
  const added = sql.join(
    sum.map((path) => sql`coalesce(${column(path)}, 0)`),
    sql` + `,
  );
  const figures = { count: sql`count(*)`, sum: sum.length === 0 ? sql.lit(0) : sql`sum(cast(${added} as double precision))` };
  const isWhole = sql.join(
    mean.map((path) => sql`${column(path)} is not null`),
    sql` and `,
  );
  const columns = sql.join([
    ...(part ? [sql`${part} as "part"`] : []),
    ...by.map((path) => sql`${column(path)} as ${sql.ref(path)}`),
    sql`${figures.count} as "tally_count"`,
    sql`${figures.sum} as "tally_sum"`,
    ...(mean.length === 0 ? [] : [sql`count(case when ${isWhole} then 1 end) as "tally_whole"`]),
    ...mean.map((path) => sql`avg(case when ${isWhole} then cast(${column(path)} as double precision) end) as ${sql.ref(path)}`),
  ]);
  const filter = where.length > 0 ? sql`where ${sql.join(where, sql` and `)}` : sql``;
  const keys = [...(part ? [part] : []), ...by.map(column)];
  // equal ones stand in the same order on any day
  const largest = most && sql`order by ${sql.join([sql`${figures[most.first]} desc`, ...by.map(column)])} limit ${sql.lit(most.of)}`;
  const rows = await run(
    reads,
    sql<Record<string, SqlValue>>`select ${columns} from ${sql.table(spec.table)} ${filter} group by ${sql.join(keys)} ${largest ?? sql``}`,
    await isLong(store, spec),
  );
  return rows.map(({ part: at = 0, tally_count: count, tally_sum: total, tally_whole: whole = 0, ...of }) => ({
    part: Number(at),
    count: Number(count),
    sum: Number(total),
    whole: Number(whole),
    of: columnsOf<By>(of),
  }));
}

/** The database answers what it was asked for. */
function columnsOf<Path extends string>(row: Record<string, SqlValue>): Record<Path, SqlValue> {
  return row;
}

/** One of the databases divides whole numbers as such, the other leaves it to the cast. */
function partOf(spec: View['spec'], { path, from, step }: Grouping['every']): RawBuilder<unknown> {
  return sql`cast((${sql.ref(columnOf(spec, path))} - ${sql.lit(from)}) / ${sql.lit(step)} as integer)`;
}
