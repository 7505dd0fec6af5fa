import { type Doc } from '#server/store/items/tables.ts';

/** The document without some of its properties. */
export function without(doc: Doc, ...names: readonly string[]): Doc {
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !names.includes(name)));
}
