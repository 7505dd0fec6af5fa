import { isObject } from '#domain/json.ts';
import { variantOf } from '#domain/variant.ts';
import { sameJson } from '#domain/condition.ts';
import type { Field, Json } from '#domain/model.ts';
import { child, joinPointer } from '#domain/pointer.ts';
import { itemOfList } from '#resource/fields.ts';

/** One place that differs. A whole object or row that came or went is one change. */
export type Change = { pointer: string; field?: Field; before?: Json; after?: Json };

/** Places at which two documents differ, in the order of the fields; at most `limit`. */
export function diff(root: Field, before: Json | undefined, after: Json | undefined, limit = 500): Change[] {
  const changes: Change[] = [];
  compare(root, before, after, '', changes, limit);
  return changes;
}

function compare(
  field: Field | undefined,
  before: Json | undefined,
  after: Json | undefined,
  pointer: string,
  changes: Change[],
  limit: number,
): void {
  if (changes.length >= limit || sameJson(before, after)) return;
  if (isObject(before) && isObject(after)) {
    const shape = shapeOf(field, after);
    for (const name of namesOf(shape, before, after)) {
      compare(innerField(shape, name), child(before, name), child(after, name), joinPointer(pointer, name), changes, limit);
    }
    return;
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    compareItems(field, before, after, pointer, changes, limit);
    return;
  }
  changes.push({ pointer, field, before, after });
}

/**
 * Rows that are alike at both ends are skipped. Between them: rows of objects are compared one by one where their
 * number is the same; otherwise, and for plain values, what left is listed and then what came.
 */
function compareItems(field: Field | undefined, before: Json[], after: Json[], pointer: string, changes: Change[], limit: number): void {
  let start = 0;
  while (start < before.length && start < after.length && sameJson(before[start], after[start])) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && sameJson(before.at(-1 - end), after.at(-1 - end))) end++;
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  const item = field?.items && itemOfList(field);
  if (old.length === now.length && old.every(isObject) && now.every(isObject)) {
    old.forEach((each, index) => compare(item, each, now[index], joinPointer(pointer, start + index), changes, limit));
    return;
  }
  const kept = new Set(now.map(key));
  const known = new Set(old.map(key));
  const gone = old.map((value, index) => ({ value, index })).filter(({ value }) => !kept.has(key(value)));
  const came = now.map((value, index) => ({ value, index })).filter(({ value }) => !known.has(key(value)));
  const room = limit - changes.length;
  for (const { value, index } of gone.slice(0, room))
    changes.push({ pointer: joinPointer(pointer, start + index), field: item, before: value });
  for (const { value, index } of came.slice(0, limit - changes.length))
    changes.push({ pointer: joinPointer(pointer, start + index), field: item, after: value });
  // the same rows in another order
  if (gone.length + came.length === 0 && changes.length < limit) changes.push({ pointer, field, before: old, after: now });
}

function shapeOf(field: Field | undefined, value: unknown): Field | undefined {
  return field?.kind === 'variants' ? variantOf(field, value) : field;
}

function innerField(shape: Field | undefined, name: string): Field | undefined {
  return shape?.kind === 'map' ? shape.items : shape?.fields?.find((each) => each.name === name);
}

function namesOf(shape: Field | undefined, before: object, after: object): string[] {
  return [...new Set([...(shape?.fields ?? []).map(({ name }) => name), ...Object.keys(before), ...Object.keys(after)])];
}

function key(value: Json): string {
  return JSON.stringify(value);
}

/** A whole row or object that came or went, place by place: a reader knows values, not JSON. Lists of scalars stay one place. */
export function placesOf(change: Change): Change[] {
  const came = change.before === undefined;
  const value = came ? change.after : change.before;
  if (came === (change.after === undefined)) return [change];
  const side = (inner: Json): Partial<Change> => (came ? { after: inner } : { before: inner });
  if (Array.isArray(value) && value.some(isObject)) {
    return value.flatMap((each, index) =>
      placesOf({ pointer: joinPointer(change.pointer, String(index)), field: change.field?.items, ...side(each) }),
    );
  }
  if (!isObject(value)) return [change];
  const shape = shapeOf(change.field, value);
  return Object.entries(value).flatMap(([name, each]) =>
    placesOf({ pointer: joinPointer(change.pointer, name), field: innerField(shape, name), ...side(each) }),
  );
}
