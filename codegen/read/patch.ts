import { basename, dirname, extname, join } from 'node:path';
import { asObject, asText, isJson, isObject, same, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { child, joinPointer, parsePointer } from '#domain/pointer.ts';
import { pascalCase } from '../names.ts';

/** A file as it was bundled, and as it is now. */
export type Edited = { path: string; before: unknown; after: unknown };

/** Where in the bundle something of a file stands. */
type Stand = { at: readonly string[]; key?: string };

/**
 * The bundle as it would be made of the edited files, without going through all the others: what they refer to stays what
 * it was called. Undefined wherever that cannot be told for certain, and the contract is bundled as a whole.
 */
export function patched(
  document: JsonObject,
  contract: { file: string; parsed: unknown; all: readonly string[] },
  edits: readonly Edited[],
): JsonObject | undefined {
  let result = document;
  for (const edit of edits) {
    const stands = standsOf(document, contract, edit);
    if (stands === undefined) return undefined;
    for (const { at, key } of stands) {
      const [before, after] = [edit.before, edit.after].map((each) => (key === undefined ? each : child(each, key)));
      if (!isJson(before) || !isJson(after)) return undefined;
      const now = at.reduce<unknown>(child, result);
      const next = isJson(now) ? carried(before, now, after) : undefined;
      if (next === undefined) return undefined;
      result = withAt(result, at, next);
    }
  }
  return result;
}

/** Every place to which the file came; undefined where it may have come to others too. */
function standsOf(
  document: JsonObject,
  { file, parsed, all }: { file: string; parsed: unknown; all: readonly string[] },
  { path, before, after }: Edited,
): Stand[] | undefined {
  if (path.includes('/schemas/')) {
    const name = pascalCase(basename(path, extname(path)));
    const twins = all.filter((other) => other.includes('/schemas/') && pascalCase(basename(other, extname(other))) === name);
    const sections = Object.entries(asObject(document['components'])).filter(([, section]) => Object.hasOwn(asObject(section), name));
    if (twins.length !== 1 || sections.length !== 1 || sections[0]?.[0] !== 'schemas') return undefined;
    return [{ at: ['components', 'schemas', name] }];
  }
  if (!path.startsWith(join(dirname(file), 'paths/')) || !isObject(before) || !isObject(after)) return undefined;
  if (!same(Object.keys(before), Object.keys(after))) return undefined;
  const stands: Stand[] = [];
  for (const [address, entry] of Object.entries(asObject(asObject(parsed)['paths']))) {
    const [target = '', pointer = ''] = (asText(asObject(entry)['$ref']) ?? '').split('#');
    if (join(dirname(file), target) !== path) continue;
    const [key, ...deeper] = parsePointer(pointer).map(decodeURIComponent);
    if (key === undefined || deeper.length > 0 || Object.keys(asObject(entry)).length > 1) return undefined;
    stands.push({ at: ['paths', address], key });
  }
  const placed = new Set(stands.map(({ key }) => key));
  const differing = Object.keys(before).filter((key) => !same(before[key], after[key]));
  return differing.every((key) => placed.has(key)) ? stands.filter(({ key }) => key !== undefined && differing.includes(key)) : undefined;
}

/** `after` with what bundling made of `before`: names of components in place of names of files, at the very same places. */
function carried(before: Json, bundled: Json, after: Json): Json | undefined {
  const old = references(before);
  const renamed = new Map<string, string>();
  if (!compare(before, bundled, '', renamed)) return undefined;
  if (!same(old, references(after))) return undefined;
  const left = new Set(renamed.keys());
  const said = new Map(texts(before));
  const place = (value: Json, pointer: string): Json => {
    if (typeof value === 'string' && renamed.has(pointer) && said.get(pointer) === value) {
      left.delete(pointer);
      return renamed.get(pointer) ?? value;
    }
    if (Array.isArray(value)) return value.map((each, index) => place(each, joinPointer(pointer, String(index))));
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, place(each, joinPointer(pointer, key))]))
      : value;
  };
  const made = place(after, '');
  return left.size === 0 ? made : undefined;
}

/** Whether both are the same but for texts, and which texts those are. References are among them, renamed or not. */
function compare(before: Json, bundled: Json, pointer: string, renamed: Map<string, string>): boolean {
  if (typeof before === 'string' && typeof bundled === 'string') {
    if (before !== bundled || pointer.endsWith('/$ref')) renamed.set(pointer, bundled);
    return true;
  }
  if (Array.isArray(before))
    return (
      Array.isArray(bundled) &&
      before.length === bundled.length &&
      before.every((each, index) => compare(each, bundled[index] ?? null, joinPointer(pointer, String(index)), renamed))
    );
  if (!isObject(before)) return before === bundled;
  return (
    isObject(bundled) &&
    same(Object.keys(before), Object.keys(bundled)) &&
    Object.entries(before).every(([key, each]) => compare(each, bundled[key] ?? null, joinPointer(pointer, key), renamed))
  );
}

/** Pointer and text of all that may refer to a file, in the order in which they stand. */
function references(value: Json): [string, string][] {
  return texts(value).filter(([pointer]) => /\/(\$ref|externalValue|defaultMapping|mapping\/[^/]*)$/.test(pointer));
}

function texts(value: Json, pointer = ''): [string, string][] {
  if (typeof value === 'string') return [[pointer, value]];
  if (Array.isArray(value)) return value.flatMap((each, index) => texts(each, joinPointer(pointer, String(index))));
  return isObject(value) ? Object.entries(value).flatMap(([key, each]) => texts(each, joinPointer(pointer, key))) : [];
}

/** A copy along the way; all beside it is shared. */
function withAt(object: JsonObject, [key = '', ...rest]: readonly string[], value: Json): JsonObject {
  return { ...object, [key]: rest.length === 0 ? value : withAt(asObject(object[key]), rest, value) };
}
