import { expect, test } from 'vitest';
import type { Operation } from '#domain/model.ts';
import { timePresets } from '#domain/units/time-presets.ts';
import { timeChoice, timeFilters, widerPresets } from './time-choice.ts';

const list = (option?: { default?: number }): Operation => ({
  id: 'listLogs',
  method: 'get',
  path: '/logs',
  kind: 'list',
  access: 'session',
  pathParams: [],
  headers: [],
  success: 200,
  query: option ? [{ name: 'option', path: 'option', kind: 'integer', ...option }] : [],
  range: { start: 'startTime', end: 'endTime', ...(option ? { option: 'option' } : {}) },
});
const log = list({ default: 0 });
const alarms = list({});
const now = Date.parse('2026-01-06T08:00:00Z');

test('the address decides, explicit times before the preset, the default when it says nothing', () => {
  expect(timeChoice(log, {})).toEqual({ kind: 'preset', index: 0 });
  expect(timeChoice(alarms, {})).toEqual({ kind: 'any' });
  expect(timeChoice(log, { option: ['5'] })).toEqual({ kind: 'preset', index: 5 });
  expect(timeChoice(log, { option: ['99'] })).toEqual({ kind: 'preset', index: 0 });
  expect(timeChoice(log, { option: ['5'], endTime: ['2026-01-06T08:00:00Z'] })).toEqual({ kind: 'ends', end: '2026-01-06T08:00:00Z' });
});

test('a choice is said in one way only: by index, by times, or by leaving all out', () => {
  expect(timeFilters(log, { kind: 'preset', index: 5 }, now)).toEqual({ startTime: [], endTime: [], option: ['5'] });
  expect(timeFilters(log, { kind: 'preset', index: 0 }, now)).toEqual({ startTime: [], endTime: [], option: [] });
  expect(timeFilters(alarms, { kind: 'preset', index: 0 }, now).option).toEqual(['0']);
  expect(timeFilters(log, { kind: 'ends', start: 'a', end: 'b' }, now)).toEqual({ startTime: ['a'], endTime: ['b'], option: [] });
  const [first] = timePresets;
  expect(timeFilters(list(), { kind: 'preset', index: 0 }, now)).toEqual({ startTime: [new Date(now - first).toISOString()], endTime: [] });
});

test('an empty range offers what reaches further back', () => {
  expect(widerPresets(log, {})).toEqual([5, 6]);
  expect(widerPresets(log, { option: ['6'] })).toEqual([7]);
  expect(widerPresets(log, { option: ['7'] })).toEqual([]);
  expect(widerPresets(alarms, {})).toEqual([]);
});
