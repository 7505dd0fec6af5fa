import { isDeepStrictEqual } from 'node:util';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db, Doc, RefRow, Stored } from '#server/store/items/tables.ts';
import { refRows } from '#server/store/migrate.ts';

const REFS_PER_INSERT = 500;

export async function insertRefs(db: Db, refs: readonly RefRow[]): Promise<void> {
  for (let at = 0; at < refs.length; at += REFS_PER_INSERT)
    await db
      .insertInto('refs')
      .values(refs.slice(at, at + REFS_PER_INSERT))
      .execute();
}

/** What an item refers to with a new document, where that is not what it was. */
export async function followRefs(db: Db, spec: ItemSpec, { id, owner, doc: before }: Stored, doc: Doc): Promise<void> {
  if (spec.refs.length === 0) return;
  const refs = refRows(spec, id, owner, doc);
  if (isDeepStrictEqual(refs, refRows(spec, id, owner, before))) return;
  await db.deleteFrom('refs').where('resource', '=', spec.name).where('id', '=', id).execute();
  await insertRefs(db, refs);
}
