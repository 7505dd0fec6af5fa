import { type Language } from '#domain/model.ts';
import { type AlarmMeasure, type MeasuredSeries } from '#generated/server/stored.ts';
import { alertName, severityOf } from '#server/features/alarm/alert-codes.ts';
import { type Condition, conditionOf } from '#server/features/alarm/thresholds/condition.ts';
import { type Services } from '#server/kernel/services.ts';
import { type Handle } from '#server/store/items/handle.ts';
import { type Link, type Measure } from '#server/telemetry/port.ts';

export type Marks = Pick<MeasuredSeries, 'thresholds' | 'incidents'>;
/** What is marked in a series of a measure at a site. */
export type MarksOf = (series: { siteId: string; link?: string; measure: Measure | AlarmMeasure }) => Marks;

const BITS = 1_000_000;
const MOST = 1000;
/** Marks in one series. */
const MOST_INCIDENTS = 20;
const alarmMeasures: Readonly<Partial<Record<Measure | AlarmMeasure, AlarmMeasure>>> = { rsrp: 'signal' };

/** The thresholds of the alarm codes, and the alarms that fired in a range as far as the handle reaches. */
export async function marksOf(
  { store, system }: Services,
  handle: Handle,
  {
    companyId,
    siteIds,
    from,
    to,
    language,
  }: { companyId: string; siteIds: readonly string[]; from: number; to: number; language: Language },
): Promise<MarksOf> {
  const configured = await system.docs(store.spec('AlarmConfiguration'), { skip: 0, limit: MOST });
  const conditions = configured.flatMap((each) => conditionOf(each) ?? []);
  const alerts = await handle.docs(store.spec('Alert'), {
    where: { companyId, origin: 'measured', ...(siteIds.length <= MOST_INCIDENTS ? { neId: siteIds } : {}) },
    ranges: [{ path: 'raisedAt', to }],
    sort: [{ path: 'raisedAt', descending: true }],
    skip: 0,
    limit: MOST,
  });
  const inRange = alerts.filter(({ resolvedAt }) => resolvedAt === undefined || Date.parse(resolvedAt) > from);
  return ({ siteId, link, measure }) => {
    const name = alarmMeasures[measure] ?? measure;
    const thresholds = conditions.filter((each) => each.measure === name).map((each) => thresholdOf(each, language));
    const incidents = inRange
      .filter((alert) => alert.neId === siteId && alert.link === link && alert.measure === name)
      .slice(0, MOST_INCIDENTS)
      .map(({ alertId, code, name: stored, severity, since, raisedAt, resolvedAt }) => ({
        alertId,
        name: alertName(code, language, stored),
        severity,
        from: since ?? raisedAt,
        ...(resolvedAt === undefined ? {} : { to: resolvedAt }),
      }));
    return { ...(thresholds.length > 0 ? { thresholds } : {}), ...(incidents.length > 0 ? { incidents } : {}) };
  };
}

/** Thresholds of the share of a port's bandwidth, in the rates of one direction of it. */
export async function rateThresholds({ store, system }: Services, link: Link, sends: boolean, language: Language): Promise<Marks> {
  const configured = await system.docs(store.spec('AlarmConfiguration'), { skip: 0, limit: MOST });
  const capacity = (sends ? link.up : link.down) * BITS;
  const thresholds = configured
    .flatMap((each) => conditionOf(each) ?? [])
    .filter(({ measure }) => measure === 'bandwidthUsed' || measure === 'bandwidthLeft')
    .map((each) => {
      const share = each.measure === 'bandwidthUsed' ? each.threshold : 100 - each.threshold;
      return { ...thresholdOf(each, language), value: Math.round((capacity * share) / 100) };
    });
  return thresholds.length > 0 ? { thresholds } : {};
}

function thresholdOf({ code, measure, threshold, level }: Condition, language: Language): NonNullable<Marks['thresholds']>[number] {
  const value = measure === 'signal' ? -threshold : threshold;
  return { name: alertName(code, language, code), value, severity: severityOf[level] };
}
