import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** What a caller may send of a document. */
export function settable(spec: ItemSpec, doc: Doc): Doc {
  const readOnly = new Set((spec.fields.fields ?? []).filter((field) => field.readOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.has(name)));
}
