import { type Json } from '#domain/model.ts';
import { type AlarmEvent } from '#server/simulator/alarms.ts';

/** Who an alert without a person behind it is resolved by. */
const SYSTEM = 'system';

/** The stored alert of an alarm that fires at a site's device. */
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
    raisedAt: instant(at),
  };
}

/** What changes of it when it clears; one that a person resolved stays as it is. */
export function clearedAlert(event: AlarmEvent): Record<string, Json> {
  return { status: 'resolved', resolvedAt: instant(event.at), resolvedBy: SYSTEM };
}

function instant(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
