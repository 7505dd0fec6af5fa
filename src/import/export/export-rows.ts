import { BYTE_ORDER_MARK, csvLine, guardedInWorkbook } from '#domain/csv.ts';
import type { Operation } from '#domain/model.ts';
import type { Row } from '#resource/list-answer.ts';
import { pagesOf } from '#resource/pages-of.ts';
import type { PageState } from '#resource/url-state.ts';
import { SHEET_CELL, SHEET_ROWS } from '#import/file/sheet-limits.ts';

export type ExportColumn = { header: string; valueOf: (row: Row) => unknown };

type Options = {
  op: Operation;
  path: Record<string, string>;
  /** Parameters that the top bar has bound. */
  params: Record<string, string>;
  state: PageState;
  columns: ExportColumn[];
  /** What is written of a page of rows, where that is not the rows themselves. */
  whole?: ((rows: Row[]) => Promise<Row[]>) | undefined;
  /** Before a page is written: what its cells need (names of references). */
  prepare?: (rows: Row[]) => Promise<void>;
  onProgress: (done: number, total: number | undefined) => void;
  signal: AbortSignal;
};

/** The list as it is filtered, page by page: only text is kept, never all rows. */
export async function exportRows(options: Options): Promise<Blob> {
  const parts: BlobPart[] = [BYTE_ORDER_MARK, csvLine(options.columns.map(({ header }) => header))];
  for await (const rows of cellsOf(options)) parts.push(rows.map(csvLine).join(''));
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** The same as the rows of a sheet, or what of it is more than a sheet holds. */
export async function sheetRows(options: Options): Promise<unknown[][] | 'rows' | 'cell'> {
  const all: unknown[][] = [options.columns.map(({ header }) => header)];
  for await (const rows of cellsOf(options)) {
    if (all.length - 1 + rows.length > SHEET_ROWS) return 'rows';
    for (const row of rows) {
      const cells = row.map((cell) => (typeof cell === 'string' ? guardedInWorkbook(cell) : cell));
      if (cells.some((cell) => typeof cell === 'string' && cell.length > SHEET_CELL)) return 'cell';
      all.push(cells);
    }
  }
  return all;
}

async function* cellsOf({ op, path, params, state, columns, whole, prepare, onProgress, signal }: Options): AsyncGenerator<unknown[][]> {
  let done = 0;
  for await (const page of pagesOf(op, { path, params }, state, signal)) {
    const rows = (await whole?.(page.rows)) ?? page.rows;
    await prepare?.(rows);
    yield rows.map((row) => columns.map(({ valueOf }) => valueOf(row)));
    done += page.rows.length;
    onProgress(done, page.total);
  }
}
