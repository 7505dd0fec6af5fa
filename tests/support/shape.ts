import { isObject } from '#domain/json.ts';

export type Guard<T> = (value: unknown) => value is T;

/** An object with these properties, each of its kind; what else it has is not asked about. */
export function shaped<T extends object>(parts: { readonly [Name in keyof T]: Guard<T[Name]> }): Guard<T> {
  const checks: [string, Guard<unknown>][] = Object.entries(parts);
  return (value): value is T => isObject(value) && checks.every(([name, fits]) => fits(value[name]));
}

export function optional<T>(fits: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || fits(value);
}

export function listOf<T>(fits: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(fits);
}

export function recordOf<T>(fits: Guard<T>): Guard<Record<string, T>> {
  return (value): value is Record<string, T> => isObject(value) && Object.values(value).every(fits);
}

/** A value of which a test knows the shape; with another one it ends here and says what it met. */
export function sure<T>(value: unknown, fits: Guard<T>): T {
  if (!fits(value)) throw new Error(`It has another shape: ${JSON.stringify(value)?.slice(0, 400)}`);
  return value;
}
