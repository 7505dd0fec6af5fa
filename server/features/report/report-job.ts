import type { Draft, DocOf } from '#server/store/items/typed.ts';
import { timestamp } from '#server/store/clock.ts';
import { REPORT_DUE } from '#server/features/report/rules/report-config.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import type { Services } from '#server/kernel/services.ts';
import { fileName, reportFiles } from '#server/features/report/report-files.ts';
import { formatDateTime } from '#domain/units/date-time.ts';
import { lastPeriod, nextDue } from '#server/features/report/report-period.ts';
import { isActive } from '#server/features/task/index.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

const REPORT_MAKE = 'report.make';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Reports that were missed while no server ran are made afterwards, but not those of longer ago. */
const MISSED_MS = 7 * DAY_MS;

type Config = Stored<DocOf<'ReportConfig'>>;

/** The report of the last whole period before an instant, as far as it is known before it is made. */
export function planned({ doc, owner, id }: Config, at: number): Draft<'Report'> {
  const { period, timeZone, name, contents, siteIds = [], format, language } = doc;
  const { from, to } = lastPeriod({ period, timeZone }, at);
  return {
    id: newId(),
    companyId: owner ?? '',
    configId: id,
    name: `${name} ${formatDateTime(timestamp(from), timeZone, 'day')}`,
    period,
    timeZone,
    rangeStart: timestamp(from),
    rangeEnd: timestamp(to),
    contents,
    siteIds,
    format,
    language,
    state: 'pending',
  };
}

/** Has a report made: it stands in the list at once, and its file is worked on by whichever process is free. */
export async function orderReport({ store, jobs, clock }: Services, tx: Transaction, config: Config, at: number): Promise<void> {
  const { id } = await tx.asServer().insert(store.spec('Report'), planned(config, at));
  await jobs.at(clock.now(), REPORT_MAKE, { id }, { id: `${REPORT_MAKE} ${id}`, tx: tx.db });
}

/** Makes the file once, keeps it, and mails that it is there. What cannot be made has failed, and says so. */
async function makeReport(services: Services, id: string): Promise<void> {
  const { store, system, clock, report: log } = services;
  const spec = store.spec('Report');
  const isStarted = await system.write(async (tx) => {
    const found = await tx.get(spec, id);
    if (!found || !isActive(found.doc)) return false;
    await tx.update(spec, found, { ...found.doc, state: 'running' });
    return true;
  });
  if (!isStarted) return;
  const ordered = await system.get(spec, id);
  if (!ordered) return;
  const made = await reportFiles(services, ordered.doc).catch((error: unknown) => {
    log(error);
    return undefined;
  });
  await system.write(async (tx) => {
    const found = await tx.get(spec, id);
    if (!found || !isActive(found.doc)) return;
    const generatedAt = timestamp(clock.now());
    if (!made) {
      await tx.update(spec, found, { ...found.doc, state: 'failed', generatedAt });
      return;
    }
    const sentTo = await mailed(services, tx, { configId: found.doc.configId, subject: found.doc.name, text: fileName(found.doc) });
    await tx.keepFiles(spec, found, made);
    await tx.update(spec, found, { ...found.doc, state: 'success', generatedAt, size: made.file.byteLength, ...sentTo });
  });
}

type Notice = { configId: string | undefined; subject: string; text: string };

/** Tells the receivers of a configuration, and notes on it when that was. */
async function mailed(services: Services, tx: Transaction, { configId, ...mail }: Notice): Promise<{ sentTo?: string }> {
  const { store, outbox, mailQueue, clock } = services;
  const spec = store.spec('ReportConfig');
  const config = configId === undefined ? undefined : await tx.get(spec, configId);
  if (!config) return {};
  await tx.annotate(spec, config, { ...config.doc, lastAt: timestamp(clock.now()) });
  const { receivers } = config.doc;
  if (!outbox.ready || receivers === '') return {};
  for (const to of receivers.split(';').filter((each) => each !== '')) await mailQueue.put({ channel: 'mail', to, ...mail }, tx.db);
  return { sentTo: receivers };
}

/** Reports that are due are ordered, and the next one is scheduled. */
export function scheduleReports(services: Services): void {
  const { jobs, store, system, clock } = services;
  jobs.on(REPORT_MAKE, ['id'], ({ id }) => makeReport(services, id));
  jobs.on(REPORT_DUE, ['id'], async ({ id }) => {
    const spec = store.spec('ReportConfig');
    await system.write(async (tx) => {
      const config = await tx.get(spec, id);
      if (!config || !config.doc.enable) return;
      const { period, sendAt, timeZone, nextAt } = config.doc;
      const now = clock.now();
      // late after a stop: each report is of the period before the time at which it was due
      const wasDue = Math.min(now, nextAt === undefined ? now : Math.max(Date.parse(nextAt), now - MISSED_MS));
      await orderReport(services, tx, config, wasDue);
      const due = nextDue({ period, sendAt, timeZone }, wasDue);
      await tx.annotate(spec, config, { ...config.doc, nextAt: timestamp(due) });
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
