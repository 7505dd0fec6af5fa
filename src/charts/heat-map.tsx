import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Canvas, type Picture } from './canvas.tsx';
import { changeOf } from './change.ts';
import { ChartFrame, ChartTable } from './chart-frame.tsx';
import { formatValue } from './format.ts';
import { type HeatData, heatOption, stretchOf } from './heat-option.ts';
import { useLook } from './use-look.ts';

type Props = {
  title: string;
  data: HeatData;
  /** A row at a stretch of time (milliseconds). */
  onChoose: ((row: number, from: number, to: number) => void) | undefined;
};

const ROW = 18;
const AROUND = 86;
const LEAST = 180;
const MOST = 900;

/** Places by time: where and when something was bad, at a glance; the table beside it says the same numbers. */
export function HeatMap({ title, data, onChoose }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const look = useLook();
  const picture = useRef<Picture>(null);
  const { compared = false } = data;
  const changeAt = useCallback(
    (row: number, column: number) => changeOf(data.rows[row]?.values[column], data.rows[row]?.before?.[column], data.unit, t),
    [data, t],
  );
  const option = useMemo(() => heatOption(data, look, compared ? changeAt : undefined), [data, look, compared, changeAt]);
  const columns = data.rows[0]?.values.length ?? 0;
  const height = Math.min(MOST, Math.max(LEAST, data.rows.length * ROW + AROUND));
  const isEmpty = data.rows.every(({ values }) => values.every((value) => value === null));
  const choose = (index: number): void => {
    const { from, to } = stretchOf(data, index % columns);
    onChoose?.(Math.floor(index / columns), from, to);
  };
  const say = (index: number): string => {
    const row = data.rows[Math.floor(index / columns)];
    const value = row?.values[index % columns];
    const { from } = stretchOf(data, index % columns);
    const shown = typeof value === 'number' ? formatValue(value, data.unit) : look.words.gap;
    const change = compared ? ` ${changeAt(Math.floor(index / columns), index % columns)}` : '';
    return `${row?.label ?? ''} ${look.time(from)} ${shown}${change}`;
  };
  const gaps = new Map<string, string[]>();
  for (const { label, gap } of data.rows) if (gap !== undefined) gaps.set(gap, [...(gaps.get(gap) ?? []), label]);
  const reasons = isEmpty ? [...gaps.keys()] : [...gaps].map(([gap, names]) => t('heat.gap', { gap, names: named(names, t('heat.and')) }));
  const times = Array.from({ length: columns }, (_, column) => look.time(stretchOf(data, column).from));
  return (
    <ChartFrame
      title={title}
      named={false}
      height={height}
      isEmpty={isEmpty}
      reasons={reasons}
      rows={() => [
        [
          t('heat.row'),
          ...times.map((time) => `${time} (${data.unit})`),
          ...(compared ? times.map((time) => `${time} · ${look.words.before} (${data.unit})`) : []),
        ],
        ...data.rows.map(({ label, values, before = [] }) => [
          label,
          ...values.map((value) => value ?? ''),
          ...(compared ? values.map((_, column) => before[column] ?? '') : []),
        ]),
      ]}
      picture={picture}
      renderTable={() => (
        <ChartTable title={title} height={height}>
          <thead>
            <tr>
              <th scope="col">{t('heat.row')}</th>
              {times.map((time) => (
                <th key={time} scope="col">
                  {time.slice(5, 16)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ key, label, values }, row) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {values.map((value, column) => (
                  <td key={times[column]}>
                    {value === null || !onChoose ? (
                      formatValue(value, data.unit)
                    ) : (
                      <button type="button" className="chart-cell" onClick={() => choose(row * columns + column)}>
                        {formatValue(value, data.unit)}
                      </button>
                    )}
                    {compared && value !== null && <span className="chart-change">{changeAt(row, column)}</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </ChartTable>
      )}
      below={
        <p className="chart-note">
          {data.of > data.rows.length ? t('heat.worst', { shown: data.rows.length, of: data.of }) : t('heat.hint')}
        </p>
      }
    >
      <Canvas
        engine="more"
        option={option}
        height={height}
        label={t(onChoose ? 'choosable' : 'readable', { title })}
        background={look.surface}
        picture={picture}
        choices={{ count: columns * data.rows.length, columns, say, onChoose: onChoose && choose }}
      />
    </ChartFrame>
  );
}

const NAMED = 3;

function named(names: readonly string[], and: string): string {
  const list = names.slice(0, NAMED).join(and);
  return names.length <= NAMED ? list : `${list} … (${names.length})`;
}
