import { type Json } from '#domain/model.ts';
import { type Db } from '#server/store/engine.ts';
import { type Stored } from '#server/store/handle.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { applyPatch, type PatchOp } from '#server/store/patch.ts';
import { type Doc, type RevisionRow } from '#server/store/tables.ts';
import { withoutStamps } from '#server/store/transaction.ts';

type Row = Omit<RevisionRow, 'seq'> & { seq: number };

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
      const before: Json | undefined = row.undo === null ? undefined : applyPatch(after, JSON.parse(row.undo) as PatchOp[]);
      yield { row, before: before as Doc | undefined, after: after as Doc | undefined };
      after = before;
    }
    if (rows.length < BATCH) return;
    below = rows.at(-1)?.seq ?? 0;
  }
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

/** Whose the item was when it was last written: what decides who may see the history of a deleted one. */
export async function lastOwner(db: Db, spec: ItemSpec, id: string): Promise<{ owner: string | null; revision: number } | undefined> {
  return db
    .selectFrom('revisions')
    .select(['owner', 'revision'])
    .where('resource', '=', spec.name)
    .where('id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
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
