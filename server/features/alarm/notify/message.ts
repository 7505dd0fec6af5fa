import type { Entities } from '#generated/server/entities.ts';
import type { AlertSeverity, DeliveryEvent, Language } from '#generated/server/stored.ts';
import { alertDetail, alertName } from '#server/features/alarm/alert-codes.ts';

type Alert = Omit<Entities['Alert'], 'revision'>;
export type Message = { subject: string; text: string };

const severities: Readonly<Record<Language, Record<AlertSeverity, string>>> = {
  zh: { Warning: '警告', Critical: '严重', Emergency: '紧急' },
  en: { Warning: 'Warning', Critical: 'Critical', Emergency: 'Emergency' },
};
const words = {
  zh: {
    firing: '告警',
    resolved: '恢复',
    test: '测试',
    raised: '发生时间',
    over: '恢复时间',
    measured: '测量值',
    threshold: '阈值',
    since: '越限开始',
  },
  en: {
    firing: 'Alarm',
    resolved: 'Resolved',
    test: 'Test',
    raised: 'Raised',
    over: 'Resolved',
    measured: 'Measured',
    threshold: 'Threshold',
    since: 'Since',
  },
} as const;

/** What a person is written about an alarm. Times are UTC, as they say. */
export function messageOf(event: DeliveryEvent, alert: Alert, site: string, language: Language): Message {
  const word = words[language];
  const name = alertName(alert.code, language, alert.name);
  const { detail, measure, value, threshold, unit = '', since, raisedAt, resolvedAt } = alert;
  const lines = [
    `${severities[language][alert.severity]} · ${name}`,
    site,
    detail === undefined ? '' : alertDetail(alert.code, language, detail),
    measure === undefined ? '' : `${word.measured}: ${String(value)} ${unit}; ${word.threshold}: ${String(threshold)} ${unit}`,
    since === undefined ? '' : `${word.since}: ${since}`,
    `${word.raised}: ${raisedAt}`,
    resolvedAt === undefined ? '' : `${word.over}: ${resolvedAt}`,
  ];
  const where = site === '' ? name : `${name} · ${site}`;
  return { subject: `[${word[event]}] ${where}`, text: lines.filter((line) => line !== '').join('\n') };
}

export function testMessage(name: string, language: Language): Message {
  return language === 'zh'
    ? { subject: `[测试] ${name}`, text: '这是一条测试消息：告警通知可以送达。' }
    : { subject: `[Test] ${name}`, text: 'This is a test message: notifications of alarms arrive.' };
}
