import type { Live } from '#server/kernel/live-port.ts';
import type { Doc } from '#server/store/items/tables.ts';

/** Tells subscribers that something of an alert changed; `isNews`: that it begins to ask for attention. */
export async function publishAlert(
  live: Live,
  { alertId, companyId, neId, code, name, severity, status }: Doc,
  { isNews = false }: { isNews?: boolean } = {},
): Promise<void> {
  const site = neId === undefined ? {} : { neId };
  const message = { alertId, companyId, ...site, code, name, severity, status, ...(isNews ? { news: true } : {}) };
  await live.publish({ resource: 'Alert', id: String(alertId), owner: String(companyId) }, 'alert', message);
}
