import { reportNotReady } from '#generated/problems.ts';
import { type Handlers, read, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { makeReport } from '#server/features/report/report-job.ts';
import { reportFile } from '#server/features/report/report-file.ts';

/** Reports are made on schedule or when asked; their files are made again for whoever downloads them. */
export const reports = {
  generateReportConfig: write(async (call, tx) => {
    const spec = call.services.store.spec('ReportConfig');
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    return answerOf(spec, tx, await makeReport(call.services, tx, before));
  }),

  downloadReport: read(async (call) => {
    const spec = call.services.store.spec('Report');
    const id = call.path.reportId ?? '';
    const { doc } = await findItem(spec, call, () => call.handle.get(spec, id));
    if (doc.state !== 'success') throw new ProblemError(reportNotReady({ name: doc.name }));
    return { file: await reportFile(call.services, doc, call.handle) };
  }),
} satisfies Handlers;
