import { xlsxBlob } from '#domain/xlsx.ts';
import type { FileTask } from '#server/features/report/files/file-task.ts';
import type { Section } from '#server/features/report/report-section.ts';

type Sheets = Extract<FileTask, { format: 'xlsx' | 'csv' }>;

const BYTE_ORDER_MARK = '\u{feff}';
/** Characters. */
const NARROW = 16;
const WIDE = 32;

/** One sheet for each section; figures are numbers in the unit that their column names. */
export async function workbookOf({ sections, name, range }: Sheets): Promise<Uint8Array> {
  const sheets = sections.map((section, index) => {
    const rows = [...rowsOf(section), [], [name, range]];
    // sheets of one name would be one
    return { name: `${index + 1} ${section.title}`, rows, widths: section.columns.map((_, at) => (at === 0 ? WIDE : NARROW)) };
  });
  return new Uint8Array(await (await xlsxBlob(sheets)).arrayBuffer());
}

export function csvOf({ name, range, sections }: Sheets): string {
  const lines = [[name], [range], ...sections.flatMap((section) => [[], [section.title], ...rowsOf(section)])];
  return `${BYTE_ORDER_MARK}${lines.map((cells) => cells.map(quoted).join(',')).join('\r\n')}\r\n`;
}

function rowsOf({ columns, rows, note }: Section): (string | number)[][] {
  const table = rows.length === 0 ? [] : [columns.map(({ title, unit }) => (unit === undefined ? title : `${title} (${unit})`))];
  return [...table, ...rows.map((row) => row.map(({ text, value }) => value ?? text)), ...(note === undefined ? [] : [[note]])];
}

/** Quoted where it must be; what a spreadsheet would take for a formula is text. */
function quoted(cell: string | number): string {
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
