import { expect, test } from 'vitest';
import { csvText } from '#domain/csv.ts';
import type { ChartData, ChartLine } from './chart-data.ts';
import { saidOf, takenRows } from './said.ts';

const HOUR = 3_600_000;
const from = Date.parse('2026-03-02T02:00:00Z');
const look = {
  time: (at: number) => new Date(at).toISOString().slice(11, 16),
  zone: () => 'UTC+8',
  words: { gap: 'no data', read: 'read', before: 'previous period', between: ', ' },
};
const line: ChartLine = {
  key: 'tx',
  label: 'Sent',
  unit: 'bps',
  values: [4_000_000, 9_000_000, null],
  corrected: [{ index: 1, raw: 12_000_000 }],
  gaps: [{ from: from + 2 * HOUR, to: from + 3 * HOUR, reason: 'Device not reporting' }],
};
const before: ChartLine = { key: 'tx', label: 'Sent', unit: 'bps', values: [1, 2, 3], before: true };
const data: ChartData = { from, to: from + 3 * HOUR, lines: [line, before] };

test('a file has what was read, what was shown in its place beside it, the zone of its times, and the period before by its name', () => {
  expect(
    csvText(takenRows(data, look, { time: 'Time', shown: 'shown' }))
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n'),
  ).toEqual([
    'Time (UTC+8),Sent (bps),Sent · shown (bps),Sent · previous period (bps)',
    '02:30,4000000,,1',
    '03:30,12000000,9000000,2',
    '04:30,,,3',
  ]);
});

test('a value that was corrected says what was read, one that is missing says why', () => {
  expect([0, 1, 2].map((index) => saidOf(line, index, from + (index + 0.5) * HOUR, look))).toEqual([
    '4 Mbps',
    '◆ 9 Mbps (read 12 Mbps)',
    '– Device not reporting',
  ]);
  expect(saidOf({ ...line, gaps: [], gap: 'failed' }, 2, from, look)).toBe('– failed');
  expect(saidOf({ ...line, gaps: [] }, 2, from, look)).toBe('–');
});
