import type { Entities } from '#generated/server/entities.ts';
import type { Services } from '#server/kernel/services.ts';
import { type AlarmEvent, alarmPlan, DEMO_SEED } from '#server/simulator/alarms.ts';
import { type AlertSeverity, codeNamed, severityOf } from '#server/features/alarm/alert-codes.ts';

/** How the platform configured an alert code (spec 3, 9). */
type Condition = Pick<Entities['AlarmConfiguration'], 'level' | 'compare' | 'threshold' | 'duration' | 'enable'>;

const MOST = 1000;

/** The configured conditions by alert code. */
export async function alarmConditions({ store, system }: Services): Promise<ReadonlyMap<string, Condition>> {
  const spec = store.specIf('AlarmConfiguration');
  const configured = spec ? await system.docs(spec, { skip: 0, limit: MOST }) : [];
  return new Map(configured.flatMap((each) => (each.code === undefined ? [] : [[each.code, each]])));
}

/** What of the plan no measured value shows: devices would report it. */
export function eventsOf(events: readonly AlarmEvent[]): AlarmEvent[] {
  return events.filter(({ code }) => codeNamed(code).measure === undefined);
}

/** The severity with which something fires; undefined if it is off, not beyond its threshold, or over too soon. */
export function firingSeverity(event: AlarmEvent, condition: Condition | undefined): AlertSeverity | undefined {
  if (!condition) return event.severity;
  const { enable, compare, threshold, duration, level } = condition;
  if (!enable) return undefined;
  if (compare === 'above' && threshold !== undefined && event.value <= threshold) return undefined;
  if (compare === 'below' && threshold !== undefined && event.value >= threshold) return undefined;
  if (isOverWithin(event, duration * 1000)) return undefined;
  return severityOf[level];
}

function isOverWithin({ alertId, deviceId, at }: AlarmEvent, ms: number): boolean {
  return ms > 0 && alarmPlan(DEMO_SEED, [deviceId], at, at + ms).some((event) => event.kind === 'clear' && event.alertId === alertId);
}
