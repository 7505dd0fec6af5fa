import { expect, test } from 'vitest';
import type { Incident } from './chart-data.ts';
import { asArray, asObject } from '#domain/json.ts';
import { getPath } from '#domain/value.ts';
import { type Look, timeOption } from './options.ts';

const look: Look = {
  colours: ['#1', '#2'],
  heat: [],
  text: '',
  faint: '',
  line: '',
  surface: '#s',
  shade: '',
  tones: { info: '#i', warning: '#w', danger: '#d' },
  time: String,
  zone: () => '',
  words: { gap: '', read: '', before: '', between: '' },
  font: '',
  still: false,
};
const line = { key: 'a', label: 'a', unit: 'bps', values: [1, 2, 3] };
const data = { from: 0, to: 1000, lines: [line] };

test('nothing moves for who asked for less motion', () => {
  expect(timeOption(data, { ...look, still: true }, 500)).toMatchObject({ animation: false });
  expect(timeOption(data, look, 500)).toMatchObject({ animation: true });
});

test('how many were the matter at once stands above the lines, where there is room for a number', () => {
  const off = (id: string, from: number): Incident => ({ id, label: id, tone: 'danger', from });
  const incidents = [off('a', 500), off('b', 500), off('c', 990)];
  const areas = asArray(getPath(timeOption({ ...data, incidents }, look, 500), 'series.0.markArea.data'));
  const strip = areas.map((each) => asObject(asArray(each)[0])).filter((each) => 'y' in each);
  expect(strip).toMatchObject([
    { xAxis: 500, name: '2', itemStyle: { color: '#d' } },
    { xAxis: 990, name: '', itemStyle: { color: '#d' } },
  ]);
});

test('no two marks of a time axis read the same: of a short range they say the second, of a long one the day', () => {
  const at = Date.parse('2026-01-05T16:00:20Z');
  const time = (instant: number): string => new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
  const marked = (minutes: number): unknown => {
    const format = getPath(
      timeOption({ from: at, to: at + minutes * 60_000, lines: [line] }, { ...look, time }, 500),
      'xAxis.axisLabel.formatter',
    );
    return typeof format === 'function' ? format(at) : undefined;
  };
  expect([2, 30, 3000].map(marked)).toEqual(['16:00:20', '16:00', '01-05 16:00']);
});

test('a threshold is a dashed line at its value, named, in its tone; a change is a dotted one at its instant', () => {
  const change: Incident = { id: 'c', label: 'c', tone: 'info', from: 500, to: 500 };
  const thresholds = [{ label: 'Loss', value: 2, tone: 'danger' as const }];
  const drawn = getPath(timeOption({ ...data, thresholds, incidents: [change] }, look, 500), 'series.0.markLine.data');
  expect(drawn).toMatchObject([
    { yAxis: 2, lineStyle: { color: '#d', type: 'dashed' }, label: { formatter: 'Loss', color: '#d' } },
    { xAxis: 500, lineStyle: { color: '#i', type: 'dotted' }, label: { show: false } },
  ]);
});

test('a gap says its reason where there is room for it', () => {
  const silent = { from: 500, to: 1000, reason: 'silent' };
  const gone = { ...line, values: [1, null, 3, ...Array.from({ length: 97 }, () => null)], gaps: [silent] };
  const areas = asArray(getPath(timeOption({ ...data, lines: [gone] }, look, 500), 'series.0.markArea.data'));
  // the first is a hundredth of the picture, and the second has no reason
  expect(areas.map((each) => asObject(asArray(each)[0])['name'])).toEqual(['', '', 'silent']);
});
