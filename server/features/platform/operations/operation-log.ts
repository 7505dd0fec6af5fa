import { type RawBuilder, sql, type SqlBool } from 'kysely';

import { type Json } from '#domain/model.ts';
import { notFound } from '#generated/problems.ts';
import { reachOf } from '#server/kernel/access/reach.ts';
import { mayReadSome, readerOf } from '#server/kernel/access/reader.ts';
import { callerOf, principalOf } from '#server/kernel/access/check.ts';
import { shownDocs } from '#server/kernel/access/visible.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Answer, type AnswerOf, type Call, type Handlers, type Read, read } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { valuesLike } from '#server/kernel/resource/labels.ts';
import { rulesOf } from '#server/kernel/resource/rules-of.ts';
import { COUNTED, queriedTimes, SCANNED } from '#server/kernel/resource/list.ts';
import { parsePatch } from '#server/store/items/patch.ts';
import { revisionsOf } from '#server/store/items/history.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { cappedCount } from '#server/store/query/list.ts';
import { isNarrowed } from '#server/store/query/places.ts';
import { type Reach } from '#server/store/query/reach.ts';
import { reachPredicates } from '#server/store/query/reach-predicates.ts';
import { partsBehind } from '#server/store/query/scan.ts';
import { type Doc, type RevisionRow } from '#server/store/items/tables.ts';

type Row = Omit<RevisionRow, 'seq'> & { seq: number };

const LONGEST_VALUE = 64 * 1024;
const LONGEST_LABEL = 300;
const columns: Readonly<Record<string, string>> = {
  actor: 'actor',
  operation: 'action',
  resource: 'resource',
  itemId: 'id',
  requestId: 'request_id',
};
const sortable: Readonly<Record<string, Order['column']>> = { at: 'at', actor: 'actor', operation: 'action', resource: 'resource' };

/** The revisions of every item that the caller may read, as a log: who did what, when, before and after (spec 2). */
export const operationLog = {
  listOperationLogs: operationsList(visible),

  getOperationLog: read(async (call) => {
    const { engine, specs } = call.services.store;
    const where = sql.join([...visible(call), sql<SqlBool>`seq = ${Number(call.path.operationLogId) || 0}`], sql` and `);
    const found = await sql<Row>`select * from revisions where ${where}`.execute(engine.read);
    const [row] = found.rows;
    const spec = row && specs.get(row.resource);
    if (!row || !spec) throw new ProblemError(notFound());
    for await (const { row: at, ...then } of revisionsOf(engine.read, spec, row.id, await call.services.system.get(spec, row.id))) {
      if (at.seq !== row.seq) continue;
      const [before, after] = await shownDocs(call, spec, [then.before, then.after]);
      const names = changedNames(before, after);
      return {
        body: {
          ...entryOf(call, row),
          ...(before ? { before: part(before, names) } : {}),
          ...(after ? { after: part(after, names) } : {}),
        },
      };
    }
    throw new ProblemError(notFound());
  }),
} satisfies Handlers;

/** The revisions that `within` leaves, as the query narrows them further: page by page, and all of them for an export. */
export function operationsList(within: (call: Call) => RawBuilder<SqlBool>[]): Read<Call, AnswerOf<'listOperationLogs'>> {
  const where = (call: Call, end?: Row) => sql.join([...within(call), ...asked(call, end), ...behind(call, end)], sql` and `);
  return {
    ...read((call) => operationsPage(call, where(call))),
    rows: (call) => Promise.resolve(operationsScan(call, (end) => where(call, end))),
  };
}

async function operationsPage(call: Call, where: RawBuilder<unknown>): Promise<Answer<AnswerOf<'listOperationLogs'>>> {
  const { engine } = call.services.store;
  const [skip, limit] = [Number(call.query.skip ?? 0), Number(call.query.limit ?? 20)];
  const page = sql<Row>`select * from revisions where ${where} order by ${order(call)} limit ${limit} offset ${skip}`;
  const rows = await engine.slow(page.compile(engine.read));
  const count = await cappedCount({ skip, limit, countTo: COUNTED }, rows, async (most) => {
    const counted = sql<{ total: number }>`select count(*) as total from (select 1 from revisions where ${where} limit ${most}) as counted`;
    return (await engine.slow(counted.compile(engine.read)))[0]?.total ?? 0;
  });
  return { body: { ...count, results: rows.map((row) => entryOf(call, row)) } };
}

/** Every part begins behind the last revision of the one before. */
async function* operationsScan(call: Call, where: (end?: Row) => RawBuilder<unknown>): AsyncGenerator<string[]> {
  const { engine } = call.services.store;
  const parts = partsBehind(SCANNED, (end?: Row) => {
    const part = sql<Row>`select * from revisions where ${where(end)} order by ${order(call)} limit ${SCANNED}`;
    return engine.slow(part.compile(engine.read));
  });
  for await (const rows of parts) yield rows.map((row) => JSON.stringify(entryOf(call, row)));
}

/** Revisions of what the caller may read: of resources by permission, of items as their resource lets them be reached. */
export function visible(call: Call): RawBuilder<SqlBool>[] {
  const person = principalOf(call);
  const caller = callerOf(call);
  const open: ItemSpec[] = [];
  const any: RawBuilder<SqlBool>[] = [];
  for (const spec of call.services.store.specs.values()) {
    if (!mayReadSome(call, spec)) continue;
    const reader = readerOf(call.services, person, spec);
    const reach = reachOf(reader)(spec);
    // each resource in the companies in which it may be read
    const within = reader.tenants === 'all' || reader.holdings.length === person.holdings.length ? [] : [inTenants(reader.tenants)];
    // what the tenants decide alone needs no look at the items: they may be gone
    if (within.length === 0 && isOpen(reach, spec)) open.push(spec);
    else any.push(ofResource(spec, [...within.map((own) => sql<SqlBool>`(owner is null or ${own})`), ...reached(reach, spec)]));
  }
  if (open.length > 0) any.push(sql<SqlBool>`${unindexed('resource')} in (${sql.join(open.map((spec) => spec.name))})`);
  if (any.length === 0) return [sql<SqlBool>`1 = 0`];
  const found = [sql<SqlBool>`(${sql.join(any, sql` or `)})`];
  if (caller.tenants !== 'all') {
    const own = inTenants(caller.tenants);
    found.push(caller.role === 'global' ? sql<SqlBool>`(${own} or owner is null)` : own);
  }
  return found;
}

function ofResource({ name }: ItemSpec, conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.join([sql`${unindexed('resource')} = ${name}`, ...conditions], sql` and `)})`;
}

/** That the item is one that its resource shows. */
function reached(reach: Reach, spec: ItemSpec): RawBuilder<SqlBool>[] {
  const conditions = isOpen(reach, spec) ? [] : reachPredicates(reach, spec);
  if (conditions.length === 0) return [];
  return [sql<SqlBool>`id in (select id from ${sql.table(spec.table)} where ${sql.join(conditions, sql` and `)})`];
}

/** Whether tenants alone decide which items are reached. */
function isOpen(reach: Reach, spec: ItemSpec): boolean {
  const { tenants, only, never, except, also } = reach;
  if (only ?? never ?? except?.length) return false;
  return tenants === 'all' || (!also && !isNarrowed(reach, spec));
}

function inTenants(tenants: ReadonlySet<string>): RawBuilder<SqlBool> {
  return tenants.size > 0 ? sql<SqlBool>`owner in (${sql.join([...tenants])})` : sql<SqlBool>`1 = 0`;
}

/** What the query narrows it to; always a stretch of time, so that a keyword never meets the whole log. */
function asked(call: Call, end?: Row): RawBuilder<SqlBool>[] {
  const { query } = call;
  const times = queriedTimes(call, 'startTime', 'endTime');
  const { column, descending } = orderOf(call);
  // of two bounds on one side an index takes either, and would go through all rows before
  const bound = end && column === 'at' ? (descending ? { to: end.at } : { from: end.at }) : {};
  const { from, to } = { ...times, ...bound };
  // what the platform follows up by itself (alerts that clear, tasks that go on) is nobody's operation
  const found = [sql<SqlBool>`(actor <> 'system' or action = 'seed')`];
  if (from !== undefined) found.push(sql<SqlBool>`at >= ${from}`);
  if (to !== undefined) found.push(sql<SqlBool>`at <= ${to}`);
  for (const [name, column] of Object.entries(columns)) {
    const given = query[name];
    if (Array.isArray(given)) {
      if (given.length > 0) found.push(sql<SqlBool>`${unindexed(column)} in (${sql.join(given)})`);
    } else if (typeof given === 'string' && given !== '') found.push(contains(sql.ref(column), given));
  }
  if (typeof query.companyId === 'string' && query.companyId !== '') found.push(sql<SqlBool>`owner = ${query.companyId}`);
  const companies = call.services.store.specs.get('Company');
  const channel = companies?.value.get('channelTradeId');
  if (companies && channel && typeof query.channelTradeId === 'string' && query.channelTradeId !== '')
    found.push(
      sql<SqlBool>`owner in (select id from ${sql.table(companies.table)} where ${sql.ref(channel.name)} = ${query.channelTradeId})`,
    );
  const words = typeof query.keyword === 'string' ? query.keyword.split(/\s+/).filter((word) => word !== '') : [];
  for (const word of words)
    found.push(
      sql<SqlBool>`(${sql.join(
        [
          ...['label', 'actor', 'action', 'resource', 'id'].map((column) => contains(sql.ref(column), word)),
          ...named(call, 'action', 'operation', word),
          ...named(call, 'resource', 'resource', word),
        ],
        sql` or `,
      )})`,
    );
  return found;
}

/** A log is read by its times: all revisions of a kind of item are more than a page of any. */
export function unindexed(column: string): RawBuilder<unknown> {
  return sql`coalesce(${sql.ref(column)}, '')`;
}

/** Operations and kinds of items are found by what they are called, too. */
function named(call: Call, column: string, path: string, word: string): RawBuilder<SqlBool>[] {
  const names = valuesLike(call, 'operation-log', path, word.toLowerCase());
  return names.length > 0 ? [sql<SqlBool>`${sql.ref(column)} in (${sql.join(names)})`] : [];
}

function contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`lower(${column}) like ${`%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`} escape '\\'`;
}

type Order = { column: 'at' | 'actor' | 'action' | 'resource'; descending: boolean; newestFirst: boolean };

function orderOf(call: Call): Order {
  const given = typeof call.query.sort === 'string' ? (call.query.sort.split(',')[0] ?? '') : '';
  const column = sortable[given.replace(/^-/, '')] ?? 'at';
  if (column === 'at') return { column, descending: given !== 'at', newestFirst: given !== 'at' };
  return { column, descending: given.startsWith('-'), newestFirst: true };
}

function order(call: Call): RawBuilder<unknown> {
  const { column, descending, newestFirst } = orderOf(call);
  return sql`${sql.ref(column)} ${direction(descending)}, seq ${direction(newestFirst)}`;
}

function direction(descending: boolean): RawBuilder<unknown> {
  return sql.raw(descending ? 'desc' : 'asc');
}

/** Comes after a revision in the order. The first condition is what an index goes on from. */
function behind(call: Call, end: Row | undefined): RawBuilder<SqlBool>[] {
  if (!end) return [];
  const { column, descending, newestFirst } = orderOf(call);
  const [name, last, further] = [sql.ref(column), end[column], sql.raw(descending ? '<' : '>')];
  const later = sql<SqlBool>`seq ${sql.raw(newestFirst ? '<' : '>')} ${end.seq}`;
  return [sql<SqlBool>`${name} ${further}= ${last}`, sql<SqlBool>`(${name} ${further} ${last} or ${later})`];
}

function entryOf(call: Call, row: Row): AnswerOf<'listOperationLogs'>['results'][number] {
  const changed = changedPaths(row).filter((name) => !keptFrom(call, row).includes(name));
  return {
    id: String(row.seq),
    at: timestamp(row.at),
    actor: row.actor,
    operation: row.action,
    resource: row.resource,
    itemId: row.id,
    label: labelOf(call, row),
    itemRevision: row.revision,
    ...(changed.length > 0 ? { changed } : {}),
    ...(row.owner === null ? {} : { companyId: row.owner }),
    requestId: row.request_id,
  };
}

function labelOf({ services, language }: Call, { resource, label }: Row): string {
  const spec = services.store.specs.get(resource);
  return ((spec && rulesOf(spec).named?.(label, language)) ?? label).slice(0, LONGEST_LABEL);
}

/** Properties that the log does not name to the caller. */
function keptFrom(call: Call, { resource, owner }: Row): string[] {
  const spec = call.services.store.specs.get(resource);
  return spec ? call.handle.withheld(spec, owner).map((path) => path.split('.')[0] ?? '') : [];
}

/** First segments of the places that a patch changes. */
function changedPaths({ patch }: Row): string[] {
  if (patch === null || patch.length > LONGEST_VALUE) return [];
  const ops = parsePatch(patch);
  return [...new Set(ops.map(({ path }) => path.split('/')[1] ?? '').filter((name) => name !== ''))];
}

function changedNames(before: Doc | undefined, after: Doc | undefined): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
}

function part(doc: Doc, names: readonly string[]): Doc {
  const shown = names.map((name) => [name, doc[name]] as const);
  return Object.fromEntries(
    shown.filter((entry): entry is [string, Json] => entry[1] !== undefined && JSON.stringify(entry[1]).length <= LONGEST_VALUE),
  );
}
