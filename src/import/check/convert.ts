import { initialDocument } from '#domain/document.ts';
import { isClearing, plainText } from '#domain/csv.ts';
import { asObject } from '#domain/json.ts';
import type { Field, Json, Labels } from '#domain/model.ts';
import { getPath, setPath } from '#domain/value.ts';
import { fieldAt } from '#resource/fields.ts';

/** A text that cannot even be read as what its column holds; all else is the validator's business. */
export type CellError = { path: string; code: 'json' | 'text' | 'ambiguous' };
/** What an empty cell says of an item that exists: nothing, or that the value goes. Of a new one it says nothing. */
export type OnEmpty = 'keep' | 'clear';

/** The words that a file may use: of either language, and the names of what exists. */
export type ReadOptions = {
  languages: readonly Labels[];
  references?: {
    /** The stored value that a text means; undefined where nothing or more than one thing is called so. */
    valueOf: (field: Field, text: string) => Json | undefined;
    isAmbiguous: (field: Field, text: string) => boolean;
  };
  onEmpty?: OnEmpty;
};
export type Converted = { document: Json; errors: CellError[] };

const YES = new Set(['true', '1', 'yes', 'y', 'on', '是', '真', '启用', '开']);
const NO = new Set(['false', '0', 'no', 'n', 'off', '否', '假', '停用', '关']);

/**
 * One line of a file as a document: what is there, or defaults, and then what its cells say. A column that the file does
 * not have says nothing; nor does an empty cell, unless it is to clear. What cannot be read stands as what no schema takes
 * there, so that nothing is made of its absence.
 */
export function documentOf(cells: readonly string[], paths: readonly string[], root: Field, reading: ReadOptions, base?: Json): Converted {
  let document: Json = base ?? initialDocument({ ...root, required: true }) ?? {};
  const errors: CellError[] = [];
  const emptied: string[] = [];
  const refuse = (path: string, field: Field, code: CellError['code'], value?: Json): void => {
    errors.push({ path, code });
    document = withRows(document, path, value ?? unreadable(field));
  };
  paths.forEach((path, index) => {
    const text = cells[index] ?? '';
    const field = path === '' ? undefined : fieldAt(root, path);
    if (!field) return;
    const isEmpty = text.trim() === '';
    if (isClearing(text) || (isEmpty && base !== undefined && reading.onEmpty === 'clear')) {
      document = without(document, path);
      emptied.push(path);
      return;
    }
    if (isEmpty) return;
    // no database stores these faithfully: one of them would have the whole call refused
    if (!text.isWellFormed() || text.includes('\u{0}')) return refuse(path, field, 'text');
    const value = valueOf(field, plainText(text), reading);
    const { references } = reading;
    if (references && cellLines(text).some((line) => references.isAmbiguous(field, line))) return refuse(path, field, 'ambiguous', value);
    if (value === undefined) return refuse(path, field, 'json');
    document = withRows(document, path, value);
  });
  return { document: withoutEmptied(document, emptied), errors };
}

/** A value that is none of the field's kind. */
function unreadable({ kind }: Field): Json {
  return kind === 'boolean' ? 0 : false;
}

/** The document without the value at a path; one that is not there, or blank, is none. */
function without(document: Json, path: string): Json {
  const value = getPath(document, path);
  if (value === undefined || (typeof value === 'string' && value.trim() === '')) return document;
  const cut = path.lastIndexOf('.');
  const [above, name] = [path.slice(0, Math.max(cut, 0)), path.slice(cut + 1)];
  const owner = getPath(document, above);
  // a hole, which is gone once all cells of its row are
  if (Array.isArray(owner)) return setPath(document, path, undefined) as Json;
  const rest = Object.fromEntries(Object.entries(asObject(owner)).filter(([key]) => key !== name));
  return above === '' ? rest : setPath(document, above, rest);
}

/** Rows of a table of which every cell was cleared are gone; so are cleared values of a list. */
function withoutEmptied(document: Json, paths: readonly string[]): Json {
  const tables = new Set(paths.flatMap((path) => /^(.+?)\.\d+(?:\.|$)/.exec(path)?.[1] ?? []));
  return [...tables].reduce((rest, table) => {
    const rows = getPath(rest, table);
    if (!Array.isArray(rows)) return rest;
    const cleared = (index: number): boolean => paths.some((path) => `${path}.`.startsWith(`${table}.${index}.`));
    const kept = rows.filter((row, index) => !(isBlank(row) && cleared(index)));
    return kept.length === rows.length ? rest : setPath(rest, table, kept);
  }, document);
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The value that a text stands for; the text itself where it stands for none, so that the validator can say why. */
export function valueOf(field: Field, text: string, reading: ReadOptions): Json | undefined {
  const trimmed = text.trim();
  const { items } = field;
  if (field.values) return enumValue(field, trimmed, reading.languages);
  const named = field.kind === 'array' ? undefined : reading.references?.valueOf(field, trimmed);
  if (named !== undefined) return named;
  switch (field.kind) {
    case 'boolean': {
      const word = trimmed.toLowerCase();
      return YES.has(word) ? true : NO.has(word) ? false : trimmed;
    }
    case 'integer':
    case 'number':
      return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : trimmed;
    case 'text':
      if (field.format === 'date') return trimmed.replace(/ 00:00:00$/, '');
      return field.format === 'date-time' ? instant(trimmed) : text;
    case 'array':
      return trimmed.startsWith('[') || !items || isDeep(items)
        ? json(trimmed)
        : lines(trimmed).map((line) => valueOf(itemOf(field, items), line, reading) ?? line);
    default:
      return json(trimmed);
  }
}

function enumValue(field: Field, text: string, languages: readonly Labels[]): Json {
  const exact = field.values?.find((value) => String(value) === text);
  if (exact !== undefined) return exact;
  const word = text.toLowerCase();
  for (const labels of languages) {
    const words = labels.enums[field.path] ?? labels.enums[field.name] ?? {};
    const found = field.values?.find((value) => words[String(value)]?.toLowerCase() === word);
    if (found !== undefined) return found;
  }
  return field.values?.find((value) => String(value).toLowerCase() === word) ?? text;
}

/** What a spreadsheet shows of a time is in the reader's zone. */
function instant(text: string): string {
  const local = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?$/.test(text) ? new Date(text.replace(' ', 'T')) : undefined;
  return local && !Number.isNaN(local.getTime()) ? local.toISOString() : text;
}

/** Several values in one cell stand on lines of their own, or between semicolons. */
function lines(text: string): string[] {
  return text
    .split(/\r?\n|[;；]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The texts of a cell that may each name something; those of JSON are ids. */
export function cellLines(text: string): string[] {
  const trimmed = plainText(text).trim();
  return trimmed.startsWith('[') || trimmed.startsWith('{') ? [] : lines(trimmed);
}

/** What a list refers to may be said of the list as a whole. */
export function itemOf({ ref, name }: Field, items: Field): Field {
  return { ...items, name: items.name || name, ...(ref && !items.ref ? { ref } : {}) };
}

function json(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

function isDeep({ kind }: Field): boolean {
  return kind === 'object' || kind === 'array' || kind === 'map' || kind === 'variants' || kind === 'json';
}

/** Rows that a file leaves out (`wan.2` without `wan.1`) close up. */
function withRows(document: Json, path: string, value: Json): Json {
  try {
    return setPath(document, path, value);
  } catch {
    const closer = path.replaceAll(/\.([1-9]\d*)(?=\.|$)/g, (_all, index: string) => `.${Number(index) - 1}`);
    return closer === path ? document : withRows(document, closer, value);
  }
}
