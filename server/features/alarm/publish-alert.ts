import { type Live } from '#server/kernel/live-port.ts';
import { type Doc } from '#server/store/items/tables.ts';

/** Tells subscribers that an alert fires or is resolved. */
export async function publishAlert(live: Live, { alertId, companyId, neId, code, name, severity, status }: Doc): Promise<void> {
  const message = { alertId, companyId, ...(neId === undefined ? {} : { neId }), code, name, severity, status };
  await live.publish({ resource: 'Alert', id: String(alertId), owner: String(companyId) }, 'alert', message);
}
