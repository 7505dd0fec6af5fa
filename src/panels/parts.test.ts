import { expect, test } from 'vitest';
import { foremost, seriesLines } from './parts.ts';

const words = {
  labels: { title: '', plural: '', fields: {}, help: {}, enums: {}, groups: {}, actions: {} },
  gap: (reason: string) => `because ${reason}`,
};
const lineOf = (name: string, values: (number | null)[], better?: string) =>
  seriesLines([{ name, unit: '1', values, ...(better ? { better } : {}) }], words);
const names = (lines: ReturnType<typeof lineOf>, most: number) => {
  const { lines: shown, as } = foremost(lines, most);
  return [as, ...shown.map(({ key }) => key)];
};

test('of a measure that is better when it is higher the lowest are shown, of every other the highest; those without values last', () => {
  const of = (better?: string) => [
    ...lineOf('none', [null, null], better),
    ...lineOf('good', [-60, -70], better),
    ...lineOf('bad', [-65, -120], better),
    ...lineOf('middling', [-90, -91], better),
  ];
  expect(names(of('higher'), 2)).toEqual(['worst', 'bad', 'middling']);
  expect(names(of('lower'), 2)).toEqual(['worst', 'good', 'bad']);
  expect(names(of(), 3)).toEqual(['largest', 'good', 'bad', 'middling']);
  expect(names(of('higher'), 4)).toEqual(['worst', 'none', 'good', 'bad', 'middling']);
});

test('a line says when it has no values and why, and what is marked in it leads to its alarm', () => {
  const [line] = seriesLines(
    [
      {
        name: 'loss',
        unit: '%',
        values: [1, null],
        gaps: [{ from: '2026-03-02T02:00:00Z', to: '2026-03-02T03:00:00Z', reason: 'silent' }],
        incidents: [{ alertId: 'al-1', name: 'Loss', severity: 'Warning', from: '2026-03-02T02:00:00Z' }],
      },
    ],
    { ...words, itemHref: (resource, id) => `/${resource}/${id}` },
  );
  expect(line?.gaps).toEqual([
    { from: Date.parse('2026-03-02T02:00:00Z'), to: Date.parse('2026-03-02T03:00:00Z'), reason: 'because silent' },
  ]);
  expect(line?.incidents?.map(({ href }) => href)).toEqual(['/Alert/al-1']);
});
