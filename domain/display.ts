import type { Field, Json } from './model.ts';

/** What a reader's language, place and rights make of values; undefined where they make nothing of one. */
export type Words = {
  enumeration: (field: Field, value: Json) => string;
  yes: string;
  no: string;
  /** A point in time in the reader's zone. */
  time: (value: unknown) => string | undefined;
  /** What an item that is referred to is called. */
  named: (field: Field, value: string) => string | undefined;
};

/** A value as a table of text shows it: words for enumerations and references, lists between semicolons. */
export function displayed(field: Field, value: unknown, words: Words): unknown {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && field.items) {
    const each: Field = { ...field.items, ref: field.items.ref ?? field.ref };
    return value.map((item) => plain(displayed(each, item, words))).join('; ');
  }
  if (field.ref) return words.named(field, plain(value)) ?? value;
  if (field.values || field.names) return words.enumeration(field, value as Json);
  if (field.kind === 'boolean') return value === true ? words.yes : words.no;
  if (field.format === 'date-time') return words.time(value) ?? value;
  return value;
}

/** Any value as a text; what has parts as JSON. */
export function plain(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : JSON.stringify(value ?? '');
}
