import { expect, test } from 'vitest';
import { type ChartLine, type Incident, marksOf, namedFirst, together, turningPoints } from './chart-data.ts';

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

test('stretches that overlap are one in the worst of their tones; what was so all the while is no stretch', () => {
  const data = { from: 100, to: 200, lines: [] };
  const all = [mark('work', 110, 130, 'info'), mark('low', 120, 150, 'warning'), mark('always', 50), mark('late', 190)];
  expect(together({ ...data, incidents: all })).toEqual([
    { from: 110, to: 150, tone: 'warning' },
    { from: 190, to: 200, tone: 'danger' },
  ]);
});

test('a change is an instant of the range', () => {
  const at = (time: number): Incident => mark(`at ${time}`, time, time, 'info');
  const data = { from: 100, to: 200, lines: [], incidents: [at(99), at(150), at(201), mark('outage', 150, 160)] };
  expect(turningPoints(data).map(({ id }) => id)).toEqual(['at 150']);
  expect(together(data)).toEqual([{ from: 150, to: 160, tone: 'danger' }]);
});

test('of many incidents the newest of each sort is named before others, all of them by time', () => {
  const alarms = [10, 11, 12, 13, 14].map((at) => mark(`alarm ${at}`, at));
  const all = [...alarms, mark('work', 1, 90, 'info'), mark('change', 2, 2, 'info'), mark('change before', 1, 1, 'info')];
  const named = (most: number): string[] => namedFirst(all, most).map(({ id }) => id);
  expect(named(4)).toEqual(['alarm 14', 'alarm 13', 'change', 'work']);
  expect(named(20)).toHaveLength(all.length);
});
