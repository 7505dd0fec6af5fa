import { timestamp } from '#server/store/clock.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';
import { nextDue, type ReportPeriod } from '#server/features/report/report-period.ts';
import type { Change } from '#server/kernel/resource/entity.ts';
import type { Doc } from '#server/store/items/tables.ts';

export const REPORT_DUE = 'report.due';

/** A configuration that is on has its next report scheduled; one that is off has none. */
export const reportConfig: EntityRules<'ReportConfig'> = {
  complete: async (doc, change) => scheduled(doc, change.call.services.clock.now(), change),
};

async function scheduled(given: Doc, now: number, { call, tx, spec }: Change): Promise<Doc> {
  const doc = without(given, 'nextAt');
  if (doc.enable === false) return doc;
  const { period, sendAt, timeZone } = doc;
  const due = nextDue({ period: String(period) as ReportPeriod, sendAt: String(sendAt), timeZone: String(timeZone) }, now);
  const id = String(doc[spec.id]);
  await call.services.jobs.at(due, REPORT_DUE, { id }, { id: `${REPORT_DUE} ${id}`, tx: tx.db });
  return { ...doc, nextAt: timestamp(due) };
}
