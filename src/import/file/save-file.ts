import { csvText } from '#domain/csv.ts';
import { saveBlob } from '#ui/save-blob.ts';
import { startWorker } from './start-worker.ts';
import type { Sheet } from '#domain/xlsx.ts';

export type FileFormat = 'csv' | 'xlsx';

/** Hands a file that a call answered to the browser's downloads, under the name that the backend gave it. */
export function saveFile(file: Blob, fallback: string): void {
  saveBlob(file, file instanceof File && file.name !== '' ? file.name : fallback);
}

/** Tables as a workbook, made in a worker; of several, CSV holds the first. */
export async function saveSheets(format: FileFormat, sheets: [Sheet, ...Sheet[]], name: string): Promise<void> {
  saveBlob(format === 'xlsx' ? await workbook(sheets) : csvBlob(sheets[0]), `${name}.${format}`);
}

export async function workbook(sheets: Sheet[]): Promise<Blob> {
  const worker = startWorker();
  try {
    return await worker.run<Blob>({ kind: 'write', sheets });
  } finally {
    worker.end();
  }
}

function csvBlob({ rows }: Sheet): Blob {
  return new Blob([csvText(rows)], { type: 'text/csv;charset=utf-8' });
}
