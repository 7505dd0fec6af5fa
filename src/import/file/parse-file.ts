import { decodeText, isText, parseCsv, type Table, withoutNotes } from './parse-csv.ts';
import { type Refusal, RefusedFile } from './refused.ts';

/** A table, or the name of the reason why there is none. */
export type Parsed = { table: Table } | { refused: Refusal };

/** Reads a file that somebody brought, whatever it is: what is too much for a page is refused before it gets there. */
export async function parseFile(bytes: ArrayBuffer): Promise<Parsed> {
  try {
    if (isArchive(bytes)) return { table: withoutNotes(await (await import('./read-xlsx.ts')).readXlsx(bytes)) };
    return isText(bytes) ? { table: withoutNotes(parseCsv(decodeText(bytes))) } : { refused: 'notText' };
  } catch (error) {
    if (error instanceof RefusedFile) return { refused: error.code };
    throw error;
  }
}

/** A workbook is a ZIP archive. */
function isArchive(bytes: ArrayBuffer): boolean {
  const [p, k] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  return p === 0x50 && k === 0x4b;
}
