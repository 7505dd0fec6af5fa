import { asObject } from '#domain/json.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { Reads } from '#server/store/engine.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { unsealed } from '#server/store/items/sealed.ts';
import { knownPart } from '#server/store/items/known-part.ts';
import { parsePatch } from '#server/store/items/patch.ts';
import { type Doc, type Kept, REMOVED, type RevisionRow, type Db } from '#server/store/items/tables.ts';

export type DeletionRow = Omit<RevisionRow, 'seq'> & { seq: number };

/** The deletion of an item that is still gone: the item as it was, and what was kept beside it. */
export type Deletion = { row: DeletionRow; doc: Doc; kept: Partial<Kept> };

const BATCH = 200;
/** A call takes no longer than this, a bulk call of ten thousand included. */
const LONGEST_CALL_MS = 20 * 60_000;

/** What deletions are looked for: of these tenants and of none, of this one, with these words (lower case). */
export type DeletionQuery = { tenants?: ReadonlySet<string>; owner?: string; words: readonly string[] };

/** Deletions of a resource whose items are gone, newest first. */
export async function* deletionsOf(reads: Reads, spec: ItemSpec, sought: DeletionQuery): AsyncGenerator<Deletion> {
  const narrowed = conditionsOf(sought);
  for (let below = Number.MAX_SAFE_INTEGER; ;) {
    const where = sql.join([...stillGone(spec), sql<SqlBool>`seq < ${below}`, ...narrowed], sql` and `);
    const page = sql<DeletionRow>`select * from revisions as r where ${where} order by seq desc limit ${BATCH}`;
    const rows = await reads.slow(page.compile(reads.read));
    for (const row of rows) yield deletionFrom(spec, row);
    if (rows.length < BATCH) return;
    below = rows.at(-1)?.seq ?? 0;
  }
}

/** The deletion that an item is gone by; undefined where it is there, or never was. */
export async function deletionOf(db: Db, spec: ItemSpec, id: string): Promise<Deletion | undefined> {
  const where = sql.join([...stillGone(spec), sql<SqlBool>`id = ${id}`], sql` and `);
  const { rows } = await sql<DeletionRow>`select * from revisions as r where ${where} order by seq desc limit 1`.execute(db);
  return rows[0] && deletionFrom(spec, rows[0]);
}

/** Everything that the same request wrote of some resources, newest first. Callers may choose a request's id: it counts with their name. */
export async function writtenWith(db: Db, { row }: Deletion, resources: readonly string[]): Promise<DeletionRow[]> {
  if (resources.length === 0) return [];
  const { rows } = await sql<DeletionRow>`select * from revisions
    where at >= ${row.at - LONGEST_CALL_MS} and at <= ${row.at + LONGEST_CALL_MS} and request_id = ${row.request_id} and actor = ${row.actor}
      and resource in (${sql.join([...resources])}) and undo is not null and seq <> ${row.seq}
    order by seq desc`.execute(db);
  return rows;
}

export function deletionFrom(spec: ItemSpec, row: DeletionRow): Deletion {
  const [whole] = parsePatch(row.undo ?? '[]');
  return {
    row,
    doc: knownPart(spec, asObject(whole && 'value' in whole ? whole.value : {})),
    kept: row.kept === null ? {} : keptOf(spec, asObject(JSON.parse(row.kept))),
  };
}

function keptOf(spec: ItemSpec, { createdAt, secret, lost }: Doc): Partial<Kept> {
  const counts = Object.entries(asObject(lost)).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return {
    ...(typeof createdAt === 'number' ? { createdAt } : {}),
    ...(typeof secret === 'string' ? { secret: unsealed(spec, secret) } : {}),
    ...(counts.length > 0 ? { lost: Object.fromEntries(counts) } : {}),
  };
}

/** What was kept for a return is not needed once the item is back. */
export async function forgetKept(db: Db, spec: ItemSpec, id: string): Promise<void> {
  await db
    .updateTable('revisions')
    .set({ kept: null })
    .where('resource', '=', spec.name)
    .where('id', '=', id)
    .where('kept', 'is not', null)
    .execute();
}

function conditionsOf({ tenants, owner, words }: DeletionQuery): RawBuilder<SqlBool>[] {
  const found: RawBuilder<SqlBool>[] = [];
  if (tenants) {
    const own = tenants.size > 0 ? sql<SqlBool>`owner in (${sql.join([...tenants])})` : sql<SqlBool>`1 = 0`;
    found.push(sql<SqlBool>`(${own} or owner is null)`);
  }
  if (owner !== undefined) found.push(sql<SqlBool>`owner = ${owner}`);
  for (const word of words) {
    const like = `%${word.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
    const matches = (column: string) => sql`lower(${sql.ref(column)}) like ${like} escape '\\'`;
    found.push(sql<SqlBool>`(${sql.join(['label', 'actor', 'id'].map(matches), sql` or `)})`);
  }
  return found;
}

function stillGone(spec: ItemSpec): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`resource = ${spec.name}`,
    // as the index has it
    sql<SqlBool>`patch = ${sql.lit(REMOVED)}`,
    sql<SqlBool>`not exists (select 1 from ${sql.table(spec.table)} as present where present.id = r.id)`,
    sql<SqlBool>`not exists (select 1 from revisions as later where later.resource = r.resource and later.id = r.id and later.revision > r.revision)`,
  ];
}
