import { type Json } from '#domain/model.ts';
import { cleared } from '#server/features/alarm/index.ts';
import { timestamp } from '#server/store/clock.ts';
import { type AlarmEvent } from '#server/simulator/alarms.ts';

/** The stored alert of an event that the demo network makes up at a site's device. */
export function firedAlert(event: AlarmEvent, site: { companyId: string; siteId: string }): Record<string, Json> {
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
    acknowledged: false,
    detail: cause,
    origin: 'demo',
    raisedAt: timestamp(at),
  };
}

/** What changes of it when it clears; one that a person resolved stays as it is. */
export function clearedAlert(event: AlarmEvent): Record<string, Json> {
  return cleared(event.at);
}
