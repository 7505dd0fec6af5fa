import { isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

/** JSON Merge Patch (RFC 7396): null takes a property away at any depth, lists are replaced as a whole. */
export function mergePatched(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const before = isObject(target) ? target : {};
  const kept = Object.entries(before).filter(([name]) => !Object.hasOwn(patch, name));
  const set = Object.entries(patch).flatMap(([name, value]): [string, Json][] =>
    value === null ? [] : [[name, mergePatched(Object.hasOwn(before, name) ? before[name] : undefined, value)]],
  );
  return Object.fromEntries([...kept, ...set]);
}

/** The value as it is to be, with null for what an object in it had and has no more: right for who merges deeply and for who replaces. */
export function withRemovals(next: Json, before: Json | undefined): Json {
  if (!isObject(next) || !isObject(before)) return next;
  const own = Object.entries(next).map(([name, value]): [string, Json] => [
    name,
    withRemovals(value, Object.hasOwn(before, name) ? before[name] : undefined),
  ]);
  const gone = Object.keys(before).flatMap((name): [string, Json][] => (Object.hasOwn(next, name) ? [] : [[name, null]]));
  return Object.fromEntries([...own, ...gone]);
}

/** A patch without its removals: what of it a schema of the document speaks of. */
export function withoutRemovals(patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const kept = Object.entries(patch).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutRemovals(value)]));
}
