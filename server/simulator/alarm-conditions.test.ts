import { describe, expect, test } from 'vitest';

import { firingSeverity } from '#server/simulator/alarm-conditions.ts';
import { type AlarmEvent, alarmPlan, DEMO_SEED } from '#server/simulator/alarms.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T00:00:00Z');
const plan = alarmPlan(DEMO_SEED, ['d-1', 'd-2', 'd-3'], START, START + 30 * 24 * HOUR);
const eventOf = (code: string): AlarmEvent => {
  const found = plan.find((event) => event.kind === 'fire' && event.code === code);
  if (!found) throw new Error(`The plan has no ${code}`);
  return found;
};
const base = { level: 'minor', duration: 0, enable: true } as const;

describe('conditions of alarms', () => {
  test('CPE low bandwidth fires below 20 % and not at 20 %', () => {
    const low = eventOf('bandwidth.low');
    const condition = { ...base, compare: 'below', threshold: 20 } as const;
    expect(firingSeverity({ ...low, value: 19 }, condition)).toBe('Warning');
    expect(firingSeverity({ ...low, value: 20 }, condition)).toBeUndefined();
  });

  test('the level gives the severity', () => {
    const event = eventOf('link.loss');
    const condition = { ...base, compare: 'above', threshold: 1 } as const;
    expect((['minor', 'major', 'critical'] as const).map((level) => firingSeverity(event, { ...condition, level }))).toEqual([
      'Warning',
      'Critical',
      'Emergency',
    ]);
  });

  test('off, below the threshold or over too soon, nothing fires', () => {
    const event = eventOf('link.loss');
    const condition = { ...base, compare: 'above', threshold: 1 } as const;
    expect(firingSeverity(event, { ...condition, enable: false })).toBeUndefined();
    expect(firingSeverity(event, { ...condition, threshold: 99 })).toBeUndefined();
    const cleared = plan.find((each) => each.kind === 'clear' && each.alertId === event.alertId);
    const seconds = ((cleared?.at ?? 0) - event.at) / 1000;
    expect(firingSeverity(event, { ...condition, duration: seconds + 1 })).toBeUndefined();
    expect(firingSeverity(event, { ...condition, duration: seconds - 1 })).toBe('Warning');
  });
});
