import type { Entities } from '#generated/server/entities.ts';
import { asText } from '#domain/json.ts';
import { DELIVER } from '#server/features/alarm/notify/enqueue.ts';
import { type Message, messageOf, testMessage } from '#server/features/alarm/notify/message.ts';
import { post, type WebhookResult } from '#server/features/alarm/notify/webhook.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Services } from '#server/kernel/services.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Stored } from '#server/store/items/tables.ts';

type Delivery = Entities['AlarmDelivery'];
type Notification = Stored<Entities['AlarmNotification']>;

/** Pauses before a message is sent again, in seconds; after the last it has failed. */
const PAUSES = [10, 60, 300, 1800, 7200];
const LONGEST_ANSWER = 500;

export function runDeliveries(services: Services): void {
  services.jobs.on(DELIVER, ['id'], ({ id }) => deliver(services, id));
}

async function deliver(services: Services, id: string): Promise<void> {
  const { store, system, clock } = services;
  const delivery = await system.get(store.spec('AlarmDelivery'), id);
  if (delivery?.doc.state !== 'waiting') return;
  const notification = await system.get(store.spec('AlarmNotification'), delivery.doc.notificationId ?? '');
  const said = await sent(services, delivery.doc, notification);
  await noted(services, id, said, clock.now());
}

async function sent(services: Services, delivery: Delivery, notification: Notification | undefined): Promise<WebhookResult> {
  // whoever took the notification away wants to hear no more
  if (delivery.notificationId !== undefined && !notification) return { ok: false, final: true, answer: 'The notification was deleted' };
  const language = notification?.doc.language ?? 'zh';
  const { store, system, outbox, clock, settings } = services;
  const alert = delivery.alertId === undefined ? undefined : await system.get(store.spec('Alert'), delivery.alertId);
  const site = delivery.siteId === undefined ? undefined : await system.get(store.spec('Site'), delivery.siteId);
  if (delivery.event !== 'test' && !alert) return { ok: false, final: true, answer: 'The alarm was deleted' };
  const message: Message = alert
    ? messageOf(delivery.event, alert.doc, site?.doc.name ?? '', language)
    : testMessage(notification?.doc.name ?? '', language);
  if (delivery.kind === 'mail') return mailed(outbox, delivery, message);
  const body = JSON.stringify({
    event: delivery.event,
    deliveryId: delivery.id,
    ...message,
    ...(alert ? { alert: alert.doc, site: site?.doc.name } : {}),
  });
  const secret = asText(notification?.secret['/secret']);
  return post(delivery.target, { id: delivery.id ?? '', body, secret, now: clock.now(), inside: settings.webhooksInside });
}

async function mailed(outbox: Services['outbox'], { id, target }: Delivery, { subject, text }: Message): Promise<WebhookResult> {
  try {
    for (const to of target.split(';').map((each) => each.trim())) await outbox.send({ channel: 'mail', to, subject, text }, `${id} ${to}`);
    return { ok: true, final: true, answer: 'Accepted by the message gateway' };
  } catch (error) {
    return { ok: false, final: !outbox.ready, answer: error instanceof Error ? error.message : String(error) };
  }
}

/** What became of it, on the delivery and on its notification; what failed for now is tried again later. */
async function noted({ store, system, jobs }: Services, id: string, { ok, final, answer }: WebhookResult, now: number): Promise<void> {
  const [deliveries, notifications] = [store.spec('AlarmDelivery'), store.spec('AlarmNotification')];
  await system.write(async (tx) => {
    const delivery = await tx.get(deliveries, id);
    if (delivery?.doc.state !== 'waiting') return;
    const attempts = delivery.doc.attempts + 1;
    const pause = ok || final ? undefined : PAUSES[attempts - 1];
    const state = ok ? 'delivered' : pause === undefined ? 'failed' : 'waiting';
    const said = { lastAt: timestamp(now), answer: answer.slice(0, LONGEST_ANSWER) };
    const next = pause === undefined ? undefined : now + pause * 1000;
    await tx.annotate(deliveries, delivery, {
      ...without(delivery.doc, 'nextAt'),
      state,
      attempts,
      ...said,
      ...(next === undefined ? {} : { nextAt: timestamp(next) }),
    });
    const notification = await tx.get(notifications, delivery.doc.notificationId ?? '');
    if (notification)
      await tx.annotate(notifications, notification, {
        ...notification.doc,
        lastState: state,
        lastAt: said.lastAt,
        lastAnswer: said.answer,
      });
    if (next !== undefined) await jobs.at(next, DELIVER, { id }, { id: `${DELIVER} ${id}`, tx: tx.db });
  });
}
