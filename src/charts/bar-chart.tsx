import { type ReactNode, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Canvas, type Picture } from './canvas.tsx';
import { changeOf } from './change.ts';
import { ChartFrame, ChartTable } from './chart-frame.tsx';
import { formatValue } from './format.ts';
import { type Bar, barOption } from './bar-option.ts';
import { useLook } from './use-look.ts';

type Props = {
  title: string;
  bars: readonly Bar[];
  unit: string;
  /** What the bars are called, and what they measure. */
  heads: { name: string; value: string };
  /** Why there are none. */
  gap?: string | undefined;
  /** A table that says more than names and values. */
  table?: ReactNode;
  /** Each bar stands beside that of the period before. */
  compared?: boolean;
  onChoose: ((index: number) => void) | undefined;
};

const ROW = 24;
const BESIDE = 34;
const AROUND = 12;

/** The largest first; a bar leads to what is behind it. */
export function BarChart({ title, bars: given, unit, heads, gap, table, compared = false, onChoose }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const look = useLook();
  const picture = useRef<Picture>(null);
  const bars = useMemo(
    () => (compared ? given.map((bar) => ({ ...bar, change: changeOf(bar.value, bar.before, unit, t) })) : given),
    [given, compared, unit, t],
  );
  const option = useMemo(() => barOption(bars, unit, look, compared), [bars, unit, look, compared]);
  const height = bars.length * (compared ? BESIDE : ROW) + AROUND;
  const inUnit = unit === '' ? '' : ` (${unit})`;
  return (
    <ChartFrame
      title={title}
      named={false}
      height={Math.max(height, 4 * ROW)}
      isEmpty={bars.length === 0}
      reasons={gap === undefined ? [] : [gap]}
      rows={() => [
        [heads.name, `${heads.value}${inUnit}`, ...(compared ? [`${t('before')}${inUnit}`, t('change.head')] : [])],
        ...bars.map(({ label, value, before, change }) => [label, value, ...(compared ? [before ?? '', change ?? ''] : [])]),
      ]}
      picture={picture}
      renderTable={() =>
        table ?? (
          <ChartTable title={title} height={height}>
            <tbody>
              {bars.map(({ key, label, value }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  <td>{formatValue(value, unit)}</td>
                </tr>
              ))}
            </tbody>
          </ChartTable>
        )
      }
    >
      <Canvas
        option={option}
        height={height}
        label={t(onChoose ? 'choosable' : 'readable', { title })}
        background={look.surface}
        picture={picture}
        choices={{
          count: bars.length,
          columns: 1,
          say: (index) => `${bars[index]?.label ?? ''} ${formatValue(bars[index]?.value, unit)} ${bars[index]?.change ?? ''}`.trim(),
          onChoose,
        }}
      />
    </ChartFrame>
  );
}
