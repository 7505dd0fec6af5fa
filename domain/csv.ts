import type { Field } from '#domain/model.ts';

/** Writing CSV that a spreadsheet opens without running it, and reading back what was written. RFC 4180, CRLF. */

export const BYTE_ORDER_MARK = '\uFEFF';
const FORMULA = /^[=+\-@\t\r]/;
/** In a cell of a file that is imported: the value is to be taken away. The first of each language is what the template names. */
const CLEARING = /^\s*\[(?:clear|清空)\]\s*$/i;

/** A spreadsheet would run a text that starts so; a leading apostrophe makes it text. */
export function formulaSafe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A value's text as a cell that is read back as just that text: what an import would take for something else is guarded. */
export function guarded(text: string): string {
  return isGuardable(text) ? `'${text}` : text;
}

/** The same for a workbook, whose cells are not run: only what would be read back as something else is guarded. */
export function guardedInWorkbook(text: string): string {
  return plainText(text) === text && !isClearing(text) ? text : `'${text}`;
}

/** The opposite of `guarded`, for a file that we wrote and now read. */
export function plainText(text: string): string {
  return text.startsWith("'") && isGuardable(text.slice(1)) ? text.slice(1) : text;
}

/** Whether a cell asks for its value to be taken away. */
export function isClearing(text: string): boolean {
  return CLEARING.test(text);
}

/** A stored value as a cell from which an import makes the same value: what has parts, or may be of any kind, is JSON. */
export function rawCell(field: Pick<Field, 'kind' | 'values'> | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return '';
  const scalar = field?.values !== undefined || (field !== undefined && SCALARS.has(field.kind));
  return scalar && typeof value !== 'object' ? value : JSON.stringify(value);
}

/** Numbers and booleans stand as they are; objects and arrays become JSON. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(guarded(typeof value === 'string' ? value : JSON.stringify(value)));
}

/** A line of values. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** A whole file of texts as people write them into cells, with the mark by which spreadsheets know UTF-8. */
export function csvText(lines: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown): string => (typeof value === 'string' ? quoted(formulaSafe(value)) : csvCell(value));
  return BYTE_ORDER_MARK + lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const SCALARS: ReadonlySet<Field['kind']> = new Set(['text', 'number', 'integer', 'boolean']);

/** Apostrophes before what must be guarded are texts too: each write adds one, each reading takes one. */
function isGuardable(text: string): boolean {
  const inner = text.replace(/^'+/, '');
  return FORMULA.test(inner) || isClearing(inner);
}
