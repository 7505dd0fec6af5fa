import { isObject } from '#domain/json.ts';
import { sql } from 'kysely';

import type { Json } from '#domain/model.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { knownPart } from '#server/store/items/known-part.ts';
import { applyPatch, diff, parsePatch } from '#server/store/items/patch.ts';
import type { Doc, RevisionRow, Db, Stored } from '#server/store/items/tables.ts';
import { withoutStamps } from '#server/store/items/transaction.ts';

export type Row = Omit<RevisionRow, 'seq'> & { seq: number };

/** Who changed something, in which request: request ids may be chosen by callers, so neither says it alone. */
export type Request = { requestId: string; actor: string };

/** One revision with the documents on both sides of it; undefined where there was none. */
export type Revision = { row: Row; before: Doc | undefined; after: Doc | undefined };

const BATCH = 100;

/**
 * The revisions of one item, newest first. Only the present document is stored whole: each step back applies the
 * patch that undoes a revision.
 */
export async function* revisionsOf(db: Db, spec: ItemSpec, id: string, present: Stored | undefined): AsyncGenerator<Revision> {
  let after: Json | undefined = present && withoutStamps(spec, present.doc);
  for (let below = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await db
      .selectFrom('revisions')
      .selectAll()
      .where('resource', '=', spec.name)
      .where('id', '=', id)
      .where('seq', '<', below)
      .orderBy('seq', 'desc')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const before: Json | undefined = row.undo === null ? undefined : applyPatch(after, parsePatch(row.undo));
      yield known(spec, { row, before: isObject(before) ? before : undefined, after: isObject(after) ? after : undefined });
      after = before;
    }
    if (rows.length < BATCH) return;
    below = rows.at(-1)?.seq ?? 0;
  }
}

/** Without what the entity does not have any more. */
function known(spec: ItemSpec, revision: Revision): Revision {
  const [before, after] = [revision.before, revision.after].map((doc) => doc && knownPart(spec, doc));
  if (before === revision.before && after === revision.after) return revision;
  const { row } = revision;
  const patch = row.patch !== null && before && after ? JSON.stringify(diff(before, after)) : row.patch;
  return { row: { ...row, patch }, before, after };
}

/** Revisions that an action left on items of a resource, the oldest first. */
export function revisionsBy(db: Db, resource: string, action: string): Promise<Pick<Row, 'id' | 'at' | 'undo'>[]> {
  return db
    .selectFrom('revisions')
    .select(['id', 'at', 'undo'])
    .where('resource', '=', resource)
    .where('action', '=', action)
    .orderBy('at')
    .execute();
}

/** When somebody changed something last. */
export async function lastChangeOf(db: Db, actor: string): Promise<number | undefined> {
  const row = await db.selectFrom('revisions').select('at').where('actor', '=', actor).orderBy('at', 'desc').limit(1).executeTakeFirst();
  return row?.at;
}

/** The item as it was at a revision; undefined where there was none then. */
export async function documentAt(
  db: Db,
  spec: ItemSpec,
  id: string,
  present: Stored | undefined,
  revision: number,
): Promise<Doc | undefined> {
  for await (const { row, after } of revisionsOf(db, spec, id, present)) {
    if (row.revision === revision) return after;
    if (row.revision < revision) break;
  }
  return undefined;
}

export async function countRevisions(db: Db, spec: ItemSpec, id: string): Promise<number> {
  const row = await db
    .selectFrom('revisions')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('resource', '=', spec.name)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.total ?? 0;
}

/** Every revision that an account wrote in one request, newest first. */
export function revisionsOfRequest(db: Db, request: Request): Promise<Row[]> {
  return db
    .selectFrom('revisions')
    .selectAll()
    .where('request_id', '=', request.requestId)
    .where('actor', '=', request.actor)
    .orderBy('seq', 'desc')
    .execute();
}

/** Of the items that a request wrote, those that somebody wrote since: the newest such revision of each. */
export async function writtenSince(db: Db, request: Request): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`select newer.* from revisions newer join (
      select resource, id, min(revision) as revision from revisions
      where request_id = ${request.requestId} and actor = ${request.actor} group by resource, id
    ) own on newer.resource = own.resource and newer.id = own.id and newer.revision > own.revision
    where newer.request_id <> ${request.requestId} or newer.actor <> ${request.actor} order by newer.seq`.execute(db);
  return new Map(rows.map((row) => [itemKey(row), row]));
}

/** One item among those of all resources. */
export function itemKey({ resource, id }: Pick<RevisionRow, 'resource' | 'id'>): string {
  return `${resource} ${id}`;
}
