import type { Tenant } from '#server/simulator/world/tenancy/companies.ts';
import { DAY, HOUR, instant, stamps, type Seeded } from '#server/kernel/seeding/world.ts';

/** Who is written about the alarms of a company; the webhook is off, nothing listens there. */
export function alarmNotifications(now: number, tenant: Tenant): Seeded<'AlarmNotification'>[] {
  const of = tenant.id.slice(2);
  const usual = { companyId: tenant.id, resolved: true, language: 'zh' as const, siteIds: [], groups: [], ...stamps(now - 90 * DAY) };
  const mail = {
    kind: 'mail' as const,
    enable: true,
    receivers: `noc@${tenant.domain}`,
    lastState: 'delivered' as const,
    lastAnswer: 'Accepted by the message gateway',
  };
  const hook = {
    kind: 'webhook' as const,
    enable: false,
    url: `https://hooks.${tenant.domain}/wan`,
    lastAnswer: '503 Service Unavailable',
  };
  const last = (hours: number): { lastAt: string } => ({ lastAt: instant(now - hours * HOUR) });
  return [
    { id: `an-${of}-1`, name: '值班室 (NOC)', severities: ['Emergency'], ...mail, ...last(2), ...usual },
    { id: `an-${of}-2`, name: 'ChatOps', severities: [], ...hook, lastState: 'waiting', ...last(7), ...usual },
    {
      id: `an-${of}-3`,
      name: '工单系统 (Tickets)',
      severities: ['Warning', 'Critical'],
      ...hook,
      lastState: 'failed',
      ...last(50),
      ...usual,
    },
  ];
}

/** What became of messages in the last days. */
export function alarmDeliveries(now: number, tenant: Tenant): Seeded<'AlarmDelivery'>[] {
  const of = tenant.id.slice(2);
  return Array.from({ length: 28 }, (_, index): Seeded<'AlarmDelivery'> => {
    const at = now - (index * 5 + 2) * HOUR;
    const isWebhook = index % 4 === 1;
    const state = index === 1 ? 'waiting' : isWebhook && index % 3 === 0 ? 'failed' : 'delivered';
    return {
      id: `ad-${of}-${index + 1}`,
      companyId: tenant.id,
      notificationId: `an-${of}-${isWebhook ? 2 : 1}`,
      kind: isWebhook ? 'webhook' : 'mail',
      target: isWebhook ? `https://hooks.${tenant.domain}/wan` : `noc@${tenant.domain}`,
      event: index === 27 ? 'test' : index % 2 === 0 ? 'firing' : 'resolved',
      ...(index === 27 ? {} : { alertName: 'Device offline' }),
      state,
      sentAt: instant(at),
      attempts: state === 'failed' ? 6 : 1,
      lastAt: instant(at + 1000),
      ...(state === 'waiting' ? { nextAt: instant(now + 8 * DAY) } : {}),
      answer: state === 'delivered' ? (isWebhook ? '204' : 'Accepted by the message gateway') : '503 Service Unavailable',
    };
  });
}
