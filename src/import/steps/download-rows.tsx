import type { Field } from '#domain/model.ts';
import { pointerOf } from '#domain/value.ts';
import { pathLabel } from '#history/diff-table.tsx';
import type { WholeScope } from '#resource/scope.ts';
import type { Finding } from '#import/check/check-rows.ts';
import type { SheetRow } from '#import/file/parse-csv.ts';
import { Formats } from './formats.tsx';
import { type FileFormat, saveSheets } from '#import/file/save-file.ts';
import type { Source } from '#import/use-import.ts';

type Props = {
  label: string;
  /** Of the file, without its ending. */
  name: string;
  source: Source;
  /** Column names behind those of the file, and what stands in them per row. */
  added: string[];
  rows: () => { row: SheetRow; remarks: string[] }[];
};

/** Rows of the file as they came, with what there is to say of each. */
export function DownloadRows({ label, name, source, added, rows }: Props) {
  const save = (format: FileFormat): void => {
    const { headers } = source.table;
    const lines = rows().map(({ row, remarks }) => [...headers.map((_, index) => row.cells[index] ?? ''), ...remarks]);
    void saveSheets(format, [{ name: label, rows: [[...headers, ...added], ...lines] }], name);
  };
  return <Formats label={label} onFormat={save} />;
}

/** All that is wrong with a row, in one cell. */
export function messagesOf(scope: WholeScope, root: Field, findings: readonly Finding[]): string {
  return findings.map(({ path, message }) => (path === '' ? message : `${pathLabel(scope, root, pointerOf(path))}: ${message}`)).join('; ');
}
