import { reportNotReady } from '#generated/problems.ts';
import { type Handlers, read, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { readableReport, wholeReport } from '#server/features/report/report-document.ts';
import { orderReport, planned } from '#server/features/report/report-job.ts';
import { fileName, madeReport } from '#server/features/report/report-files.ts';

/** Reports are made on schedule or when asked; whoever downloads one gets the bytes that were made then. */
export const reports = {
  generateReportConfig: write(async (call, tx) => {
    const spec = call.services.store.spec('ReportConfig');
    const config = await findItem(spec, call, (id) => tx.get(spec, id));
    await orderReport(call.services, tx, config, call.services.clock.now());
    return answerOf(spec, tx, config);
  }),

  getReportConfigMeasurements: read(async (call) => {
    const { services, handle } = call;
    const spec = services.store.spec('ReportConfig');
    const config = await findItem(spec, call, (id) => handle.get(spec, id));
    return { body: readableReport(await wholeReport(services, planned(config, services.clock.now()), handle)) };
  }),

  getReportMeasurements: read(async (call) => {
    const { services, handle } = call;
    const spec = services.store.spec('Report');
    const { doc } = await findItem(spec, call, (id) => handle.get(spec, id));
    if (doc.state !== 'success') return { body: readableReport(await wholeReport(services, doc, handle)) };
    return { text: new TextDecoder().decode(await madeReport(services, handle, doc, 'document')) };
  }),

  downloadReport: read(async (call) => {
    const { services, handle } = call;
    const spec = services.store.spec('Report');
    const { doc } = await findItem(spec, call, (id) => handle.get(spec, id));
    if (doc.state !== 'success') throw new ProblemError(reportNotReady({ name: doc.name }));
    return { file: { name: fileName(doc), bytes: await madeReport(services, handle, doc, 'file') } };
  }),
} satisfies Handlers;
