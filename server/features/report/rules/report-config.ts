import { timestamp } from '#server/store/clock.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Change, EntityRules, Given } from '#server/kernel/resource/entity.ts';
import { nextDue } from '#server/features/report/report-period.ts';

export const REPORT_DUE = 'report.due';
type Config = Given<'ReportConfig'>;

/** A configuration that is on has its next report scheduled; one that is off has none. */
export const reportConfig: EntityRules<'ReportConfig'> = {
  complete: async (doc, change) => scheduled(doc, change.call.services.clock.now(), change),
};

async function scheduled(given: Config, now: number, { call, tx }: Change<'ReportConfig'>): Promise<Config> {
  const doc = without(given, 'nextAt');
  const { id, enable, period, sendAt, timeZone } = doc;
  if (enable === false || id === undefined || period === undefined || sendAt === undefined || timeZone === undefined) return doc;
  const due = nextDue({ period, sendAt, timeZone }, now);
  await call.services.jobs.at(due, REPORT_DUE, { id }, { id: `${REPORT_DUE} ${id}`, tx: tx.db });
  return { ...doc, nextAt: timestamp(due) };
}
