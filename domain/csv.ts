/** Writing CSV that a spreadsheet opens without running it, and reading back what was written. RFC 4180, CRLF. */

export const BYTE_ORDER_MARK = '\uFEFF';
const FORMULA = /^[=+\-@\t\r]/;

/** A spreadsheet would run a text that starts so; a leading apostrophe makes it text. */
export function formulaSafe(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The opposite of `formulaSafe`, for a file that we wrote and now read. */
export function plainText(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** Numbers and booleans stand as they are; objects and arrays become JSON. */
export function csvCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(formulaSafe(typeof value === 'string' ? value : JSON.stringify(value)));
}

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** A whole file, with the mark by which spreadsheets know UTF-8. */
export function csvText(lines: readonly (readonly unknown[])[]): string {
  return BYTE_ORDER_MARK + lines.map(csvLine).join('');
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
