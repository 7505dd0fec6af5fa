import { readSheet } from 'read-excel-file/universal';
import type { Table } from './parse-csv.ts';
import { RefusedFile } from './refused.ts';
import { guardArchive } from './zip-guard.ts';

/** The first sheet of a workbook as the texts that a table of text would hold; lines are the sheet's rows. */
export async function readXlsx(bytes: ArrayBuffer): Promise<Table> {
  await guardArchive(bytes);
  const sheet = await readSheet(bytes, 1, { trim: false }).catch(() => {
    throw new RefusedFile('broken');
  });
  const rows = sheet
    .map((cells, index) => ({ line: index + 1, cells: cells.map(textOf) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const [head, ...others] = rows;
  return { headers: (head?.cells ?? []).map((cell) => cell.trim()), rows: others, broken: [] };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  // a sheet knows no time zone: what it shows is told as it stands, in the reader's
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
