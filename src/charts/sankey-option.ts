import type { EChartsCoreOption } from 'echarts/core';
import type { Before } from './change.ts';
import { formatValue } from './format.ts';
import { drawn, escaped, type Look, tipOf } from './options.ts';

/** Links run from one stage to the next; a node without a key stands for all the rest of its stage. */
export type FlowData = {
  unit: string;
  stages: readonly string[];
  nodes: readonly { key?: string; label: string; stage: number; value: number; before?: Before }[];
  links: readonly { from: number; to: number; value: number; before?: Before }[];
  /** Flows say what they were in the period before. */
  compared?: boolean;
};

const LABEL_WIDTH = 130;
/** On a telephone three names stand side by side. */
const NARROW = 520;
/** From so many pixels on names have room for what tells devices and hosts apart, which is their end. */
const WIDE = 760;
const WIDE_LABEL = 180;
const NARROW_LABEL = 72;

/** `changeOf`: how a flow differs from that of the period before. */
export function sankeyOption(
  { unit, stages, nodes, links }: FlowData,
  look: Look,
  changeOf?: (flow: { value: number; before?: Before }) => string,
): EChartsCoreOption {
  const figures = (flow: { value: number; before?: Before } | undefined): string => {
    const then = flow && changeOf ? `<br>${look.words.before}: ${formatValue(flow.before, unit)}<br>${escaped(changeOf(flow))}` : '';
    return `<b>${formatValue(flow?.value, unit)}</b>${then}`;
  };
  const last = stages.length - 1;
  const baseOption = {
    ...drawn(look),
    animation: false,
    tooltip: {
      ...tipOf(look),
      trigger: 'item',
      formatter: ({ dataType, dataIndex = 0 }: { dataType?: string; dataIndex?: number }) => {
        if (dataType === 'edge') {
          const link = links[dataIndex];
          const [from, to] = [nodes[link?.from ?? 0]?.label ?? '', nodes[link?.to ?? 0]?.label ?? ''];
          return `${escaped(from)} → ${escaped(to)}<br>${figures(link)}`;
        }
        return `${escaped(nodes[dataIndex]?.label ?? '')}<br>${figures(nodes[dataIndex])}`;
      },
    },
    series: [
      {
        type: 'sankey',
        left: 4,
        right: 4,
        top: 6,
        bottom: 10,
        nodeWidth: 12,
        // a name has room beside the least of them
        nodeGap: 14,
        draggable: false,
        emphasis: { focus: 'adjacency' },
        // names are told apart by their stages: an application may be called as a destination is
        data: nodes.map(({ label, stage, value }, index) => ({
          name: String(index),
          depth: stage,
          value,
          itemStyle: { color: look.colours[stage % look.colours.length], borderWidth: 0 },
          label: {
            show: true,
            // the last ones stand at the edge
            position: stage === last ? 'left' : 'right',
            formatter: label,
            color: look.text,
            fontSize: 11,
            textBorderColor: look.surface,
            textBorderWidth: 2,
          },
        })),
        links: links.map(({ from, to, value }) => ({ source: String(from), target: String(to), value })),
        lineStyle: { color: 'source', opacity: 0.28, curveness: 0.5 },
      },
    ],
  };
  const labels = (width: number): EChartsCoreOption => ({ series: [{ type: 'sankey', label: { width, overflow: 'truncate' } }] });
  return {
    baseOption,
    media: [
      { query: { maxWidth: NARROW }, option: labels(NARROW_LABEL) },
      { query: { minWidth: WIDE }, option: labels(WIDE_LABEL) },
      { option: labels(LABEL_WIDTH) },
    ],
  };
}
