import { type ReactNode, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Canvas } from './canvas.tsx';
import { bucketsOf, histogramOption } from './options.ts';
import { useLook } from './use-look.ts';

type Props = { title: string; unit: string; bounds: readonly number[]; counts: readonly number[]; height?: number };

/** How many readings lie where, with a table of the same numbers for those who read. */
export function Histogram({ title, unit, bounds, counts, height = 180 }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const look = useLook();
  const id = useId();
  const option = useMemo(() => histogramOption({ bounds, counts, unit }, look), [bounds, counts, unit, look]);
  if (counts.every((count) => count === 0)) return null;
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption className="chart-head">
        <h3 id={id}>{title}</h3>
      </figcaption>
      <Canvas option={option} height={height} label={t('chartOf', { title })} background={look.surface} />
      <table className="rt-hidden">
        <caption>{title}</caption>
        <tbody>
          {bucketsOf(bounds, unit).map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{counts[index]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
