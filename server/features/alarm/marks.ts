import type { Language } from '#domain/model.ts';
import type { Entities } from '#generated/server/entities.ts';
import type { AlarmMeasure, Incident as MeasuredIncident, MeasuredSeries } from '#generated/server/stored.ts';
import { alertCodes, alertName, severityOf } from '#server/features/alarm/alert-codes.ts';
import { outageCodes } from '#server/features/alarm/attention.ts';
import { type Condition, conditionOf } from '#server/features/alarm/thresholds/condition.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { DocOf, Where } from '#server/store/items/typed.ts';
import type { Link, Measure, Place } from '#server/telemetry/port.ts';

export type Marks = Pick<MeasuredSeries, 'thresholds' | 'incidents'>;
/** What is marked in a series of a measure at a site. */
export type MarksOf = (series: { siteId: string; link?: string; measure: Measure | AlarmMeasure }) => Marks;

type Alarm = DocOf<'Alert'>;
type Incident = NonNullable<Marks['incidents']>[number];

const BITS = 1_000_000;
const MOST = 1000;
/** Marks in one series. */
const MOST_INCIDENTS = 20;
/** Of a whole company: how many at once is said in its charts, so that it has to be nearly all of them. */
const MOST_AROUND = 200;
const rateMeasures = ['bandwidthUsed', 'bandwidthLeft'] as const satisfies readonly AlarmMeasure[];
const alarmMeasures: Readonly<Partial<Record<Measure | AlarmMeasure, AlarmMeasure>>> = { rsrp: 'signal' };

/** The thresholds of the alarm codes, and the alarms that fired in a range as far as the handle reaches. */
export async function marksOf(
  { store }: Services,
  handle: Handle,
  {
    companyId,
    siteIds,
    from,
    to,
    language,
  }: { companyId: string; siteIds: readonly string[]; from: number; to: number; language: Language },
): Promise<MarksOf> {
  const configured = await handle.asServer().docs(store.spec('AlarmConfiguration'), { skip: 0, limit: MOST });
  const conditions = configured.flatMap((each) => conditionOf(each) ?? []);
  const inRange = await alarmsIn(store, handle, {
    where: { companyId, origin: 'measured', ...(siteIds.length <= MOST_INCIDENTS ? { neId: siteIds } : {}) },
    from,
    to,
  });
  // asked of every series of very many sites
  const bySite = Map.groupBy(inRange, ({ neId }) => neId);
  const byMeasure = Map.groupBy(conditions, ({ measure }): Measure | AlarmMeasure => measure);
  return ({ siteId, link, measure }) => {
    const name = alarmMeasures[measure] ?? measure;
    const thresholds = (byMeasure.get(name) ?? []).map((each) => thresholdOf(each, language));
    const incidents = (bySite.get(siteId) ?? [])
      .filter((alert) => alert.link === link && alert.measure === name)
      .slice(0, MOST_INCIDENTS)
      .map((alert) => incidentOf(alert, language));
    return { ...(thresholds.length > 0 ? { thresholds } : {}), ...(incidents.length > 0 ? { incidents } : {}) };
  };
}

/** Alarms that fired in a range, the newest first. */
async function alarmsIn(
  store: Services['store'],
  handle: Handle,
  { where, from, to }: { where: Where<'Alert'>; from: number; to: number },
): Promise<Alarm[]> {
  const found = await handle.docs(store.spec('Alert'), {
    where,
    ranges: [{ path: 'raisedAt', to }],
    sort: [{ path: 'raisedAt', descending: true }],
    skip: 0,
    limit: MOST,
  });
  return found.filter(({ resolvedAt }) => resolvedAt === undefined || Date.parse(resolvedAt) > from);
}

/** `at`: where it was, in a series that is not of that place alone. */
function incidentOf({ alertId, code, name, severity, since, raisedAt, resolvedAt }: Alarm, language: Language, at = ''): Incident {
  const word = alertName(code, language, name);
  return {
    alertId,
    name: at === '' ? word : `${at} · ${word}`,
    severity,
    from: since ?? raisedAt,
    ...(resolvedAt === undefined ? {} : { to: resolvedAt }),
  };
}

/** An alarm in a series of what it is about, of which nothing is compared. */
export function alarmMark(alert: Alarm, language: Language): Pick<MeasuredSeries, 'incidents'> {
  return { incidents: [incidentOf(alert, language)] };
}

type Around = { incidents: MeasuredIncident[]; uncounted: number };
type Spots = { companyId: string; places: readonly Place[]; link: string | undefined; from: number; to: number; language: Language };

const rateCodes = alertCodes.filter(({ measure }) => rateMeasures.some((each) => each === measure)).map(({ code }) => code);

/**
 * What every chart of some places marks, whatever it draws: that a device or a circuit of theirs was down; and, in rates alone, the
 * alarms of the bandwidth. Each says where, but of one port. Of very many the newest, and how many older ones are left out.
 */
export async function placeIncidents({ store }: Services, handle: Handle, spots: Spots): Promise<Around> {
  const { companyId, places, link, from, to, language } = spots;
  const few = places.length <= MOST_INCIDENTS ? { neId: places.map(({ siteId }) => siteId) } : {};
  const alarms = await alarmsIn(store, handle, { where: { companyId, code: [...outageCodes, ...rateCodes], ...few }, from, to });
  const names = new Map(places.map(({ siteId, name }) => [siteId, name]));
  const isOne = places.length === 1 && (link !== undefined || places[0]?.links.length === 1);
  const found = alarms.filter(
    (alarm) => names.has(alarm.neId ?? '') && (link === undefined || alarm.link === undefined || alarm.link === link),
  );
  return {
    uncounted: Math.max(0, found.length - MOST_AROUND),
    incidents: found.slice(0, MOST_AROUND).map((alarm): MeasuredIncident => {
      const at = [places.length === 1 ? '' : (names.get(alarm.neId ?? '') ?? ''), alarm.link ?? ''].filter((each) => each !== '');
      const place = isOne ? '' : at.join(' ');
      const { alertId: id, ...incident } = incidentOf(alarm, language, place);
      return {
        kind: 'alarm',
        resource: 'Alert',
        id,
        ...incident,
        ...(place === '' ? {} : { place }),
        ...(outageCodes.includes(alarm.code) ? {} : { unit: 'bps' }),
      };
    }),
  };
}

/** Thresholds of the share of a port's bandwidth, in the rates of one direction of it. */
export async function rateThresholds(
  { store }: Services,
  handle: Handle,
  { link, sends, language }: { link: Link; sends: boolean; language: Language },
): Promise<Marks> {
  const configured = await handle.asServer().docs(store.spec('AlarmConfiguration'), { skip: 0, limit: MOST });
  const capacity = (sends ? link.up : link.down) * BITS;
  const thresholds = configured
    .flatMap((each) => conditionOf(each) ?? [])
    .filter(({ measure }) => rateMeasures.some((each) => each === measure))
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

const PROBE = 'sla.probe';

type Task = Pick<Entities['SlaTask'], 'id' | 'name' | 'latencyThreshold' | 'jitterThreshold' | 'lossThreshold'>;

/** What is marked in the series of a probe: its alarms and, where `thresholds` are wanted, those of its task. */
export async function probeMarks(
  { store }: Services,
  handle: Handle,
  { companyId, from, to, language, thresholds }: Omit<Spots, 'places' | 'link'> & { thresholds: boolean },
): Promise<(task: Task, siteId: string, measure: string) => Marks> {
  const [[configured], alarms] = await Promise.all([
    handle.asServer().docs(store.spec('AlarmConfiguration'), { where: { code: PROBE }, skip: 0, limit: 1 }),
    alarmsIn(store, handle, { where: { companyId, code: PROBE }, from, to }),
  ]);
  const severity = severityOf[configured?.level ?? 'major'];
  const word = alertName(PROBE, language, PROBE);
  const byTask = Map.groupBy(alarms, ({ taskId }) => taskId);
  return ({ id, name, latencyThreshold, jitterThreshold, lossThreshold }, siteId, measure) => {
    const value = { latency: latencyThreshold, jitter: jitterThreshold, loss: lossThreshold }[measure];
    // only what has a threshold can be beyond it
    if (value === undefined) return {};
    const incidents = (byTask.get(id) ?? []).filter(({ neId }) => neId === siteId).slice(0, MOST_INCIDENTS);
    return {
      ...(thresholds ? { thresholds: [{ name: `${word} · ${name}`, severity, value }] } : {}),
      ...(incidents.length > 0 ? { incidents: incidents.map((alarm) => incidentOf(alarm, language)) } : {}),
    };
  };
}
