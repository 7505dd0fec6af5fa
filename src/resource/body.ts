import { isObject } from '#domain/json.ts';
import { sameJson } from '#domain/condition.ts';
import { prune, type WriteMode } from '#domain/document.ts';
import type { Field, Json, Operation } from '#domain/model.ts';
import { getPath, pointerOf, setPath } from '#domain/value.ts';

/** What the operation takes, made of the form's document. */
export function bodyOf(operation: Operation, root: Field, doc: Json, base: Json, mode: WriteMode): Json {
  const item = prune(root, doc, mode) ?? {};
  const sent = operation.body?.merge && mode === 'update' ? changesOf(item, prune(root, base, mode) ?? {}, root) : item;
  const placed = operation.body?.wrap ? setPath({}, operation.body.wrap, sent) : sent;
  return operation.body?.many ? [placed] : placed;
}

/** Where the form's document stands in that body. */
export function prefixOf(operation: Operation): string {
  return (operation.body?.many ? '/0' : '') + (operation.body?.wrap ? pointerOf(operation.body.wrap) : '');
}

/** The saved item in the answer. */
export function itemOf(operation: Operation, answer: Json | undefined): Json | undefined {
  return getPath(answer, operation.answerAt ?? '');
}

/** Merge semantics: changed properties and those without which no body is right, and null for those that were taken away. */
function changesOf(item: Json, base: Json, { fields }: Field): Json {
  if (!isObject(item) || !isObject(base)) return item;
  const changes: Record<string, Json> = {};
  for (const [name, value] of Object.entries(item))
    if (!sameJson(value, base[name]) || fields?.some((field) => field.name === name && field.required)) changes[name] = value;
  for (const name of Object.keys(base)) if (!Object.hasOwn(item, name)) changes[name] = null;
  return changes;
}
