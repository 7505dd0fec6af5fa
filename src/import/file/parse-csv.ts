import Papa from 'papaparse';
import { fitsTable } from '#domain/table-size.ts';
import { RefusedFile } from './refused.ts';

const LINE_FEED = 10;
/** The first lines say what separates cells; a line that is longer says it early. */
const GUESSED_FROM = 64 * 1024;

/** `line` is where the row begins in the file, counted from 1: cells may hold line breaks. */
export type SheetRow = { line: number; cells: string[] };
export type Table = { headers: string[]; rows: SheetRow[]; /** Lines with a quote that never ends. */ broken: number[] };

/** Reads comma, semicolon or tab separated text; the first row names the columns. Throws a RefusedFile where it is too much. */
export function parseCsv(text: string): Table {
  const all: SheetRow[] = [];
  const broken: number[] = [];
  let line = 1;
  let from = 0;
  const clean = text.replace(/^\uFEFF/, '');
  const { delimiter } = Papa.parse<string[]>(clean.slice(0, GUESSED_FROM), { delimitersToGuess: [',', '\t', ';', '|'], preview: 10 }).meta;
  if (!fitsTable(clean, delimiter)) throw new RefusedFile('tooMany');
  Papa.parse<string[]>(clean, {
    delimiter,
    step: ({ data, errors, meta }, parser) => {
      if (errors.some(({ type }) => type === 'Quotes')) {
        broken.push(line);
        // from here on nobody knows what is a cell
        return parser.abort();
      }
      if (data.some((cell) => cell.trim() !== '')) all.push({ line, cells: data });
      line += breaks(clean, from, meta.cursor);
      from = meta.cursor;
    },
  });
  const [head, ...rows] = all;
  return { headers: (head?.cells ?? []).map((cell) => cell.trim()), rows, broken };
}

/** Lines that our template puts between the column names and the data, each one begun with `#`. */
export function withoutNotes(table: Table): Table {
  const first = table.rows.findIndex(
    ({ cells }) =>
      cells
        .find((cell) => cell.trim() !== '')
        ?.trimStart()
        .startsWith('#') !== true,
  );
  return { ...table, rows: first < 0 ? [] : table.rows.slice(first) };
}

function breaks(text: string, from: number, to: number): number {
  let count = 0;
  // within the row only: where no line feed follows, a search would go on to the end of the file, for every row
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === LINE_FEED) count++;
  return count;
}

/** Whether the bytes can be a table at all: a workbook, a picture or an archive holds zero bytes, a text does so only as UTF-16. */
export function isText(bytes: ArrayBuffer): boolean {
  const all = new Uint8Array(bytes);
  const marked = (all[0] === 0xff && all[1] === 0xfe) || (all[0] === 0xfe && all[1] === 0xff);
  return marked || !all.includes(0);
}

/** UTF-8, or what Chinese spreadsheets save where they do not. */
export function decodeText(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const head = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
    const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
    return new TextDecoder(utf16 ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'gb18030').decode(bytes);
  }
}
