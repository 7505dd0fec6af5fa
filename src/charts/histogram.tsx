import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Canvas, type Picture } from './canvas.tsx';
import { ChartFrame, ChartTable } from './chart-frame.tsx';
import { bucketsOf, histogramOption } from './options.ts';
import { useLook } from './use-look.ts';

type Props = {
  title: string;
  unit: string;
  bounds: readonly number[];
  counts: readonly number[];
  /** Why there are none. */
  gap?: string | undefined;
  height?: number;
};

/** How many readings lie where. */
export function Histogram({ title, unit, bounds, counts, gap, height = 180 }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const look = useLook();
  const picture = useRef<Picture>(null);
  const option = useMemo(() => histogramOption({ bounds, counts, unit }, look), [bounds, counts, unit, look]);
  const buckets = bucketsOf(bounds, unit);
  const heads = [t('histogram.values', { unit }), t('histogram.readings')];
  return (
    <ChartFrame
      title={title}
      height={height}
      isEmpty={counts.every((count) => count === 0)}
      reasons={gap === undefined ? [] : [gap]}
      rows={() => [heads, ...buckets.map((name, index) => [name, counts[index] ?? 0])]}
      picture={picture}
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
            {buckets.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{counts[index]}</td>
              </tr>
            ))}
          </tbody>
        </ChartTable>
      )}
    >
      <Canvas
        option={option}
        height={height}
        label={t('readable', { title })}
        background={look.surface}
        picture={picture}
        choices={{
          count: buckets.length,
          columns: 1,
          say: (index) => `${buckets[index] ?? ''}: ${t('histogram.count', { count: counts[index] ?? 0 })}`,
        }}
      />
    </ChartFrame>
  );
}
