import { describe, expect, test } from 'vitest';

import { type Condition, conditionOf, type Phase, turnsOf } from '#server/features/alarm/thresholds/condition.ts';

const base = { code: 'link.loss', measure: 'loss', groupId: 'ag-link', level: 'minor', enable: true } as const;
const above: Condition = { ...base, compare: 'above', threshold: 10, clear: 5, hold: 60_000, clearAfter: 30_000 };
const below: Condition = { ...above, compare: 'below', threshold: 20, clear: 25 };
/** Readings half a minute apart. */
const every30 = (...values: (number | null)[]) => values.map((value, index) => [index * 30_000, value] as const);
const kinds = (condition: Condition, values: (number | null)[], phase: Phase = { firing: false }) =>
  turnsOf(condition, phase, every30(...values)).turns.map(({ kind, at }) => `${kind} ${at / 1000}`);

describe('a threshold', () => {
  test('fires once what is beyond it has lasted, with the farthest value and since when', () => {
    expect(turnsOf(above, { firing: false }, every30(3, 11, 30, 12))).toEqual({
      phase: { firing: true },
      turns: [{ kind: 'fire', at: 90_000, since: 30_000, worst: 30 }],
    });
    expect(kinds(above, [11, 12, 9, 11, 12, 9])).toEqual([]);
  });

  test('is beyond it and not at it: 19 % is below 20 %, 20 % is not', () => {
    expect(kinds(below, [19, 19, 19])).toEqual(['fire 60']);
    expect(kinds(below, [20, 20, 20])).toEqual([]);
    expect(kinds(above, [10, 10, 10])).toEqual([]);
  });

  test('clears only once it is back at the clearing value for long enough: what lies between changes nothing', () => {
    const firing: Phase = { firing: true };
    expect(kinds(above, [9, 6, 9, 6, 9], firing)).toEqual([]);
    expect(kinds(above, [5, 6, 5, 4], firing)).toEqual(['clear 90']);
    expect(kinds(below, [21, 24, 25, 26], firing)).toEqual(['clear 90']);
  });

  test('a gap is neither: what was under way begins anew, and what fires goes on', () => {
    expect(kinds(above, [11, 11, null, 11, 11])).toEqual([]);
    expect(kinds(above, [null, null, null], { firing: true })).toEqual([]);
    expect(kinds(above, [5, null, 5, 5], { firing: true })).toEqual(['clear 90']);
  });

  test('in parts it is the same as in one', () => {
    const values = every30(3, 11, 14, 12, 11, 4, 4, 8, 12, 12, 12, 3, 3);
    const whole = turnsOf(above, { firing: false }, values);
    for (let cut = 0; cut <= values.length; cut++) {
      const first = turnsOf(above, { firing: false }, values.slice(0, cut));
      const second = turnsOf(above, first.phase, values.slice(cut));
      expect([...first.turns, ...second.turns]).toEqual(whole.turns);
      expect(second.phase).toEqual(whole.phase);
    }
    expect(whole.turns.map(({ kind }) => kind)).toEqual(['fire', 'clear', 'fire', 'clear']);
  });

  test('of a configuration that is off, an event, or not measured there is none', () => {
    const configured = { ...base, compare: 'above', threshold: 2, duration: 60 } as const;
    expect(conditionOf(configured)).toMatchObject({ threshold: 2, clear: 2, hold: 60_000, clearAfter: 60_000 });
    expect(conditionOf({ ...configured, enable: false })).toBeUndefined();
    expect(conditionOf({ ...configured, compare: 'event' })).toBeUndefined();
    expect(conditionOf({ ...configured, measure: undefined })).toBeUndefined();
  });
});
