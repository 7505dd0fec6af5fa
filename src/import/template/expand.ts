import { isObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { parseCsv } from '#import/file/parse-csv.ts';

/** A property and what stands there, placeholders included. */
type Line = { path: string; text: string };

export type Problem =
  | { code: 'line'; number: number }
  | { code: 'unknown'; names: string[] }
  | { code: 'noRows' | 'noPlaceholder' | 'noLines' | 'tooMany' };
export type Expanded = { headers: string[]; rows: string[][] } | { problem: Problem };

/** What a template is filled from: a sheet whose first row names the variables, or so many numbers; `{{n}}` is the number either way. */
export type Variables = { sheet: string; from: number; count: number };

/** More rows than one import takes. */
const MOST = 10_000;
const PLACEHOLDER = /\{\{\s*([^{}]+?)\s*\}\}/g;

/** A document line by line, `lan.0.lanIp = 10.1.0.1`, as whoever makes a template of it reads and changes it. */
export function templateText(document: Json): string {
  return linesOf(document, '')
    .map(({ path, text }) => `${path} = ${text}`)
    .join('\n');
}

function linesOf(value: Json, path: string): Line[] {
  const at = (name: string | number): string => (path === '' ? String(name) : `${path}.${name}`);
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) return value.flatMap((row, index) => linesOf(row, at(index)));
  if (isObject(value)) return Object.entries(value).flatMap(([name, each]) => linesOf(each, at(name)));
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return [];
  return [{ path, text: typeof value === 'object' ? JSON.stringify(value) : String(value) }];
}

/** One row for each row of variables, its columns the lines of the template: an import checks it as any other file. */
export function expand(template: string, { sheet, from, count }: Variables): Expanded {
  const lines: Line[] = [];
  for (const [index, line] of template.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, path, text] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(line) ?? [];
    if (path === undefined || text === undefined) return { problem: { code: 'line', number: index + 1 } };
    lines.push({ path, text: text.trim() });
  }
  if (lines.length === 0) return { problem: { code: 'noLines' } };
  const table = sheet.trim() === '' ? undefined : parseCsv(sheet);
  const names = table ? table.headers.map((header) => header.trim()) : [];
  const filled = table ? table.rows.map(({ cells }) => cells) : Array.from({ length: Math.max(0, count) }, () => []);
  if (filled.length === 0) return { problem: { code: 'noRows' } };
  if (filled.length > MOST) return { problem: { code: 'tooMany' } };
  const used = new Set(lines.flatMap(({ text }) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)));
  if (used.size === 0) return { problem: { code: 'noPlaceholder' } };
  const unknown = [...used].filter((name) => name !== 'n' && !names.includes(name));
  if (unknown.length > 0) return { problem: { code: 'unknown', names: unknown } };
  const rows = filled.map((cells: readonly string[], index) => {
    const valueOf = (name: string): string => (names.includes(name) ? (cells[names.indexOf(name)] ?? '').trim() : String(from + index));
    return lines.map(({ text }) => text.replace(PLACEHOLDER, (_, name: string) => valueOf(name)));
  });
  return { headers: lines.map(({ path }) => path), rows };
}
