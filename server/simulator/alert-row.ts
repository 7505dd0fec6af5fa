import { timestamp } from '#server/store/clock.ts';
import type { Seeded } from '#server/kernel/seeding/world.ts';
import type { AlarmEvent } from '#server/simulator/alarms.ts';

/** The stored alert of an event that the demo network makes up at a site's device. */
export function firedAlert(event: AlarmEvent, site: { companyId: string; siteId: string }): Seeded<'Alert'> {
  const { alertId, deviceId, code, name, severity, cause, at } = event;
  return {
    alertId,
    companyId: site.companyId,
    neId: site.siteId,
    deviceId,
    code,
    name,
    severity,
    status: 'firing',
    attention: 'due',
    acknowledged: false,
    detail: cause,
    origin: 'demo',
    raisedAt: timestamp(at),
  };
}
