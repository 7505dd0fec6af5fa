import type { Live } from '#server/kernel/live-port.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** Tells subscribers that something of an alert changed; `isNews`: that it begins to ask for attention. */
export async function publishAlert(
  live: Live,
  { alertId, companyId, neId, code, name, severity, status }: Omit<DocOf<'Alert'>, 'revision'>,
  { isNews = false }: { isNews?: boolean } = {},
): Promise<void> {
  const site = neId === undefined ? {} : { neId };
  const message = { alertId, companyId, ...site, code, name, severity, status, ...(isNews ? { news: true } : {}) };
  await live.publish({ resource: 'Alert', id: alertId, owner: companyId }, 'alert', message);
}
