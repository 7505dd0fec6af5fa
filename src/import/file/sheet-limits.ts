/** What a workbook holds of a list: more would fill the memory of whoever opens it. */
export const SHEET_ROWS = 100_000;
/** What a spreadsheet takes in one cell. */
export const SHEET_CELL = 32_767;
