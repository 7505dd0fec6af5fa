import type { Json } from './model.ts';

export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isArray(value: unknown): value is Json[] {
  return Array.isArray(value);
}

export function isListOf<T>(value: unknown, isEach: (each: unknown) => each is T): value is T[] {
  return Array.isArray(value) && value.every(isEach);
}

export function isRecordOf<T>(value: unknown, isEach: (each: unknown) => each is T): value is Record<string, T> {
  return isObject(value) && Object.values(value).every(isEach);
}

/** What JSON can say, as far as the value itself tells. */
export function isJson(value: unknown): value is Json {
  return (
    value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'object'
  );
}

/** The names of a table. */
export function keysOf<T extends string>(table: Readonly<Record<T, unknown>>): T[] {
  return Object.keys(table).filter((name) => isKeyOf(table, name));
}

/** One of the names of a table. */
export function isKeyOf<T extends string>(table: Readonly<Record<T, unknown>>, value: unknown): value is T {
  return typeof value === 'string' && Object.hasOwn(table, value);
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asArray(value: unknown): Json[] {
  return isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function asKeyOf<T extends string>(table: Readonly<Record<T, unknown>>, value: unknown): T | undefined {
  return isKeyOf(table, value) ? value : undefined;
}

/** Texts of a list, other values left out. */
export function texts(value: unknown): string[] {
  return asArray(value).filter(isText);
}

/** Drops keys whose value is undefined, so that emitted JSON and snapshots hold only what is said. */
export function compact<T extends object>(value: T): T {
  for (const [key, each] of Object.entries(value)) if (each === undefined) Reflect.deleteProperty(value, key);
  return value;
}

/** Several objects as one; of a key that several have, the last counts. */
export function folded(objects: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(objects.flatMap((object) => Object.entries(object)));
}

export function same(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
