import { normaliseMac } from '#domain/formats/mac.ts';
import { parseIp } from '#domain/formats/ip.ts';
import { instantOf } from '#domain/units/date-time.ts';
import type { Located } from '#domain/select.ts';

/** Whether a value is there: not absent, blank, false, or an empty array or object. */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** A scalar as text, undefined for anything else and for nothing. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The distinct cells of all rows, columns first: outer values that rows repeat occur once. */
export function distinctCells(rows: readonly Located[][]): Located[] {
  const cells = new Map<string, Located>();
  for (const row of rows) for (const cell of row) if (!cells.has(cell.pointer)) cells.set(cell.pointer, cell);
  return [...cells.values()];
}

/** Scalars of a cell: itself, or the elements of an array. */
export function scalarsOf(cell: Located): Located[] {
  if (!Array.isArray(cell.value)) return [cell];
  return cell.value.map((value: unknown, index) => ({ pointer: `${cell.pointer}/${index}`, value }));
}

/**
 * A value as a number or text that compares as the value does, undefined when it cannot be read so.
 * Without `by`, numbers compare as numbers, addresses as addresses and anything else as text. `time` is HH:mm, `date` a
 * date, an RFC 3339 date-time or seconds.
 */
export function comparable(value: unknown, by: unknown): number | string | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  switch (by) {
    case 'number':
      return Number.isNaN(Number(text)) ? undefined : Number(text);
    case 'ip':
      return parseIp(text);
    case 'mac':
      return normaliseMac(text);
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : instantOf(text);
    case undefined:
      return typeof value === 'number' ? value : (parseIp(text) ?? text);
    default:
      return text;
  }
}

/** An option that is a list of scalars, a single one too. */
export function listOf(option: unknown): unknown[] {
  if (option === undefined) return [];
  return Array.isArray(option) ? option : [option];
}

export function numberOf(option: unknown): number | undefined {
  return typeof option === 'number' ? option : undefined;
}

/** A list of scalars for a sentence. */
export function written(values: readonly unknown[]): string {
  return values.map((value) => textOf(value) ?? '').join(', ');
}
