import type { EChartsCoreOption } from 'echarts/core';
import { type ChartData, type ChartLine, gapsOf, instants, together } from './chart-data.ts';
import { formatValue } from './format.ts';

/** What of a chart is the page's: its colours and words. */
export type Look = {
  colours: readonly string[];
  text: string;
  faint: string;
  line: string;
  surface: string;
  shade: string;
  tones: Record<'info' | 'warning' | 'danger', string>;
  /** `2026-01-05 16:00:00` of an instant, in the reader's zone. */
  time: (at: number) => string;
  words: { gap: string; read: string; before: string };
  still: boolean;
};

const DAY = 86_400_000;
const dashes = ['solid', 'dashed', 'dotted'] as const;

/** How every chart is drawn on a page. */
function drawn({ still, text }: Look): object {
  return { animation: !still, textStyle: { fontFamily: 'inherit', color: text } };
}

function tipOf({ surface, line, text }: Look): object {
  return { trigger: 'axis', confine: true, backgroundColor: surface, borderColor: line, textStyle: { color: text, fontSize: 12 } };
}

/** Lines over time. */
export function timeOption(data: ChartData, look: Look): EChartsCoreOption {
  const unit = data.lines[0]?.unit ?? '';
  const isLong = data.to - data.from > DAY;
  const current = data.lines.filter(({ before }) => !before);
  return {
    ...drawn(look),
    animationDuration: 200,
    grid: { left: 8, right: 16, top: 14, bottom: 4, containLabel: true },
    tooltip: {
      ...tipOf(look),
      axisPointer: { type: 'line', lineStyle: { color: look.faint } },
      formatter: (points: unknown) => tooltip(points, data, look),
    },
    xAxis: {
      type: 'time',
      min: data.from,
      max: data.to,
      axisLine: { lineStyle: { color: look.line } },
      axisLabel: { color: look.faint, hideOverlap: true, formatter: (at: number) => look.time(at).slice(isLong ? 5 : 11, 16) },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: unit.startsWith('dB') ? undefined : 0,
      ...(unit === '%' ? { max: highest(data) > 100 ? undefined : niceMax(highest(data)) } : withThresholds(data)),
      scale: unit.startsWith('dB'),
      axisLabel: { color: look.faint, formatter: (value: number) => formatValue(value, unit) },
      splitLine: { lineStyle: { color: look.line, opacity: 0.6 } },
    },
    series: data.lines.map((line) => {
      const index = current.findIndex(({ key }) => key === line.key);
      const colour = look.colours[Math.max(0, index) % look.colours.length];
      return {
        id: line.before ? `${line.key} before` : line.key,
        name: line.label,
        type: 'line',
        data: pointsOf(line, data),
        showSymbol: (line.corrected?.length ?? 0) > 0,
        symbol: 'diamond',
        symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
          line.corrected?.some((each) => each.index === dataIndex) ? 8 : 0,
        connectNulls: false,
        sampling: 'lttb',
        ...(data.stacked && !line.before ? { stack: 'all', areaStyle: { opacity: 0.55 } } : {}),
        itemStyle: { color: colour },
        lineStyle: {
          width: line.before ? 1 : 1.6,
          opacity: line.before ? 0.7 : 1,
          type: line.before ? 'dotted' : dashes[Math.floor(index / look.colours.length) % dashes.length],
        },
        ...(line === data.lines[0] ? marks(data, look) : {}),
      };
    }),
  };
}

function pointsOf({ values }: ChartLine, data: ChartData): [number, number | null][] {
  const at = instants(data, values.length);
  return values.map((value, index) => [at[index] ?? 0, value]);
}

/** Where nothing was measured, what was the matter, and what is too much. */
function marks(data: ChartData, look: Look): object {
  const gaps = gapsOf(data).map(({ from, to }) => [
    { xAxis: from, name: look.words.gap, itemStyle: { color: look.shade, opacity: 0.7 } },
    { xAxis: to },
  ]);
  // what they are about stands below: over each other nobody could read it
  const incidents = together(data).map(({ from, to, tone }) => [
    { xAxis: from, itemStyle: { color: look.tones[tone], opacity: 0.14 } },
    { xAxis: to },
  ]);
  return {
    markArea: {
      silent: true,
      label: { color: look.faint, fontSize: 11, position: 'insideTop', distance: 2 },
      data: [...gaps, ...incidents],
    },
    markLine: {
      silent: true,
      symbol: 'none',
      data: (data.thresholds ?? []).map(({ label, value, tone }) => ({
        yAxis: value,
        lineStyle: { color: look.tones[tone], type: 'dashed', width: 1 },
        label: { formatter: label, position: 'insideEndTop', color: look.tones[tone], fontSize: 11 },
      })),
    },
  };
}

/** A threshold that what was measured comes near stands in the picture; a far one would flatten it. */
const NEAR = 4;

function withThresholds({ thresholds = [] }: ChartData): object {
  if (thresholds.length === 0) return {};
  return {
    // null leaves it to what was measured
    max: ({ min, max }: { min: number; max: number }) => {
      const far = NEAR * Math.max(Math.abs(min), Math.abs(max));
      const above = thresholds.map(({ value }) => value).filter((value) => value > max && Math.abs(value) <= far);
      return above.length === 0 ? null : Math.max(...above) * (max < 0 ? 0.95 : 1.1);
    },
  };
}

function highest({ lines, thresholds = [] }: ChartData): number {
  let most = 0;
  for (const { values } of lines) for (const value of values) most = Math.max(most, value ?? 0);
  for (const { value } of thresholds) if (value <= 100) most = Math.max(most, value);
  return most;
}

/** Per cent that hold the highest with some air, and never more than all. */
function niceMax(most: number): number {
  return [1, 5, 10, 25, 50, 100].find((step) => most <= step * 0.95) ?? 100;
}

function tooltip(points: unknown, data: ChartData, look: Look): string {
  if (!Array.isArray(points) || points.length === 0) return '';
  const [first]: { axisValue?: number }[] = points;
  const rows = points.map(
    (point: { seriesId?: string; seriesName?: string; marker?: string; dataIndex?: number; value?: [number, number | null] }) => {
      const isBefore = point.seriesId?.endsWith(' before') === true;
      const line = data.lines.find(({ key, before }) => (before ? `${key} before` : key) === point.seriesId);
      const read = line?.corrected?.find(({ index }) => index === point.dataIndex)?.raw;
      const value = formatValue(point.value?.[1], line?.unit ?? '');
      const more = read === undefined ? '' : ` (${look.words.read} ${formatValue(read, line?.unit ?? '')})`;
      return `<tr><td>${point.marker ?? ''}${escaped(point.seriesName ?? '')}${isBefore ? ` · ${look.words.before}` : ''}</td><td>${value}${more}</td></tr>`;
    },
  );
  return `<div class="chart-tip"><b>${look.time(first?.axisValue ?? 0)}</b><table>${rows.slice(0, MOST_ROWS).join('')}</table></div>`;
}

const MOST_ROWS = 16;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** How many readings lie in each stretch of values. */
export function histogramOption(
  { bounds, counts, unit }: { bounds: readonly number[]; counts: readonly number[]; unit: string },
  look: Look,
): EChartsCoreOption {
  return {
    ...drawn(look),
    grid: { left: 8, right: 8, top: 14, bottom: 4, containLabel: true },
    tooltip: tipOf(look),
    xAxis: {
      type: 'category',
      data: bucketsOf(bounds, unit),
      axisLabel: { color: look.faint, hideOverlap: true },
      axisLine: { lineStyle: { color: look.line } },
    },
    yAxis: {
      type: 'value',
      minInterval: 1,
      axisLabel: { color: look.faint },
      splitLine: { lineStyle: { color: look.line, opacity: 0.6 } },
    },
    series: [{ type: 'bar', data: [...counts], itemStyle: { color: look.colours[0] }, barCategoryGap: '12%' }],
  };
}

/** Names of stretches: below the first bound, between two, from the last on. */
export function bucketsOf(bounds: readonly number[], unit: string): string[] {
  const [first] = bounds;
  const last = bounds.at(-1);
  const between = bounds.slice(1).map((bound, index) => `${bounds[index] ?? ''}–${bound}`);
  return [...(first === undefined ? [] : [`< ${first} ${unit}`]), ...between, ...(last === undefined ? [] : [`≥ ${last} ${unit}`])];
}
