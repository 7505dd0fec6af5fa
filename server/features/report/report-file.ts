import { Piscina } from 'piscina';

import type { ReportFormat } from '#generated/server/stored.ts';
import { readableReport, type ReportSubject, wholeReport } from '#server/features/report/report-document.ts';
import type { FileTask } from '#server/features/report/files/file-task.ts';
import type { Services } from '#server/kernel/services.ts';

const IDLE_MS = 30_000;
/** Calls are answered first. */
const GIVES_WAY = 5;
let pool: Piscina<FileTask, Uint8Array> | undefined;

/** The file of a report. It is written in a thread beside the server, which ends when nobody asks for a while. */
export async function reportFile(
  services: Services,
  report: ReportSubject & { format?: ReportFormat },
  reads = services.system,
): Promise<{ name: string; bytes: Uint8Array }> {
  const { format = 'pdf' } = report;
  const whole = await wholeReport(services, report, reads);
  const isRead = format === 'pdf' || format === 'html';
  const task: FileTask = isRead
    ? { format, language: whole.language, report: readableReport(whole) }
    : { format, name: whole.name, range: whole.range, sections: whole.sections };
  pool ??= new Piscina({
    filename: new URL('files/file.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: GIVES_WAY,
  });
  const bytes = await pool.run(task, { name: 'writeFile' });
  return { name: `${whole.name.replaceAll(/[^\p{L}\d-]+/gu, '_')}.${format}`, bytes };
}
