import type { EChartsCoreOption } from 'echarts/core';
import { formatValue } from './format.ts';
import { drawn, escaped, type Look, niceMax, tipOf } from './options.ts';

/** One value for each row and equal part of a range (milliseconds); null where nothing was measured. */
export type HeatData = {
  from: number;
  to: number;
  unit: string;
  better: 'higher' | 'lower';
  rows: readonly { key: string; label: string; gap?: string; values: readonly (number | null)[]; before?: readonly (number | null)[] }[];
  /** Rows that there could be. */
  of: number;
  /** Each cell says what it was in the period before. */
  compared?: boolean;
};

const DAY = 86_400_000;
/** Cells of more rows have no room between them. */
const ROOMY = 80;
const NAME_WIDTH = 150;

/** The stretch of time of a column. */
export function stretchOf({ from, to, rows }: Pick<HeatData, 'from' | 'to' | 'rows'>, column: number): { from: number; to: number } {
  const step = (to - from) / Math.max(1, rows[0]?.values.length ?? 0);
  return { from: Math.round(from + column * step), to: Math.round(from + (column + 1) * step) };
}

/** `changeAt`: how a cell differs from that of the period before. */
export function heatOption(data: HeatData, look: Look, changeAt?: (row: number, column: number) => string): EChartsCoreOption {
  const { rows, unit, better } = data;
  const columns = rows[0]?.values.length ?? 0;
  const there = rows.flatMap(({ values }) => values.filter((value) => value !== null));
  const [least, most] = [Math.min(...there), Math.max(...there)];
  const isShare = unit === '%';
  const min = better === 'higher' ? Math.floor(Math.min(least, isShare ? 99 : least)) : 0;
  const max = isShare ? (better === 'higher' ? 100 : niceMax(most)) : Math.ceil(most);
  const isLong = data.to - data.from > DAY;
  const name = (column: number): string => look.time(stretchOf(data, column).from);
  return {
    ...drawn(look),
    animation: false,
    // what has no cell shows the ground: nothing was measured there
    grid: { left: 8, right: 12, top: 4, bottom: 44, containLabel: true, show: true, backgroundColor: look.shade, borderWidth: 0 },
    tooltip: {
      ...tipOf(look),
      trigger: 'item',
      formatter: (point: { dataIndex?: number }) => {
        const at = point.dataIndex ?? 0;
        const row = rows[Math.floor(at / columns)];
        const value = row?.values[at % columns];
        const shown = typeof value === 'number' ? formatValue(value, unit) : look.words.gap;
        const then = row?.before?.[at % columns];
        const change = changeAt
          ? `<br>${look.words.before}: ${formatValue(then, unit)}<br>${escaped(changeAt(Math.floor(at / columns), at % columns))}`
          : '';
        return `<b>${escaped(row?.label ?? '')}</b><br>${name(at % columns)}<br>${shown}${change}`;
      },
    },
    xAxis: {
      type: 'category',
      data: Array.from({ length: columns }, (_, column) => name(column)),
      axisLabel: { color: look.faint, hideOverlap: true, formatter: (at: string) => at.slice(isLong ? 5 : 11, 16) },
      axisLine: { lineStyle: { color: look.line } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: rows.map(({ label }) => label),
      axisLabel: { color: look.text, fontSize: 11, width: NAME_WIDTH, overflow: 'truncate', hideOverlap: true },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    visualMap: {
      type: 'continuous',
      min,
      max: Math.max(max, min + 1),
      dimension: 2,
      orient: 'horizontal',
      left: 'center',
      bottom: 0,
      itemWidth: 12,
      itemHeight: 140,
      calculable: false,
      text: [formatValue(Math.max(max, min + 1), unit), formatValue(min, unit)],
      textStyle: { color: look.faint, fontSize: 11 },
      inRange: { color: better === 'higher' ? look.heat.toReversed() : [...look.heat] },
    },
    series: [
      {
        type: 'heatmap',
        // each cell has its place in the series, so that keys and clicks find it
        data: rows.flatMap(({ values }, row) => values.map((value, column) => [column, row, value ?? '-'])),
        progressive: 4000,
        itemStyle: rows.length <= ROOMY ? { borderColor: look.surface, borderWidth: 1 } : {},
        emphasis: { itemStyle: { borderColor: look.text, borderWidth: 2 } },
      },
    ],
  };
}
