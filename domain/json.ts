import type { Json } from '#domain/model.ts';

export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function asArray(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** Texts of a list, other values left out. */
export function texts(value: unknown): string[] {
  return asArray(value).filter((entry): entry is string => typeof entry === 'string');
}

/** Drops keys whose value is undefined, so that emitted JSON and snapshots hold only what is said. */
export function compact<T extends object>(value: T): T {
  for (const key of Object.keys(value) as (keyof T)[]) if (value[key] === undefined) delete value[key];
  return value;
}

export function same(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

/** Which statement a rule or a problem comes from is for its reader, not for the console. */
export function withoutSource(entry: unknown): JsonObject {
  const { source: _, ...rest } = asObject(entry);
  return rest;
}
