import { expect, test } from 'vitest';
import { causesOf, type ChartLine, gapsOf, type Incident, marksOf, missingOf, namedFirst, together, turningPoints } from './chart-data.ts';

const line = (unit: string, incidents: Incident[] = []): ChartLine => ({ key: unit, label: unit, unit, values: [1, 2], incidents });
const mark = (id: string, from: number, to?: number, tone: Incident['tone'] = 'danger'): Incident => ({
  id,
  label: id,
  tone,
  from,
  ...(to === undefined ? {} : { to }),
});

test('what was the matter where all of it was measured stands in every chart, rates alone in those of rates, and nothing twice', () => {
  const around = [mark('outage', 1), { ...mark('bandwidth', 2), unit: 'bps' }];
  const marked = (lines: ChartLine[]): string[] => (marksOf(lines, around).incidents ?? []).map(({ id }) => id);
  expect(marked([line('bps')])).toEqual(['outage', 'bandwidth']);
  expect(marked([line('%')])).toEqual(['outage']);
  expect(marked([line('%', [mark('outage', 1), mark('loss', 3)])])).toEqual(['outage', 'loss']);
  // of the period before nothing is marked
  expect(marked([line('%'), { ...line('%', [mark('then', 1)]), before: true }])).toEqual(['outage']);
});

test('a stretch says how many were the matter at once, in the worst of their tones; what adds to the others shades its part', () => {
  const data = { from: 100, to: 200, lines: [] };
  const all = [mark('work', 110, 130, 'info'), mark('low', 120, 150, 'warning'), mark('late', 190)];
  const alone = [
    { from: 110, to: 120, tone: 'info', count: 1, shaded: true },
    { from: 120, to: 130, tone: 'warning', count: 2, shaded: true },
    { from: 130, to: 150, tone: 'warning', count: 1, shaded: true },
    { from: 190, to: 200, tone: 'danger', count: 1, shaded: true },
  ];
  expect(together({ ...data, incidents: all })).toEqual(alone);
  // what is so all the while is counted, and shades nothing
  const more = together({ ...data, incidents: [...all, mark('always', 50)] });
  expect(more.map(({ count, shaded }) => [count, shaded])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [2, true],
    [1, false],
    [2, true],
  ]);
});

test('several devices of a company that go off at once, and stay so, leave the chart as it is: they are a number above it', () => {
  const off = [110, 110, 110, 112].map((from, index) => mark(`device ${index}`, from));
  expect(together({ from: 100, to: 200, lines: [], incidents: off })).toEqual([
    { from: 110, to: 112, tone: 'danger', count: 3, shaded: true },
    { from: 112, to: 200, tone: 'danger', count: 4, shaded: false },
  ]);
});

test('incidents of one cause are one line, with where they were; what has no place stands by itself', () => {
  const at = (place: string, from: number, to?: number): Incident => ({ ...mark(`${place} · Off`, from, to), place });
  const causes = causesOf([at('A', 10, 20), at('B', 12, 30), mark('Work', 1, 2, 'info'), mark('Work ', 1, 2, 'info')]);
  expect(causes.map(({ label, from, to, count, places }) => ({ label, from, to, count, places }))).toEqual([
    { label: 'Off', from: 10, to: 30, count: 2, places: ['A', 'B'] },
    { label: 'Work', from: 1, to: 2, count: 1, places: [] },
    { label: 'Work ', from: 1, to: 2, count: 1, places: [] },
  ]);
  // one by itself keeps its name, and of several one that goes on has no end
  expect(causesOf([at('A', 10, 20)])[0]?.label).toBe('A · Off');
  expect(causesOf([at('A', 10, 20), at('B', 12)])[0]?.to).toBeUndefined();
});

test('a change is an instant of the range', () => {
  const at = (time: number): Incident => mark(`at ${time}`, time, time, 'info');
  const data = { from: 100, to: 200, lines: [], incidents: [at(99), at(150), at(201), mark('outage', 150, 160)] };
  expect(turningPoints(data).map(({ id }) => id)).toEqual(['at 150']);
  expect(together(data)).toEqual([{ from: 150, to: 160, tone: 'danger', count: 1, shaded: true }]);
});

test('of many incidents the newest of each sort is named before others, all of them by time', () => {
  const alarms = [10, 11, 12, 13, 14].map((at) => mark(`alarm ${at}`, at));
  const all = [...alarms, mark('work', 1, 90, 'info'), mark('change', 2, 2, 'info'), mark('change before', 1, 1, 'info')];
  const named = (most: number): string[] => namedFirst(all, most).map(({ id }) => id);
  expect(named(4)).toEqual(['alarm 14', 'alarm 13', 'change', 'work']);
  expect(named(20)).toHaveLength(all.length);
});

test('a stretch in which no line has a value is one gap, with the reasons of its lines; another reason is another gap', () => {
  const line = (key: string, values: (number | null)[], gaps: ChartLine['gaps'] = []): ChartLine => ({
    key,
    label: key,
    unit: '%',
    values,
    gaps,
  });
  const silent = { from: 400, to: 600, reason: 'silent' };
  const lines = [line('a', [1, null, null, null, null, null], [silent]), line('b', [1, null, 2, null, null, null], [silent])];
  expect(gapsOf({ from: 0, to: 600, lines })).toEqual([
    { from: 100, to: 200, reasons: [] },
    { from: 300, to: 400, reasons: [] },
    { from: 400, to: 600, reasons: ['silent'] },
  ]);
  expect(gapsOf({ from: 0, to: 600, lines: [{ ...line('a', [null, null]), gap: 'failed' }] })).toEqual([
    { from: 0, to: 600, reasons: ['failed'] },
  ]);
  expect(missingOf([...lines, { ...line('c', []), before: true, gaps: [silent] }])).toEqual([{ ...silent, labels: ['a', 'b'] }]);
});
