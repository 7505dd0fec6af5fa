import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Engine } from '#server/store/engine.ts';
import type { Row } from '#server/store/items/history.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db } from '#server/store/items/tables.ts';
import { isNarrowed } from '#server/store/query/places.ts';
import type { Reach } from '#server/store/query/reach.ts';
import { reachPredicates } from '#server/store/query/reach-predicates.ts';
import { partsBehind } from '#server/store/query/scan.ts';

/** The revisions of all items as one log. What is asked of it is said by these functions; tables and columns stay here. */
export type LogCondition = RawBuilder<SqlBool>;

const columns = {
  at: 'at',
  actor: 'actor',
  operation: 'action',
  resource: 'resource',
  itemId: 'id',
  requestId: 'request_id',
  label: 'label',
} as const;
export type LogField = keyof typeof columns;

export type LogOrder = { field: 'at' | 'actor' | 'operation' | 'resource'; descending: boolean; newestFirst: boolean };
export type LogQuery = { where: readonly LogCondition[]; from?: number | undefined; to?: number | undefined; order: LogOrder };

export const never: LogCondition = sql<SqlBool>`1 = 0`;
/** What the platform follows up by itself (alerts that clear, tasks that go on) is nobody's operation. */
export const bySomebody: LogCondition = sql<SqlBool>`(actor <> 'system' or action = 'seed')`;

export function anyOf(conditions: readonly LogCondition[]): LogCondition {
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` or `)})` : never;
}

export function oneOf(field: LogField, values: readonly string[]): LogCondition {
  return values.length > 0 ? sql<SqlBool>`${unindexed(columns[field])} in (${sql.join(values)})` : never;
}

export function noneOf(field: LogField, values: readonly string[]): LogCondition {
  return values.length > 0 ? sql<SqlBool>`${unindexed(columns[field])} not in (${sql.join(values)})` : sql<SqlBool>`1 = 1`;
}

export function containing(field: LogField, text: string): LogCondition {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`lower(${sql.ref(columns[field])}) like ${pattern} escape '\\'`;
}

/** Of items of these tenants, or of those and of nobody's. */
export function ofTenants(tenants: Iterable<string>, orNobody = false): LogCondition {
  const names = [...tenants];
  const own = names.length > 0 ? sql<SqlBool>`owner in (${sql.join(names)})` : never;
  return orNobody ? sql<SqlBool>`(${own} or owner is null)` : own;
}

/** Of items whose tenant is an item with a value at this path: any, or the one named. */
export function ofTenantsWith(tenants: ItemSpec, path: string, value?: string): LogCondition {
  const column = tenants.value.get(path);
  if (!column) return never;
  const held = value === undefined ? sql<SqlBool>`${sql.ref(column.name)} is not null` : sql<SqlBool>`${sql.ref(column.name)} = ${value}`;
  return sql<SqlBool>`owner in (select id from ${sql.table(tenants.table)} where ${held})`;
}

/** Of items of one kind that this reach leads to, where not all of the log's tenants count (`tenants`) of those. */
export function ofReached(spec: ItemSpec, reach: Reach, tenants: ReadonlySet<string> | undefined): LogCondition {
  const conditions = [sql<SqlBool>`${unindexed('resource')} = ${spec.name}`];
  if (tenants) conditions.push(sql<SqlBool>`(owner is null or ${ofTenants(tenants)})`);
  const predicates = isOpen(spec, reach) ? [] : reachPredicates(reach, spec);
  if (predicates.length > 0)
    conditions.push(sql<SqlBool>`id in (select id from ${sql.table(spec.table)} where ${sql.join(predicates, sql` and `)})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** Whether tenants alone decide which items are reached: then no item is looked at, and it may be gone. */
export function isOpen(spec: ItemSpec, reach: Reach): boolean {
  const { tenants, only, never, except, also } = reach;
  if (only ?? never ?? except?.length) return false;
  return tenants === 'all' || (!also && !isNarrowed(reach, spec));
}

export function logPage(engine: Engine, query: LogQuery, { skip, limit }: { skip: number; limit: number }): Promise<Row[]> {
  const page = sql<Row>`select * from revisions where ${conditionsOf(query)} order by ${orderOf(query)} limit ${limit} offset ${skip}`;
  return engine.slow(page.compile(engine.read));
}

/** How many there are, counted as far as `most`. */
export async function logCount(engine: Engine, query: LogQuery, most: number): Promise<number> {
  const found = sql`select 1 from revisions where ${conditionsOf(query)} limit ${most}`;
  const counted = sql<{ total: number }>`select count(*) as total from (${found}) as counted`;
  return (await engine.slow(counted.compile(engine.read)))[0]?.total ?? 0;
}

/** All of them, so many at a time; every part begins behind the last revision of the one before. */
export function logParts(engine: Engine, query: LogQuery, size: number): AsyncIterable<Row[]> {
  return partsBehind(size, (end?: Row) => {
    const part = sql<Row>`select * from revisions where ${conditionsOf(query, end)} order by ${orderOf(query)} limit ${size}`;
    return engine.slow(part.compile(engine.read));
  });
}

/** The one with this number, where the conditions let it be seen. */
export async function logEntry(db: Db, where: readonly LogCondition[], seq: number): Promise<Row | undefined> {
  const found = await sql<Row>`select * from revisions where ${sql.join([...where, sql`seq = ${seq}`], sql` and `)}`.execute(db);
  return found.rows[0];
}

/** A log is read by its times: all revisions of a kind of item are more than a page of any. */
function unindexed(column: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(column)}, '')`;
}

function conditionsOf({ where, order, ...times }: LogQuery, end?: Row): RawBuilder<unknown> {
  // of two bounds on one side an index takes either, and would go through all rows before
  const bound = end && order.field === 'at' ? (order.descending ? { to: end.at } : { from: end.at }) : {};
  const { from, to } = { ...times, ...bound };
  return sql.join(
    [
      ...where,
      ...(from === undefined ? [] : [sql`at >= ${from}`]),
      ...(to === undefined ? [] : [sql`at <= ${to}`]),
      ...(end ? behind(order, end) : []),
    ],
    sql` and `,
  );
}

/** Comes after a revision in the order. The first condition is what an index goes on from. */
function behind({ field, descending, newestFirst }: LogOrder, end: Row): LogCondition[] {
  const column = columns[field];
  const [name, last, further] = [sql.ref(column), end[column], sql.raw(descending ? '<' : '>')];
  const later = sql<SqlBool>`seq ${sql.raw(newestFirst ? '<' : '>')} ${end.seq}`;
  return [sql<SqlBool>`${name} ${further}= ${last}`, sql<SqlBool>`(${name} ${further} ${last} or ${later})`];
}

function orderOf({ order: { field, descending, newestFirst } }: LogQuery): RawBuilder<unknown> {
  return sql`${sql.ref(columns[field])} ${direction(descending)}, seq ${direction(newestFirst)}`;
}

function direction(descending: boolean): RawBuilder<unknown> {
  return sql.raw(descending ? 'desc' : 'asc');
}
