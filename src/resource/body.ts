import { isObject, type JsonObject } from '#domain/json.ts';
import { sameJson } from '#domain/condition.ts';
import { prune, type WriteMode } from '#domain/document.ts';
import { withRemovals } from '#domain/merge-patch.ts';
import type { Field, Json, Operation } from '#domain/model.ts';
import { child } from '#domain/pointer.ts';
import { getPath, pointerOf, setPath } from '#domain/value.ts';

/** What the operation takes, made of the form's document. */
export function bodyOf(operation: Operation, root: Field, doc: Json, base: Json, mode: WriteMode): Json {
  return made(operation, root, { doc, base, mode }, removed);
}

/** What of it a schema can judge: that a property is taken away is no value of it. */
export function checkedBodyOf(operation: Operation, root: Field, doc: Json, base: Json, mode: WriteMode): Json {
  return made(operation, root, { doc, base, mode }, (changes) => changes);
}

type Edit = { doc: Json; base: Json; mode: WriteMode };

function made({ body }: Operation, root: Field, { doc, base, mode }: Edit, finish: typeof removed): Json {
  const item = prune(root, doc, mode) ?? {};
  const before = prune(root, base, mode) ?? {};
  const merges = body?.merge && mode === 'update' && isObject(item) && isObject(before);
  const sent = merges ? finish(changesOf(item, before, root), item, before) : item;
  const placed = body?.wrap ? setPath({}, body.wrap, sent) : sent;
  return body?.many ? [placed] : placed;
}

/** Where the form's document stands in that body. */
export function prefixOf(operation: Operation): string {
  return (operation.body?.many ? '/0' : '') + (operation.body?.wrap ? pointerOf(operation.body.wrap) : '');
}

/** The saved item in the answer. */
export function itemOf(operation: Operation, answer: Json | undefined): Json | undefined {
  return getPath(answer, operation.answerAt ?? '');
}

/** Changed properties as they are to be, and those without which no body is right. */
function changesOf(item: JsonObject, before: JsonObject, { fields }: Field): JsonObject {
  const isNeeded = (name: string): boolean => fields?.some((field) => field.name === name && field.required) === true;
  const changes = Object.entries(item).filter(([name, value]) => !sameJson(value, child(before, name)) || isNeeded(name));
  return Object.fromEntries(changes);
}

/** The same with null for what was taken away, at any depth. */
function removed(changes: JsonObject, item: JsonObject, before: JsonObject): Json {
  const stays = Object.keys(item).filter((name) => !Object.hasOwn(changes, name));
  return withRemovals(changes, Object.fromEntries(Object.entries(before).filter(([name]) => !stays.includes(name))));
}
