import { reportNotReady } from '#generated/problems.ts';
import { type LooseHandlers, read, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { makeReport } from '#server/features/report/report-job.ts';
import { reportFile } from '#server/features/report/report-file.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';

/** Reports are made on schedule or when asked; their files are made again for whoever downloads them. */
export const reports = {
  generateReportConfig: write(async (call, tx) => {
    const spec = call.services.store.spec('ReportConfig');
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    return answerOf(spec, tx, await makeReport(call.services, tx, before));
  }),

  downloadReport: read(async (call) => {
    const { specs } = call.services.store;
    const spec = specs.get('Report') as ItemSpec;
    const id = call.path.reportId ?? '';
    const { doc } = await findItem(spec, call, () => call.handle.get(spec, id));
    if (doc.state !== 'success') throw new ProblemError(reportNotReady({ name: String(doc.name) }));
    return { file: await reportFile(call.services, doc, call.handle) };
  }),
} satisfies LooseHandlers;
