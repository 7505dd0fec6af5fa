import { alarmPlan, DEMO_SEED } from '#server/simulator/alarms.ts';

/** An alarm of the plan as a stretch of time (milliseconds): what was measured shows it. */
export type Incident = { code: string; value: number; from: number; to: number };

/** Alarms of the plan clear within this time. */
const LONGEST = 8 * 3_600_000;

/** What goes wrong at a device within a range, whether or not it is configured to raise an alarm. */
export function incidentsOf(deviceId: string, from: number, to: number): Incident[] {
  const open = new Map<string, Incident>();
  for (const event of alarmPlan(DEMO_SEED, [deviceId], from - LONGEST, to + LONGEST)) {
    const known = open.get(event.alertId);
    if (event.kind === 'fire') open.set(event.alertId, { code: event.code, value: event.value, from: event.at, to: Infinity });
    else if (known) known.to = event.at;
  }
  return [...open.values()].filter((each) => each.from < to && each.to > from);
}

/** The incident of one of these codes that is on at an instant. */
export function incidentAt(incidents: readonly Incident[], at: number, ...codes: string[]): Incident | undefined {
  return incidents.find((each) => each.from <= at && at < each.to && codes.includes(each.code));
}
