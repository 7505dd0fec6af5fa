import { asObject, isObject } from '#domain/json.ts';
import { isVisible } from '#domain/condition.ts';
import type { Field, Json } from '#domain/model.ts';
import { getPath, setPath } from '#domain/value.ts';
import type { Doc } from '#server/store/items/tables.ts';

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
    const sent = kept[each.name];
    if (each.readOnly) kept[each.name] = old;
    else if (each.items?.kind === 'object' && Array.isArray(old) && Array.isArray(sent))
      kept[each.name] = keepInRows(each.items, old, sent);
    else if (each.kind === 'object' && isObject(old) && isObject(sent)) kept[each.name] = keepReadOnly(each, old, sent);
  }
  return kept;
}

/**
 * The rows of an array that were there before keep what nobody can set. A row is the same if all that can be set of it is;
 * else it is the one in its place that no other row is. What is new has none of it.
 */
function keepInRows(row: Field, before: readonly Json[], rows: readonly Json[]): Json[] {
  if (!hasReadOnly(row)) return [...rows];
  const said = (each: Json): string => JSON.stringify(isObject(each) ? settableOf(row, each) : each);
  const left = new Map(before.map((each, index) => [index, said(each)]));
  const same = rows.map((each) => {
    const text = said(each);
    const found = [...left].find(([, old]) => old === text)?.[0];
    if (found !== undefined) left.delete(found);
    return found;
  });
  return rows.map((each, index) => {
    const old = before[same[index] ?? (left.has(index) ? index : -1)];
    return isObject(each) ? keepReadOnly(row, isObject(old) ? old : {}, settableOf(row, each)) : each;
  });
}

function hasReadOnly({ readOnly, fields = [], items }: Field): boolean {
  return readOnly === true || fields.some(hasReadOnly) || (items !== undefined && hasReadOnly(items));
}

function settableOf({ fields = [] }: Field, doc: Doc): Doc {
  const readOnly = new Set(fields.filter((field) => field.readOnly).map(({ name }) => name));
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.has(name)));
}

/** What is kept from the caller he cannot send: it stays as it is. */
export function keepWithheld(before: Doc, doc: Doc, withheld: readonly string[]): Doc {
  return withheld.reduce((kept, path) => {
    const old = getPath(before, path);
    return old === undefined || getPath(kept, path) !== undefined ? kept : asObject(setPath(kept, path, old));
  }, doc);
}
