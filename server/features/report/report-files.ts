import { Piscina } from 'piscina';

import { texts } from '#domain/json.ts';
import { notFound } from '#generated/problems.ts';
import type { Entities } from '#generated/server/entities.ts';
import { isExtract, readableReport, wholeReport } from '#server/features/report/report-document.ts';
import type { FileTask } from '#server/features/report/files/file-task.ts';
import { placesOf } from '#server/features/site/index.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import type { Services } from '#server/kernel/services.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Handle } from '#server/store/items/handle.ts';

const IDLE_MS = 30_000;
/** Calls are answered first. */
const GIVES_WAY = 5;
let pool: Piscina<FileTask, Uint8Array> | undefined;

type Report = Entities['Report'];
/** What a report is made into: the file, and what it says as it is read in the console. */
type RenderedReport = { file: Uint8Array; document: Uint8Array };

/** It is written in a thread beside the server, which ends when nobody asks for a while. */
export async function reportFiles(services: Services, report: Report, reads = services.system): Promise<RenderedReport> {
  const { format = 'pdf' } = report;
  const whole = await wholeReport(services, report, reads);
  const readable = readableReport(whole);
  const isRead = format === 'pdf' || format === 'html';
  const task: FileTask = isRead
    ? { format, language: whole.language, report: readable }
    : { format, name: whole.name, range: whole.range, sections: whole.sections };
  pool ??= new Piscina({
    filename: new URL('files/file.worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    niceIncrement: GIVES_WAY,
  });
  const file = await pool.run(task, { name: 'writeFile' });
  return { file, document: new TextEncoder().encode(JSON.stringify(readable)) };
}

export function fileName({ name, format = 'pdf' }: Pick<Report, 'name' | 'format'>): string {
  return `${name.replaceAll(/[^\p{L}\d-]+/gu, '_')}.${format}`;
}

/**
 * What was made of a report, as it was made then. Who reaches only some of its sites is given an extract, which is made
 * now: what is kept says more.
 */
export async function madeReport(services: Services, reads: Handle, report: Report, name: keyof RenderedReport): Promise<Uint8Array> {
  const siteIds = texts(report.siteIds);
  const reached = siteIds.length === 0 ? [] : await placesOf(services, reads, report.companyId, [{ path: 'siteId', in: siteIds }]);
  if (isExtract(reads, report, reached.length)) return (await reportFiles(services, report, reads))[name];
  const spec = services.store.spec('Report');
  const kept = await reads.file(spec, report.id, name);
  if (kept) return kept;
  const made = await keepAfterwards(services, report.id);
  // of two who make it at the same time one is first, for both
  const bytes = (await reads.file(spec, report.id, name)) ?? made?.[name];
  if (!bytes) throw new ProblemError(notFound());
  return bytes;
}

/** Of before files were kept, or of a seed: made when it is asked for first, and the same from then on. */
async function keepAfterwards(services: Services, id: string): Promise<RenderedReport | undefined> {
  const { store, system, clock } = services;
  const spec = store.spec('Report');
  const ordered = await system.get(spec, id);
  if (!ordered) return undefined;
  const made = await reportFiles(services, ordered.doc);
  await system.write(async (tx) => {
    const found = await tx.get(spec, id);
    if (!found || !(await tx.keepFiles(spec, found, made))) return;
    await tx.annotate(spec, found, { ...found.doc, size: made.file.byteLength, generatedAt: timestamp(clock.now()) });
  });
  return made;
}
