import { eventsOf } from '#server/simulator/alarm-conditions.ts';
import { workedOn } from '#server/simulator/world/alarm/maintenance-windows.ts';
import { measuredAlarms } from '#server/simulator/world/alarm/measured-alarms.ts';
import { placeOfPlan } from '#server/simulator/world/site/sites.ts';
import { deviceId, lastSeen } from '#server/simulator/world/site/devices.ts';
import type { SitePlan } from '#server/simulator/world/site/site-plan.ts';
import { DAY, HOUR, instant, type Seeded } from '#server/kernel/seeding/world.ts';
import { alarmPlan, DEMO_SEED } from '#server/simulator/alarms.ts';
import { absencesOf, SILENCE } from '#server/simulator/absences.ts';
import { clearedAlarm, type Firing, offlineAlarm, quietOf } from '#server/features/alarm/index.ts';
import { firedAlert } from '#server/simulator/alert-row.ts';
import { demoCodeNamed } from '#server/simulator/demo-codes.ts';

type Alarm = Seeded<'Alert'>;

const MINUTE = 60_000;
/** Hours of the simulated past that the demo starts with. */
const PAST = 8;

/** Devices that take part in the simulation: those that run. */
function runningDevices(plans: readonly SitePlan[]): Map<string, SitePlan> {
  const running = plans.filter(({ state }) => state === 'ONLINE' || state === 'EXCEPTION');
  return new Map(running.flatMap((plan) => plan.sns.map((_, position) => [deviceId(plan, position + 1), plan] as const)));
}

/** Alerts of the last hours: events, what thresholds made of the values, and one for each device that is away or at fault. */
export function alerts(now: number, plans: readonly SitePlan[]): Alarm[] {
  const all = [
    ...plans.flatMap((plan) => standing(now, plan)),
    ...past(now, runningDevices(plans)),
    ...away(now, runningDevices(plans)),
    ...plans.flatMap((plan) => measuredAlarms(placeOfPlan(now, plan), now - PAST * HOUR, now)),
  ];
  const atSite = Map.groupBy(
    all.filter(({ status }) => status === 'firing'),
    ({ neId }) => neId,
  );
  const windows = workedOn(plans);
  return all.map((alert) => {
    if (alert.status !== 'firing') return { ...alert };
    const others = (atSite.get(alert.neId) ?? []).map(firingOf);
    // whoever was to hear of them has
    return { ...alert, notified: true, ...quietOf(firingOf(alert), others, windows, now) };
  });
}

function firingOf({ alertId, code, neId, deviceId, link, mutedUntil }: Alarm): Firing {
  return { alertId, code, siteId: neId, deviceId, link, mutedUntil: mutedUntil === undefined ? undefined : Date.parse(mutedUntil) };
}

function past(now: number, devices: ReadonlyMap<string, SitePlan>): Alarm[] {
  const found = new Map<string, Alarm>();
  for (const event of eventsOf(alarmPlan(DEMO_SEED, devices.keys(), now - PAST * HOUR, now))) {
    const plan = devices.get(event.deviceId);
    const known = found.get(event.alertId);
    if (event.kind === 'fire' && plan) found.set(event.alertId, firedAlert(event, { companyId: plan.tenant.id, siteId: plan.id }));
    else if (known) found.set(event.alertId, clearedAlarm(known, event.at));
  }
  return [...found.values()];
}

/** Devices that were away for a while; of one that still is the job that follows them hears by itself. */
function away(now: number, devices: ReadonlyMap<string, SitePlan>): Alarm[] {
  return [...devices].flatMap(([id, plan]) =>
    absencesOf(id, now - PAST * HOUR, now)
      .filter(({ to }) => to <= now)
      .map(({ from, to }): Alarm => {
        const sn = plan.sns.find((_, position) => deviceId(plan, position + 1) === id) ?? '';
        const gone = { deviceId: id, companyId: plan.tenant.id, siteId: plan.id, sn, since: from };
        return clearedAlarm(offlineAlarm(gone, { at: from + SILENCE, level: 'critical', origin: 'demo' }), to);
      }),
  );
}

/** What a device's own state raises; it stays until the device is back. */
function standing(now: number, plan: SitePlan): Alarm[] {
  const { state } = plan;
  const isAway = state === 'OFFLINE' || state === 'TEMPORARYOFFLINE';
  const code = isAway ? 'device.offline' : state === 'EXCEPTION' ? 'device.exception' : undefined;
  if (code === undefined) return [];
  const { name, severity, cause, low } = demoCodeNamed(code);
  return plan.sns.map((sn, position): Seeded<'Alert'> => ({
    alertId: `al-${plan.id.slice(2)}-${position + 1}-${code.replace('.', '-')}`,
    companyId: plan.tenant.id,
    neId: plan.id,
    deviceId: deviceId(plan, position + 1),
    code,
    name,
    severity,
    status: 'firing' as const,
    attention: 'due' as const,
    ...(plan.index % 3 === 0 ? lookedAfter(now - (4 + (plan.index % 40)) * HOUR, plan.index) : { acknowledged: false }),
    ...(state === 'EXCEPTION' && plan.index % 5 === 0 ? { mutedUntil: instant(now + DAY), mutedBy: 'noc@demo.example' } : {}),
    detail: `${sn}: ${cause(low)}`,
    origin: 'reported' as const,
    raisedAt: instant(isAway ? lastSeen(now, plan) + low * MINUTE : now - (5 + (plan.index % 40)) * HOUR),
  }));
}

function lookedAfter(at: number, number: number): Partial<Alarm> & { acknowledged: true } {
  return {
    acknowledged: true,
    acknowledgedAt: instant(at),
    acknowledgedBy: 'noc@demo.example',
    note: `工单 ${4700 + number}，运营商已派人检修`,
  };
}
