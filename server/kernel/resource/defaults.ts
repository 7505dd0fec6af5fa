import { isVisible } from '#domain/condition.ts';
import { type Field, type Json } from '#domain/model.ts';
import { getPath, setPath } from '#domain/value.ts';
import { type Doc } from '#server/store/items/tables.ts';

/** The document with the defaults of its schema written out, so that what is stored does not change with the schema. */
export function withDefaults(field: Field, doc: Doc): Doc {
  const filled: Doc = { ...doc };
  for (const each of field.fields ?? []) {
    if (each.readOnly || (each.when && !isVisible(each, filled))) continue;
    const value = filled[each.name];
    if (value !== undefined) filled[each.name] = inside(each, value);
    else if (each.default !== undefined) filled[each.name] = each.default;
  }
  return filled;
}

function inside(field: Field, value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const { items } = field;
    return items?.kind === 'object' ? value.map((item) => inside(items, item)) : value;
  }
  return field.kind === 'object' && field.fields ? withDefaults(field, value) : value;
}

/** What the caller cannot set stays as it is. */
export function keepReadOnly(field: Field, before: Doc, doc: Doc): Doc {
  const kept: Doc = { ...doc };
  for (const each of field.fields ?? []) {
    const old = before[each.name];
    if (old === undefined) continue;
    if (each.readOnly) kept[each.name] = old;
    else if (each.kind === 'object' && isDoc(old) && isDoc(kept[each.name]))
      kept[each.name] = keepReadOnly(each, old, kept[each.name] as Doc);
  }
  return kept;
}

/** What is kept from the caller he cannot send: it stays as it is. */
export function keepWithheld(before: Doc, doc: Doc, withheld: readonly string[]): Doc {
  return withheld.reduce((kept, path) => {
    const old = getPath(before, path);
    return old === undefined || getPath(kept, path) !== undefined ? kept : (setPath(kept, path, old) as Doc);
  }, doc);
}

function isDoc(value: Json | undefined): value is Doc {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
