import type { EChartsCoreOption } from 'echarts/core';
import { type ChartData, type ChartLine, gapsOf, instantAt, together, turningPoints } from './chart-data.ts';
import { drawnPoints } from './decimate.ts';
import { formatValue } from './format.ts';

/** What of a chart is the page's: its colours and words. */
export type Look = {
  colours: readonly string[];
  /** From what is well to what is worst. */
  heat: readonly string[];
  text: string;
  faint: string;
  line: string;
  surface: string;
  shade: string;
  tones: Record<'info' | 'warning' | 'danger', string>;
  /** `2026-01-05 16:00:00` of an instant, in the reader's zone. */
  time: (at: number) => string;
  /** `UTC+8`: in which zone that is, at an instant. */
  zone: (at: number) => string;
  words: { gap: string; read: string; before: string; between: string };
  font: string;
  still: boolean;
};

const DAY = 86_400_000;
/** Of a shorter range the axis has several marks a minute. */
const SECONDS_BELOW = 10 * 60_000;
/** Where it is said how many were the matter at once: pixels of the picture, and the least that a number needs. */
const STRIP = { top: 1, bottom: 14, least: 16 } as const;
/** Pixels beside the reason of a gap, and the least that a reason needs. */
const [GAP_AIR, GAP_LEAST] = [8, 24];
const dashes = ['solid', 'dashed', 'dotted'] as const;

/** How every chart is drawn on a page. */
export function drawn({ still, text, font }: Look): object {
  return { animation: !still, textStyle: { fontFamily: font, color: text } };
}

export function tipOf({ surface, line, text }: Look): object {
  return { trigger: 'axis', confine: true, backgroundColor: surface, borderColor: line, textStyle: { color: text, fontSize: 12 } };
}

/** Lines over time, in a picture so many pixels wide. */
export function timeOption(data: ChartData, look: Look, width: number): EChartsCoreOption {
  const unit = data.lines[0]?.unit ?? '';
  const span = data.to - data.from;
  const [begin, end] = [span > DAY ? 5 : 11, span < SECONDS_BELOW ? 19 : 16];
  const points = drawnPoints(data, width);
  return {
    ...drawn(look),
    ...(data.lines.some((line, at) => isDense(line, points[at])) ? { animation: false } : { animationDuration: 200 }),
    grid: { left: 8, right: 16, top: together(data).length > 0 ? STRIP.bottom + 6 : 14, bottom: 4, containLabel: true },
    xAxis: {
      type: 'time',
      min: data.from,
      max: data.to,
      axisLine: { lineStyle: { color: look.line } },
      axisLabel: { color: look.faint, hideOverlap: true, formatter: (at: number) => look.time(at).slice(begin, end) },
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
    series: data.lines.map((line, at) => {
      const index = placeOf(data, line);
      return {
        id: line.before ? `${line.key} before` : line.key,
        name: line.label,
        type: 'line',
        data: placed(line, points[at] ?? [], data),
        dimensions: ['at', 'value'],
        ...symbolsOf(line, points[at] ?? []),
        connectNulls: false,
        // the crosshair tells what stands where: nothing of the picture is looked for under the pointer
        silent: true,
        emphasis: { disabled: true },
        ...(data.stacked && !line.before ? { stack: 'all', areaStyle: { opacity: 0.55 } } : {}),
        itemStyle: { color: colourOf(data, line, look) },
        lineStyle: {
          // of lines so dense a column is filled as it is, and what is thicker than a pixel takes ten times as long to draw
          width: line.before || isDense(line, points[at]) ? 1 : 1.6,
          opacity: line.before ? 0.7 : 1,
          type: line.before ? 'dotted' : dashes[Math.floor(index / look.colours.length) % dashes.length],
        },
        ...(line === data.lines[0] ? marks(data, look, width) : {}),
      };
    }),
  };
}

/** Whether it has more points than are drawn. */
function isDense({ values }: ChartLine, points: ArrayLike<number> = []): boolean {
  return points.length < values.length;
}

/** Which of the chart's lines it is: one of the period before is the same as its own. */
function placeOf({ lines }: Pick<ChartData, 'lines'>, line: ChartLine): number {
  const current = lines.filter(({ before }) => !before);
  return Math.max(
    0,
    current.findIndex(({ key }) => key === line.key),
  );
}

export function colourOf(data: Pick<ChartData, 'lines'>, line: ChartLine, { colours }: Pick<Look, 'colours'>): string {
  return colours[placeOf(data, line) % colours.length] ?? '';
}

/** Instant and value one after the other: of thousands of points an object each would cost more than to draw them. */
function placed({ values }: ChartLine, points: ArrayLike<number>, data: ChartData): Float64Array {
  const found = new Float64Array(2 * points.length);
  for (let at = 0; at < points.length; at++) {
    const index = points[at] ?? 0;
    found[2 * at] = instantAt(data, values.length, index);
    found[2 * at + 1] = values[index] ?? Number.NaN;
  }
  return found;
}

/** Only points that were corrected are marked; a size by point is asked for each of them, whenever a line is drawn. */
function symbolsOf({ corrected = [] }: ChartLine, points: ArrayLike<number>): object {
  if (corrected.length === 0) return { showSymbol: false, symbol: 'none' };
  const marked = new Set(corrected.map(({ index }) => index));
  return {
    showSymbol: true,
    symbol: 'diamond',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => (marked.has(points[dataIndex] ?? -1) ? 8 : 0),
  };
}

/** Where nothing was measured, what was the matter, and what is too much. */
function marks(data: ChartData, look: Look, width: number): object {
  const gaps = gapsOf(data).map(({ from, to, reasons }) => {
    const room = ((to - from) / (data.to - data.from)) * width - GAP_AIR;
    return [
      {
        xAxis: from,
        name: room < GAP_LEAST ? '' : reasons.join(look.words.between) || look.words.gap,
        label: { width: Math.max(0, room), overflow: 'truncate' },
        itemStyle: { color: look.shade, opacity: 0.7 },
      },
      { xAxis: to },
    ];
  });
  // what they are about stands below: over each other nobody could read it
  const stretches = together(data);
  const shades = stretches
    .filter(({ shaded }) => shaded)
    .map(({ from, to, tone }) => [{ xAxis: from, itemStyle: { color: look.tones[tone], opacity: 0.12 } }, { xAxis: to }]);
  // above the lines, so that what went on for long hides none of them
  const strip = stretches.map(({ from, to, tone, count }) => [
    {
      xAxis: from,
      y: STRIP.top,
      name: count > 1 && ((to - from) / (data.to - data.from)) * width > STRIP.least ? String(count) : '',
      itemStyle: { color: look.tones[tone], opacity: 0.9, borderColor: look.surface, borderWidth: 1 },
      label: { position: 'inside', distance: 0, color: look.surface, fontSize: 10, fontWeight: 'bold' },
    },
    { xAxis: to, y: STRIP.bottom },
  ]);
  return {
    markArea: {
      silent: true,
      label: { color: look.faint, fontSize: 11, position: 'insideTop', distance: 2 },
      data: [...gaps, ...shades, ...strip],
    },
    markLine: {
      silent: true,
      symbol: 'none',
      data: [
        ...(data.thresholds ?? []).map(({ label, value, tone }) => ({
          yAxis: value,
          lineStyle: { color: look.tones[tone], type: 'dashed', width: 1 },
          label: { formatter: label, position: 'insideEndTop', color: look.tones[tone], fontSize: 11 },
        })),
        ...turningPoints(data).map(({ from, tone }) => ({
          xAxis: from,
          lineStyle: { color: look.tones[tone], type: 'dotted', width: 1.5 },
          label: { show: false },
        })),
      ],
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
export function niceMax(most: number): number {
  return [1, 5, 10, 25, 50, 100].find((step) => most <= step * 0.95) ?? 100;
}

export function escaped(text: string): string {
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
