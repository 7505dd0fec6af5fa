import { timestamp } from '#server/store/clock.ts';
import { type Draft } from '#server/store/items/typed.ts';
import { type AlarmEvent } from '#server/simulator/alarms.ts';

/** The stored alert of an event that the demo network makes up at a site's device. */
export function firedAlert(event: AlarmEvent, site: { companyId: string; siteId: string }): Draft<'Alert'> {
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
