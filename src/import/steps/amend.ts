import type { Source } from '#import/use-import.ts';

/** Texts that are to stand in cells of the file, by `placeOf`. */
export type Amendments = ReadonlyMap<string, string>;

export function placeOf(line: number, column: number): string {
  return `${line}:${column}`;
}

/** The file as it would be with other texts in some of its cells. */
export function amended(source: Source, texts: Amendments): Source {
  const { table } = source;
  const rows = table.rows.map((row) => {
    const own = table.headers.map((_, column) => texts.get(placeOf(row.line, column)));
    if (own.every((text) => text === undefined)) return row;
    return { ...row, cells: own.map((text, column) => text ?? row.cells[column] ?? '') };
  });
  return { ...source, table: { ...table, rows } };
}
