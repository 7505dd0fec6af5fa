import { type Draft } from '#server/store/items/typed.ts';
import { type Entities } from '#generated/server/entities.ts';
import { timestamp } from '#server/store/clock.ts';
import { REPORT_DUE } from '#server/features/report/rules/report-config.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import { type Services } from '#server/kernel/services.ts';
import { reportFile } from '#server/features/report/report-file.ts';
import { lastPeriod, nextDue } from '#server/features/report/report-period.ts';
import { type Stored } from '#server/store/items/tables.ts';
import { type Transaction } from '#server/store/items/transaction.ts';

/** Makes the report of the last whole period, mails it, and notes it on its configuration, which is answered. */
export async function makeReport(
  services: Services,
  tx: Transaction,
  config: Stored<Entities['ReportConfig']>,
): Promise<Stored<Entities['ReportConfig']>> {
  const { store, clock, outbox, mailQueue } = services;
  const [spec, reports] = [store.spec('ReportConfig'), store.spec('Report')];
  const now = clock.now();
  const { doc } = config;
  const { period } = doc;
  const { from, to } = lastPeriod(period, now);
  const report: Draft<'Report'> = {
    id: newId(),
    companyId: config.owner ?? '',
    configId: config.id,
    name: `${doc.name} ${timestamp(from).slice(0, 10)}`,
    period,
    rangeStart: timestamp(from),
    rangeEnd: timestamp(to),
    contents: doc.contents,
    siteIds: doc.siteIds ?? [],
    format: doc.format ?? 'csv',
    language: doc.language ?? 'zh',
    state: 'success',
    generatedAt: timestamp(now),
  };
  const file = await reportFile(services, report);
  const receivers = outbox.ready ? (doc.receivers ?? '') : '';
  const server = tx.asServer();
  await server.insert(reports, { ...report, size: file.bytes.byteLength, ...(receivers === '' ? {} : { sentTo: receivers }) });
  for (const to of receivers.split(';').filter((each) => each !== ''))
    await mailQueue.put({ channel: 'mail', to, subject: report.name, text: file.name }, tx.db);
  return server.update(spec, config, { ...doc, lastAt: timestamp(now) }, config.secret, 'generateReport');
}

/** Reports that are due are made, and the next one is scheduled. */
export function scheduleReports(services: Services): void {
  const { jobs, store, system, clock } = services;
  jobs.on(REPORT_DUE, ['id'], async ({ id }) => {
    const spec = store.spec('ReportConfig');
    await system.write(async (tx) => {
      const config = await tx.get(spec, id);
      if (!config || !config.doc.enable) return;
      const made = await makeReport(services, tx, config);
      const due = nextDue(config.doc.period, config.doc.sendAt, clock.now());
      await tx.annotate(spec, made, { ...made.doc, nextAt: timestamp(due) });
      await jobs.at(due, REPORT_DUE, { id }, { id: `${REPORT_DUE} ${id}`, tx: tx.db });
    });
  });
}

/** Configurations of a seed have no job yet. */
export async function resumeReports({ store, system, jobs }: Services): Promise<void> {
  const spec = store.specIf('ReportConfig');
  for (const { id, nextAt } of spec ? await system.docs(spec, { where: { enable: true }, skip: 0, limit: 100_000 }) : [])
    if (nextAt) await jobs.at(Date.parse(nextAt), REPORT_DUE, { id }, { id: `${REPORT_DUE} ${id}` });
}
