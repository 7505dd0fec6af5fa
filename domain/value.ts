import { isObject } from '#domain/json.ts';
import type { Json } from './model.ts';
import { child, joinPointer, parsePointer, setPointer } from './pointer.ts';

/** The value at a dotted path (`config.threshold`, `wan.0.ip`), undefined where there is none. A key that holds dots itself wins. */
export function getPath(doc: Json | undefined, path: string): Json | undefined;
export function getPath(doc: unknown, path: string): unknown;
export function getPath(doc: unknown, path: string): unknown {
  if (path === '') return doc;
  const own = child(doc, path);
  if (own !== undefined) return own;
  for (let cut = path.lastIndexOf('.'); cut > 0; cut = path.lastIndexOf('.', cut - 1)) {
    const parent = child(doc, path.slice(0, cut));
    if (parent === undefined) continue;
    const value = getPath(parent, path.slice(cut + 1));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A copy with the value at the dotted path; missing objects and arrays are created. */
export function setPath(doc: Json | undefined, path: string, value: Json): Json;
export function setPath(doc: unknown, path: string, value: unknown): unknown;
export function setPath(doc: unknown, path: string, value: unknown): unknown {
  return setPointer(doc, pointerOf(path), value);
}

/** A copy without the property at a dotted path; the same where there is none. */
export function withoutPath(doc: { [name: string]: Json }, path: string): { [name: string]: Json } {
  const [head = '', ...rest] = path.split('.');
  const { [head]: inner, ...others } = doc;
  if (inner === undefined) return doc;
  if (rest.length === 0) return others;
  return isObject(inner) ? { ...doc, [head]: withoutPath(inner, rest.join('.')) } : doc;
}

/** `wan.0.ip` is `/wan/0/ip`. */
export function pointerOf(path: string): string {
  return path === '' ? '' : joinPointer('', ...path.split('.'));
}

/** `/wan/0/ip` is `wan.0.ip`; its field is `wan[].ip` (see `fieldPathOf`). */
export function pathOf(pointer: string): string {
  return parsePointer(pointer).join('.');
}

/** `wan.0.ip` belongs to the field with the path `wan[].ip`. */
export function fieldPathOf(path: string): string {
  return path.replaceAll(/\.\d+(?=\.|$)/g, '[]');
}
