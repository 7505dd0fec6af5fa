import { isObject } from '#domain/json.ts';
import { formats } from '#domain/formats/registry.ts';
import { fitsTable } from '#domain/table-size.ts';
import type { Field, Json, Labels } from '#domain/model.ts';
import { fieldLabel } from '#resource/fields.ts';
import { enumLabel } from '#cells/labels.ts';
import { readNumber } from '#controls/number/number.tsx';
import { textOf } from '#cells/cell.ts';

/** The first lines say what separates cells. */
const GUESSED_FROM = 64 * 1024;
const YES = new Set(['true', 'yes', 'y', '1', 'on', '是', '✓']);
const NO = new Set(['false', 'no', 'n', '0', 'off', '否']);

/** What a cell's text means. A text that means nothing in its column stays: the validator names it. */
export function readCell(field: Field, text: string, labels: Labels): Json | undefined {
  const plain = text.trim();
  if (plain === '') return undefined;
  if (field.values) {
    const lower = plain.toLowerCase();
    const known = field.values.find(
      (value) => String(value).toLowerCase() === lower || enumLabel(labels, field, value).toLowerCase() === lower,
    );
    if (known !== undefined) return known;
  }
  if (field.kind === 'boolean') return YES.has(plain.toLowerCase()) ? true : NO.has(plain.toLowerCase()) ? false : plain;
  if (field.kind === 'number' || field.kind === 'integer') return readNumber(plain);
  if (field.kind === 'text') return formats[field.format ?? '']?.normalise?.(plain) ?? plain;
  if (field.kind === 'array' && !/^[[{]/.test(plain)) {
    const { items } = field;
    return plain.split(/[;；\n]/).flatMap<Json>((part) => (items ? (readCell(items, part, labels) ?? []) : part.trim()));
  }
  try {
    const value: Json = JSON.parse(plain);
    return value;
  } catch {
    return plain;
  }
}

export function showCell(field: Field, value: Json | undefined): string {
  if (Array.isArray(value) && value.every((item) => item === null || typeof item !== 'object')) return value.map(textOf).join('; ');
  return field.kind === 'object' && value === undefined ? '' : textOf(value);
}

export type Table = { columns: (Field | undefined)[]; rows: string[][]; ignored: number };

/** Which column each position is: by name where the first line names columns, else in the order of the grid from `first` on. */
export function tableOf(lines: string[][], fields: readonly Field[], labels: Labels, first = 0): Table {
  const cleaned = lines.filter((line) => line.some((cell) => cell.trim() !== ''));
  const head = cleaned[0] ?? [];
  const named = head.map((cell) => fieldNamed(cell, fields, labels));
  const known = named.filter(Boolean).length;
  const isHeader = known > 0 && known >= head.length / 2;
  const columns = isHeader ? named : head.map((_, index) => fields[first + index]);
  return { columns, rows: isHeader ? cleaned.slice(1) : cleaned, ignored: columns.filter((column) => !column).length };
}

/** The rows with a table laid over them from row `at` on; rows beyond the end are made, up to `max` in all. */
export function overlaid(
  rows: readonly Json[],
  at: number,
  { columns, rows: lines }: Table,
  fresh: () => Json,
  labels: Labels,
  max: number,
): Json[] {
  const next = [...rows];
  lines.forEach((line, offset) => {
    const index = at + offset;
    if (index >= max) return;
    const old = next[index] ?? fresh();
    const row: Record<string, Json> = isObject(old) ? { ...old } : {};
    columns.forEach((field, position) => {
      if (!field || field.readOnly) return;
      const value = readCell(field, line[position] ?? '', labels);
      if (value === undefined) delete row[field.name];
      else row[field.name] = value;
    });
    next[index] = row;
  });
  return next;
}

/** Cells as a spreadsheet puts them on the clipboard, or a CSV file; undefined where they are too many. */
export async function parseTable(text: string): Promise<string[][] | undefined> {
  const { default: papa } = await import('papaparse');
  const plain = text.replace(/^\uFEFF/, '');
  const delimiter = plain.includes('\t') ? '\t' : papa.parse(plain.slice(0, GUESSED_FROM), { preview: 10 }).meta.delimiter;
  return fitsTable(plain, delimiter) ? papa.parse<string[]>(plain, { delimiter, skipEmptyLines: 'greedy' }).data : undefined;
}

function fieldNamed(cell: string, fields: readonly Field[], labels: Labels): Field | undefined {
  const name = cell.trim().toLowerCase();
  return fields.find((field) => field.name.toLowerCase() === name || fieldLabel(labels, field).toLowerCase() === name);
}
