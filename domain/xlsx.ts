import writeXlsxFile from 'write-excel-file/universal';

/** What a spreadsheet takes in one cell. */
const MOST_TEXT = 32_767;

/** Rows of one sheet; the first one is its heading. */
export type Sheet = { name: string; rows: readonly (readonly unknown[])[]; /** Widths in characters. */ widths?: number[] };

/** A workbook. Texts are stored as texts: nothing in it is run as a formula. */
export function xlsxBlob(sheets: readonly Sheet[]): Promise<Blob> {
  return writeXlsxFile(
    sheets.map(({ name, rows, widths }) => ({
      sheet: sheetName(name),
      data: rows.map((row, index) => row.map((value) => (index === 0 ? { ...cell(value), fontWeight: 'bold' as const } : cell(value)))),
      stickyRowsCount: 1,
      ...(widths ? { columns: widths.map((width) => ({ width })) } : {}),
    })),
  ).toBlob();
}

type Cell =
  | { value: string; type: StringConstructor }
  | { value: number; type: NumberConstructor }
  | { value: boolean; type: BooleanConstructor };

function cell(value: unknown): Cell | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number' && Number.isFinite(value)) return { value, type: Number };
  if (typeof value === 'boolean') return { value, type: Boolean };
  return { value: storable(typeof value === 'string' ? value : JSON.stringify(value)), type: String };
}

/** XML has no place for control characters and lone surrogates: one of them would make the whole file unreadable. */
function storable(text: string): string {
  const clean = text.replaceAll(/[^\P{Cc}\t\n\r]|[\p{Cs}\uFFFE\uFFFF]/gu, '').slice(0, MOST_TEXT);
  // the writer keeps its texts as properties of an object, in which these words are taken
  return clean in Object.prototype ? `${clean} ` : clean;
}

/** A sheet's name has 31 characters at most and none of these. */
function sheetName(name: string): string {
  return name.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 31);
}
