import type { Json } from '#domain/model.ts';
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
import { revisionsOf, type Row } from '#server/store/items/history.ts';
import { cappedCount } from '#server/store/query/list.ts';
import {
  anyOf,
  bySomebody,
  containing,
  isOpen,
  type LogCondition,
  logCount,
  logEntry,
  type LogField,
  type LogOrder,
  logPage,
  logParts,
  type LogQuery,
  never,
  ofReached,
  ofTenants,
  ofTenantsWith,
  oneOf,
} from '#server/store/query/revision-log.ts';
import type { Doc } from '#server/store/items/tables.ts';

const LONGEST_VALUE = 64 * 1024;
const LONGEST_LABEL = 300;
const narrowing = ['actor', 'operation', 'resource', 'itemId', 'requestId'] as const satisfies LogField[];
const searched = ['label', 'actor', 'operation', 'resource', 'itemId'] as const satisfies LogField[];
const sortable = ['at', 'actor', 'operation', 'resource'] as const satisfies LogOrder['field'][];

/** The revisions of every item that the caller may read, as a log: who did what, when, before and after (spec 2). */
export const operationLog = {
  listOperationLogs: operationsList(visible),

  getOperationLog: read(async (call) => {
    const { store } = call.services;
    const row = await logEntry(store.engine.read, visible(call), Number(call.path.operationLogId) || 0);
    const spec = row && store.specNamed(row.resource);
    if (!row || !spec) throw new ProblemError(notFound());
    for await (const { row: at, ...then } of revisionsOf(store.engine.read, spec, row.id, await call.services.system.get(spec, row.id))) {
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
export function operationsList(within: (call: Call) => LogCondition[]): Read<Call, AnswerOf<'listOperationLogs'>> {
  const asked = (call: Call): LogQuery => ({ ...queriedOf(call), where: [...within(call), ...narrowed(call)] });
  return {
    ...read((call) => operationsPage(call, asked(call))),
    rows: (call) => Promise.resolve(operationsScan(call, asked(call))),
  };
}

async function operationsPage(call: Call, query: LogQuery): Promise<Answer<AnswerOf<'listOperationLogs'>>> {
  const { engine } = call.services.store;
  const [skip, limit] = [Number(call.query.skip ?? 0), Number(call.query.limit ?? 20)];
  const rows = await logPage(engine, query, { skip, limit });
  const count = await cappedCount({ skip, limit, countTo: COUNTED }, rows, (most) => logCount(engine, query, most));
  return { body: { ...count, results: rows.map((row) => entryOf(call, row)) } };
}

async function* operationsScan(call: Call, query: LogQuery): AsyncGenerator<string[]> {
  for await (const rows of logParts(call.services.store.engine, query, SCANNED))
    yield rows.map((row) => JSON.stringify(entryOf(call, row)));
}

/** Revisions of what the caller may read: of resources by permission, of items as their resource lets them be reached. */
export function visible(call: Pick<Call, 'principal' | 'served' | 'services'>): LogCondition[] {
  const person = principalOf(call);
  const caller = callerOf(call);
  const open: string[] = [];
  const any: LogCondition[] = [];
  for (const spec of call.services.store.specs) {
    if (!mayReadSome(call, spec)) continue;
    const reader = readerOf(call.services, person, spec);
    const reach = reachOf(reader)(spec);
    // each resource in the companies in which it may be read
    const within = reader.tenants === 'all' || reader.holdings.length === person.holdings.length ? undefined : reader.tenants;
    if (!within && isOpen(spec, reach)) open.push(spec.name);
    else any.push(ofReached(spec, reach, within));
  }
  if (open.length > 0) any.push(oneOf('resource', open));
  if (any.length === 0) return [never];
  return [anyOf(any), ...(caller.tenants === 'all' ? [] : [ofTenants(caller.tenants, caller.role === 'global')])];
}

/** Its time and order; always a stretch of time, so that a keyword never meets the whole log. */
function queriedOf(call: Call): Omit<LogQuery, 'where'> {
  const { from, to } = queriedTimes(call, 'startTime', 'endTime');
  return { from, to, order: orderOf(call) };
}

/** What the query narrows it to. */
function narrowed(call: Call): LogCondition[] {
  const { query } = call;
  const found = [bySomebody];
  for (const name of narrowing) {
    const given = query[name];
    if (Array.isArray(given)) {
      if (given.length > 0) found.push(oneOf(name, given.map(String)));
    } else if (typeof given === 'string' && given !== '') found.push(containing(name, given));
  }
  if (typeof query.companyId === 'string' && query.companyId !== '') found.push(ofTenants([query.companyId]));
  if (typeof query.channelTradeId === 'string' && query.channelTradeId !== '')
    found.push(ofTenantsWith(call.services.store.spec('Company'), 'channelTradeId', query.channelTradeId));
  const words = typeof query.keyword === 'string' ? query.keyword.split(/\s+/).filter((word) => word !== '') : [];
  for (const word of words)
    found.push(
      anyOf([...searched.map((field) => containing(field, word)), ...named(call, 'operation', word), ...named(call, 'resource', word)]),
    );
  return found;
}

/** Operations and kinds of items are found by what they are called, too. */
function named(call: Call, field: 'operation' | 'resource', word: string): LogCondition[] {
  const names = valuesLike(call, 'operation-log', field, word.toLowerCase());
  return names.length > 0 ? [oneOf(field, names)] : [];
}

function orderOf(call: Call): LogOrder {
  const given = typeof call.query.sort === 'string' ? (call.query.sort.split(',')[0] ?? '') : '';
  const field = sortable.find((each) => each === given.replace(/^-/, '')) ?? 'at';
  if (field === 'at') return { field, descending: given !== 'at', newestFirst: given !== 'at' };
  return { field, descending: given.startsWith('-'), newestFirst: true };
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
  const spec = services.store.specNamed(resource);
  return ((spec && rulesOf(spec).named?.(label, language)) ?? label).slice(0, LONGEST_LABEL);
}

/** Properties that the log does not name to the caller. */
function keptFrom(call: Call, { resource, owner }: Row): string[] {
  const spec = call.services.store.specNamed(resource);
  return spec ? call.handle.withheld(spec, owner).map((path) => path.split('.')[0] ?? '') : [];
}

/** First segments of the places that a patch changes. */
function changedPaths({ patch }: Row): string[] {
  if (patch === null || patch.length > LONGEST_VALUE) return [];
  const ops = parsePatch(patch);
  return [...new Set(ops.map(({ path }) => path.split('/')[1] ?? '').filter((name) => name !== ''))];
}

/** Properties in which two documents differ: of any entity, and of whatever shape it had then. */
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
