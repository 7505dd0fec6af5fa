import { type ChartData, type ChartLine, instants, reasonAt } from './chart-data.ts';
import { formatValue } from './format.ts';
import type { Look } from './options.ts';

/** What stands for a value wherever it is read: with what was read where it was corrected, with the reason where there is none. */
export function saidOf(line: ChartLine, index: number, at: number, { words }: Pick<Look, 'words'>): string {
  const value = line.values[index];
  if (value === null || value === undefined) return [formatValue(value, line.unit), reasonAt(line, at) ?? ''].join(' ').trim();
  const read = readAt(line, index);
  return read === undefined
    ? formatValue(value, line.unit)
    : `◆ ${formatValue(value, line.unit)} (${words.read} ${formatValue(read, line.unit)})`;
}

/** What was read at a point that the display correction replaced. */
export function readAt({ corrected = [] }: ChartLine, index: number): number | undefined {
  return corrected.find((each) => each.index === index)?.raw;
}

/** What was read is what is taken away; what is shown in its place stands beside it, where that is something else. */
export function takenRows(
  data: ChartData,
  { time, zone, words }: Pick<Look, 'time' | 'zone' | 'words'>,
  heads: { time: string; shown: string },
): unknown[][] {
  const points = Math.max(0, ...data.lines.map(({ values }) => values.length));
  const isCorrected = ({ corrected = [] }: ChartLine): boolean => corrected.length > 0;
  const nameOf = (line: ChartLine): string => [line.label, ...(line.before ? [words.before] : [])].join(' · ');
  return [
    [
      `${heads.time} (${zone(data.from)})`,
      ...data.lines.flatMap((line) => [
        `${nameOf(line)} (${line.unit})`,
        ...(isCorrected(line) ? [`${nameOf(line)} · ${heads.shown} (${line.unit})`] : []),
      ]),
    ],
    ...instants(data, points).map((at, index) => [
      time(at),
      ...data.lines.flatMap((line) => {
        const [read, shown] = [readAt(line, index), line.values[index] ?? ''];
        return [read ?? shown, ...(isCorrected(line) ? [read === undefined ? '' : shown] : [])];
      }),
    ]),
  ];
}
