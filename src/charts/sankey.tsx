import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Canvas, type Picture } from './canvas.tsx';
import { type Before, changeOf } from './change.ts';
import { ChartFrame, ChartTable } from './chart-frame.tsx';
import { formatValue } from './format.ts';
import { type FlowData, sankeyOption } from './sankey-option.ts';
import { useLook } from './use-look.ts';

type Props = {
  title: string;
  data: FlowData;
  gap?: string | undefined;
  onChoose: ((index: number) => void) | undefined;
};

const NODE = 30;
const LEAST = 260;

/** From where to where how much; a node leads to what is behind it. */
export function Sankey({ title, data, gap, onChoose }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const look = useLook();
  const picture = useRef<Picture>(null);
  const { nodes, links, unit, compared = false } = data;
  const change = useCallback(({ value, before }: { value: number; before?: Before }) => changeOf(value, before, unit, t), [unit, t]);
  const option = useMemo(() => sankeyOption(data, look, compared ? change : undefined), [data, look, compared, change]);
  const most = Math.max(0, ...data.stages.map((_, stage) => nodes.filter((node) => node.stage === stage).length));
  const height = Math.max(LEAST, most * NODE + 40);
  const sorted = useMemo(() => links.toSorted((a, b) => b.value - a.value), [links]);
  const labelOf = (index: number): string => nodes[index]?.label ?? '';
  const choose = (index: number): void => {
    if (nodes[index]?.key !== undefined) onChoose?.(index);
  };
  const name = (index: number): ReactNode =>
    onChoose && nodes[index]?.key !== undefined ? (
      <button type="button" className="chart-cell" onClick={() => choose(index)}>
        {labelOf(index)}
      </button>
    ) : (
      labelOf(index)
    );
  const heads = [t('sankey.from'), t('sankey.to'), t('sankey.flow'), ...(compared ? [t('before'), t('change.head')] : [])];
  return (
    <ChartFrame
      title={title}
      named={false}
      height={height}
      isEmpty={links.length === 0}
      reasons={gap === undefined ? [] : [gap]}
      rows={() => [
        [heads[0], heads[1], `${heads[2] ?? ''} (${unit})`, ...(compared ? [`${heads[3] ?? ''} (${unit})`, heads[4]] : [])],
        ...sorted.map((link) => [labelOf(link.from), labelOf(link.to), link.value, ...(compared ? [link.before ?? '', change(link)] : [])]),
      ]}
      picture={picture}
      legend={data.stages.map((label, stage) => ({ label, colour: look.colours[stage % look.colours.length] ?? '' }))}
      renderTable={() => (
        <ChartTable title={title} height={height}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.map((link) => (
              <tr key={`${link.from} ${link.to}`}>
                <th scope="row">{name(link.from)}</th>
                <td>{name(link.to)}</td>
                <td>{formatValue(link.value, unit)}</td>
                {compared && (
                  <>
                    <td>{formatValue(link.before, unit)}</td>
                    <td>{change(link)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </ChartTable>
      )}
    >
      <>
        <p className="chart-stages" aria-hidden="true">
          {data.stages.map((stage) => (
            <span key={stage}>{stage}</span>
          ))}
        </p>
        <Canvas
          engine="more"
          option={option}
          height={height}
          label={t(onChoose ? 'choosable' : 'readable', { title })}
          background={look.surface}
          picture={picture}
          choices={{
            count: nodes.length,
            columns: 1,
            say: (index) => `${labelOf(index)} ${formatValue(nodes[index]?.value, unit)}`,
            onChoose: onChoose && choose,
          }}
        />
      </>
    </ChartFrame>
  );
}
