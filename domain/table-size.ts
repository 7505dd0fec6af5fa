/** What one import takes: many times what people bring, and little enough for a page to show. */
export const TABLE = { columns: 300, rows: 100_000, cells: 1_000_000 } as const;

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * Whether a text is no more of a table than that, told in one walk before anything is made of it: the parser takes ten
 * seconds for sixteen megabytes of separators.
 */
export function fitsTable(text: string, delimiter: string, most: { columns: number; rows: number; cells: number } = TABLE): boolean {
  const separator = delimiter.charCodeAt(0);
  // the first row names the columns
  let [rows, cells, columns] = [-1, 0, 1];
  let [quoted, cellBegins, empty] = [false, true, true];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === QUOTE) quoted = false;
    } else if (code === separator) {
      if (++columns > most.columns) return false;
      cellBegins = true;
    } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at++;
      cells += empty ? 0 : columns;
      if (++rows > most.rows || cells > most.cells) return false;
      [columns, cellBegins, empty] = [1, true, true];
    } else {
      // a quote that is doubled opens again at once what it closed
      quoted = code === QUOTE && (cellBegins || text.charCodeAt(at - 1) === QUOTE);
      [cellBegins, empty] = [false, false];
    }
  }
  return cells + (empty ? 0 : columns) <= most.cells;
}
