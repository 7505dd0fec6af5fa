import type { EChartsCoreOption } from 'echarts/core';
import type { Before } from './change.ts';
import { formatValue } from './format.ts';
import { drawn, escaped, type Look, tipOf } from './options.ts';

export type Bar = {
  key: string;
  label: string;
  value: number;
  /** Of the period before, where that is shown beside it. */
  before?: Before;
  /** How it differs from that. */
  change?: string;
};

const NAME_WIDTH = 150;
const BESIDE_WIDTH = 100;
/** What stands behind the longest bar. */
const FIGURE_ROOM = 74;
const CHANGE_ROOM = 230;
/** On a telephone the change stands in the table and where one points. */
const NARROW = 520;

/** Bars lie, so that names can be read; beside each that of the period before where it is `compared`. */
export function barOption(bars: readonly Bar[], unit: string, look: Look, compared: boolean): EChartsCoreOption {
  const bar = (of: (bar: Bar) => Before, more: object): object => ({
    type: 'bar',
    data: bars.map((each) => of(each) ?? null),
    barMaxWidth: compared ? 11 : 16,
    label: {
      show: true,
      position: 'right',
      color: look.text,
      fontSize: 11,
      formatter: ({ dataIndex }: { dataIndex: number }) => formatValue(bars[dataIndex] && of(bars[dataIndex]), unit),
    },
    emphasis: { itemStyle: { borderColor: look.text, borderWidth: 2 } },
    ...more,
  });
  const labelOf = ({ before, change }: Bar): string => `${formatValue(before, unit)} · ${change ?? ''}`;
  const baseOption = {
    ...drawn(look),
    animationDuration: 200,
    grid: { left: 4, right: FIGURE_ROOM, top: 4, bottom: 4, containLabel: true },
    tooltip: {
      ...tipOf(look),
      trigger: 'item',
      formatter: ({ dataIndex = 0 }: { dataIndex?: number }) => {
        const { label = '', value, before, change = '' } = bars[dataIndex] ?? {};
        const then = compared ? `<br>${look.words.before}: ${formatValue(before, unit)}<br>${escaped(change)}` : '';
        return `${escaped(label)}<br><b>${formatValue(value, unit)}</b>${then}`;
      },
    },
    // each bar says its own value
    xAxis: { type: 'value', axisLabel: { show: false }, splitLine: { show: false } },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map(({ label }) => label),
      axisLabel: { color: look.text, fontSize: 11, width: compared ? BESIDE_WIDTH : NAME_WIDTH, overflow: 'truncate', interval: 0 },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      bar(({ value }) => value, { itemStyle: { color: look.colours[0], borderRadius: [0, 3, 3, 0] } }),
      ...(compared
        ? [bar(({ before }) => before, { itemStyle: { color: look.colours[0], opacity: 0.35, borderRadius: [0, 3, 3, 0] }, barGap: '10%' })]
        : []),
    ],
  };
  if (!compared) return baseOption;
  const then = (right: number, formatter: (bar: Bar) => string): EChartsCoreOption => ({
    grid: { right },
    series: [
      {},
      {
        label: {
          // its bar is faint, and it is to be read
          opacity: 1,
          formatter: ({ dataIndex }: { dataIndex: number }) => (bars[dataIndex] ? formatter(bars[dataIndex]) : ''),
        },
      },
    ],
  });
  return {
    baseOption,
    media: [
      { query: { maxWidth: NARROW }, option: then(FIGURE_ROOM, ({ before }) => formatValue(before, unit)) },
      { option: then(CHANGE_ROOM, labelOf) },
    ],
  };
}
