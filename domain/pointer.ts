import { isArray } from './json.ts';
import type { Json } from './model.ts';

/** JSON Pointer (RFC 6901): how errors, patches and rules name a place in a document. */

export function escapeSegment(segment: string | number): string {
  return String(segment).replaceAll('~', '~0').replaceAll('/', '~1');
}

/** `joinPointer('/lan', 0, 'mask')` is `/lan/0/mask`. */
export function joinPointer(base: string, ...segments: (string | number)[]): string {
  return segments.reduce<string>((pointer, segment) => `${pointer}/${escapeSegment(segment)}`, base);
}

/** The unescaped segments; throws on a text that is no pointer. */
export function parsePointer(pointer: string): string[] {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) throw new Error(`Not a JSON pointer: ${pointer}`);
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at the pointer, undefined where there is none. Inherited properties are not seen. */
export function getPointer(doc: Json | undefined, pointer: string): Json | undefined;
export function getPointer(doc: unknown, pointer: string): unknown;
export function getPointer(doc: unknown, pointer: string): unknown {
  let value = doc;
  for (const segment of parsePointer(pointer)) value = child(value, segment);
  return value;
}

/** Whether one of two places is the other or lies within it. */
export function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** A copy with the value in place; untouched branches are shared. `-` appends to an array; missing containers are created. */
export function setPointer(doc: Json | undefined, pointer: string, value: Json): Json;
export function setPointer(doc: unknown, pointer: string, value: unknown): unknown;
export function setPointer(doc: unknown, pointer: string, value: unknown): unknown {
  return place(doc, parsePointer(pointer), 0, value);
}

/** The child of an object or array by its own key, else undefined. */
export function child(value: Json | undefined, key: string): Json | undefined;
export function child(value: unknown, key: string): unknown;
export function child(value: unknown, key: string): unknown {
  if (value === null || typeof value !== 'object') return undefined;
  if (Array.isArray(value)) return isIndex(key) ? value[Number(key)] : undefined;
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}

function place(target: unknown, segments: string[], depth: number, value: unknown): unknown {
  const segment = segments[depth];
  if (segment === undefined) return value;
  if (isArray(target) || (!isContainer(target) && (segment === '-' || isIndex(segment)))) {
    const copy: unknown[] = isArray(target) ? [...target] : [];
    const index = segment === '-' ? copy.length : Number(segment);
    if (segment !== '-' && !isIndex(segment)) throw new Error(`Not an array index: ${segment}`);
    if (index > copy.length) throw new Error(`Beyond the end of the array: ${segment}`);
    copy[index] = place(copy[index], segments, depth + 1, value);
    return copy;
  }
  const object = isContainer(target) ? target : {};
  // a computed key defines an own property even for `__proto__`
  return { ...object, [segment]: place(child(object, segment), segments, depth + 1, value) };
}

function isContainer(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}

function isIndex(segment: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(segment);
}
