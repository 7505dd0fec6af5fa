import type { FileTask } from '#server/features/report/files/file-task.ts';
import { htmlOf } from '#server/features/report/files/html.ts';
import { pdfOf } from '#server/features/report/files/pdf.ts';
import { csvOf, workbookOf } from '#server/features/report/files/spreadsheet.ts';

/** Runs in a thread of its own. */
export async function writeFile(task: FileTask): Promise<Uint8Array> {
  switch (task.format) {
    case 'pdf':
      return pdfOf(task.report, task.language);
    case 'html':
      return new TextEncoder().encode(htmlOf(task.report, task.language));
    case 'xlsx':
      return workbookOf(task);
    default:
      return new TextEncoder().encode(csvOf(task));
  }
}
