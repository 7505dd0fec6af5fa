import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db, Doc } from '#server/store/items/tables.ts';
import { derived, refRows } from '#server/store/migrate.ts';

/** Rows of a resource that keeps facts, past everything that a written item passes. */
export async function insertFacts(tx: Db, spec: ItemSpec, docs: readonly Doc[]): Promise<void> {
  await tx
    .insertInto(spec.table)
    .values(docs.map((doc) => rowOf(spec, doc)))
    .execute();
  const refs = docs.flatMap((doc) => refRows(spec, String(doc.id), String(doc.companyId), doc));
  if (refs.length > 0) await tx.insertInto('refs').values(refs).execute();
}

function rowOf(spec: ItemSpec, doc: Doc) {
  // a moment, or the end of a stretch of time
  const at = Date.parse(String(doc.at ?? doc.periodEnd));
  return {
    ...derived(spec, doc),
    id: String(doc.id),
    doc: JSON.stringify(doc),
    secret: null,
    owner: String(doc.companyId),
    revision: 1,
    created_at: at,
    updated_at: at,
  };
}
