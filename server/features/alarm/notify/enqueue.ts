import { randomUUID } from 'node:crypto';

import type { Entities } from '#generated/server/entities.ts';
import type { DeliveryEvent } from '#generated/server/stored.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Services } from '#server/kernel/services.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

type Alert = Omit<Entities['Alert'], 'revision'>;
type Notification = Entities['AlarmNotification'];
type Addressed = Pick<Entities['AlarmDelivery'], 'kind' | 'target' | 'notificationId'>;

export const DELIVER = 'alarm.deliver';
const MOST = 1000;

/** Who is written about a company's alarms: what the platform configured for a code, and what the company did. */
export type Audience = {
  notifications: readonly Notification[];
  configurations: ReadonlyMap<string, Entities['AlarmConfiguration']>;
  groupOf: ReadonlyMap<string, string>;
};

export async function audienceOf({ store, system }: Services, companyId: string): Promise<Audience> {
  const all = { skip: 0, limit: MOST };
  const [notifications, configurations, groups] = await Promise.all([
    system.docs(store.spec('AlarmNotification'), { where: { companyId, enable: true }, ...all }),
    system.docs(store.spec('AlarmConfiguration'), all),
    system.docs(store.spec('AlarmGroup'), all),
  ]);
  const codes = new Map(groups.map(({ id, code }) => [id, code]));
  return {
    notifications,
    configurations: new Map(configurations.map((each) => [each.code ?? '', each])),
    groupOf: new Map(configurations.map(({ code = '', groupId }) => [code, codes.get(groupId) ?? ''])),
  };
}

/** Those who are to hear of an alarm. */
export function addressedBy({ notifications, configurations, groupOf }: Audience, alert: Alert, event: DeliveryEvent): Addressed[] {
  const { notices = [], receivers } = configurations.get(alert.code) ?? {};
  const byCode: Addressed[] = notices.includes('mail') && receivers ? [{ kind: 'mail', target: receivers }] : [];
  const own = notifications.filter(
    ({ severities = [], groups = [], siteIds = [], resolved }) =>
      (event !== 'resolved' || resolved) &&
      (severities.length === 0 || severities.includes(alert.severity)) &&
      (groups.length === 0 || groups.includes(groupOf.get(alert.code) ?? '')) &&
      (siteIds.length === 0 || (alert.neId !== undefined && siteIds.includes(alert.neId))),
  );
  return [...byCode, ...own.flatMap((each) => addressOf(each) ?? [])];
}

export function addressOf(notification: Notification): Addressed | undefined {
  const target = notification.kind === 'mail' ? notification.receivers : notification.url;
  return target === undefined ? undefined : { kind: notification.kind, target, notificationId: notification.id ?? '' };
}

/** Keeps a message with the change that it is about: it goes out if that is committed, and only then. */
export async function enqueue(
  { store, jobs, clock }: Services,
  tx: Transaction,
  { companyId, event, alert, to }: { companyId: string; event: DeliveryEvent; alert?: Alert; to: Addressed },
): Promise<void> {
  const id = `ad-${randomUUID()}`;
  const now = timestamp(clock.now());
  await tx.insert(store.spec('AlarmDelivery'), {
    id,
    companyId,
    ...to,
    event,
    ...(alert ? { alertId: alert.alertId, alertName: alert.name } : {}),
    ...(alert?.neId === undefined ? {} : { siteId: alert.neId }),
    state: 'waiting',
    attempts: 0,
    sentAt: now,
    nextAt: now,
  });
  await jobs.at(clock.now(), DELIVER, { id }, { id: `${DELIVER} ${id}`, tx: tx.db });
}
