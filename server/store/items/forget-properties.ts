import { asObject } from '#domain/json.ts';
import { rowLabel } from '#domain/label.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { insertRevision } from '#server/store/items/item-statements.ts';
import { knownPart } from '#server/store/items/known-part.ts';
import { diff } from '#server/store/items/patch.ts';
import type { Db, Doc } from '#server/store/items/tables.ts';

const BATCH = 500;
/** Who did it, in the history of what lost something. */
const UPGRADE = 'upgrade';

/**
 * Takes out of the documents of an entity what it does not have any more. What stood there is in the revision that says
 * so, from which earlier ones are worked out; nobody is answered it. Answers how many documents lost something.
 */
export async function forgetProperties(tx: Db, spec: ItemSpec, derive: (doc: Doc) => Record<string, unknown>): Promise<number> {
  let count = 0;
  for (let last = ''; ;) {
    const rows = await tx
      .selectFrom(spec.table)
      .select(['id', 'doc', 'owner', 'revision'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const { id, doc: text, owner, revision: before } of rows) {
      const doc = asObject(JSON.parse(text));
      const known = knownPart(spec, doc);
      if (known === doc) continue;
      count++;
      const isRecord = spec.resource.data?.record === true;
      const revision = isRecord ? before : before + 1;
      const next = spec.resource.revision && !isRecord ? { ...known, [spec.resource.revision]: revision } : known;
      await tx
        .updateTable(spec.table)
        .set({ ...derive(next), doc: JSON.stringify(next), revision })
        .where('id', '=', id)
        .execute();
      if (isRecord) continue;
      const change = { patch: JSON.stringify(diff(doc, known)), undo: JSON.stringify(diff(known, doc)), kept: null };
      const label = rowLabel(spec.resource.label, next, id);
      const by = { action: UPGRADE, actor: 'system', request_id: UPGRADE, at: Date.now() };
      await insertRevision(tx, { resource: spec.name, id, revision, owner, label, ...by, ...change });
    }
    if (rows.length < BATCH) return count;
    last = rows.at(-1)?.id ?? '';
  }
}
