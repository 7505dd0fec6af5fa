import { describe, expect, test } from 'vitest';

import { demoCodes } from '#server/simulator/demo-codes.ts';
import { alarmPlan, type AlarmEvent } from '#server/simulator/alarms.ts';
import { alertCodes, alertDetail } from '#server/features/alarm/alert-codes.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T01:23:45Z');
const devices = Array.from({ length: 40 }, (_, index) => `d-${index}`);

describe('alarm plan', () => {
  test('a range is the sum of its parts, however it is cut', () => {
    const whole = alarmPlan('seed', devices, START, START + 48 * HOUR);
    const cuts = [0, 0.001, 1, 3.9, 4, 4.1, 17, 29.5, 48].map((hours) => START + hours * HOUR);
    const parts = cuts.slice(1).flatMap((to, index) => alarmPlan('seed', devices, cuts[index] ?? 0, to));
    expect(parts).toEqual(whole);
    expect(whole.length).toBeGreaterThan(200);
  });

  test('a device is the same alone and among others', () => {
    const all = alarmPlan('seed', devices, START, START + 24 * HOUR);
    expect(alarmPlan('seed', ['d-7'], START, START + 24 * HOUR)).toEqual(all.filter((event) => event.deviceId === 'd-7'));
  });

  test('everything that fires clears once, later, under its own id', () => {
    const events = alarmPlan('seed', devices, START, START + 72 * HOUR);
    const fired = new Map<string, AlarmEvent>();
    const early = events.filter((event) => event.kind === 'fire' && event.at < START + 60 * HOUR);
    for (const event of early) {
      expect(fired.has(event.alertId)).toBe(false);
      fired.set(event.alertId, event);
      const cleared = events.filter((other) => other.kind === 'clear' && other.alertId === event.alertId);
      expect(cleared).toHaveLength(1);
      expect(cleared[0]?.at).toBeGreaterThan(event.at);
    }
    expect(early.length).toBeGreaterThan(100);
  });

  test('comes as often as asked, in every severity, differently for another seed', () => {
    const fires = (seed: string, perDay: number): AlarmEvent[] =>
      alarmPlan(seed, devices, START, START + 30 * 24 * HOUR, { perDay }).filter((event) => event.kind === 'fire');
    const found = fires('seed', 2);
    expect(found.length / (40 * 30)).toBeGreaterThan(1.8);
    expect(found.length / (40 * 30)).toBeLessThan(2.2);
    expect(new Set(found.map((event) => event.severity))).toEqual(new Set(['Warning', 'Critical', 'Emergency']));
    expect(fires('other', 2).map((event) => event.at)).not.toEqual(found.map((event) => event.at));
    expect(fires('seed', 0)).toEqual([]);
  });

  test('an empty range or no device gives nothing', () => {
    expect(alarmPlan('seed', devices, START, START)).toEqual([]);
    expect(alarmPlan('seed', devices, START, START - 1)).toEqual([]);
    expect(alarmPlan('seed', [], START, START + HOUR)).toEqual([]);
  });
});

test('every code stands once, with a name in both languages', () => {
  expect(new Set(alertCodes.map((each) => each.code)).size).toBe(alertCodes.length);
  expect(alertCodes.filter(({ name, zh }) => name === '' || zh === '')).toEqual([]);
  expect(alertCodes.length).toBeGreaterThanOrEqual(25);
});

test('no cause of any alarm is left in two languages', () => {
  for (const { code, cause, low } of demoCodes)
    for (const language of ['zh', 'en'] as const) expect(alertDetail(code, language, cause(low)), code).not.toContain(' / ');
});
