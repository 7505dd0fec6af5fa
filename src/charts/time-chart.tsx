import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvText } from '#domain/csv.ts';
import { Icon } from '#ui/icon.tsx';
import { saveBlob } from '#ui/save-blob.ts';
import { Canvas, type Picture } from './canvas.tsx';
import { type ChartData, type ChartLine, instants } from './chart-data.ts';
import { formatValue } from './format.ts';
import { timeOption } from './options.ts';
import { useLook } from './use-look.ts';

type Props = {
  title: string;
  data: ChartData;
  height?: number;
  group?: string;
  onZoom?: ((from: number, to: number) => void) | undefined;
  /** Whether its title stands above it, and not what is around it. */
  named?: boolean;
  /** Of all lines that there are, how many are shown. */
  of?: number;
};

/** Lines over time with a legend that isolates, a table of the same numbers, and both to take away. */
export function TimeChart({ title, data, height = 240, group, onZoom, named = true, of }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const look = useLook();
  const id = useId();
  const [alone, setAlone] = useState<string>();
  const [asTable, setAsTable] = useState(false);
  const picture = useRef<Picture>(null);
  const current = data.lines.filter(({ before }) => !before);
  const shown = useMemo(
    () => ({ ...data, lines: alone === undefined ? data.lines : data.lines.filter(({ key }) => key === alone) }),
    [data, alone],
  );
  // colours stay with their lines, whichever are shown
  const option = useMemo(() => {
    const colours = shown.lines.flatMap((line) => (line.before ? [] : [colourOf(current, line, look.colours)]));
    return timeOption(shown, { ...look, colours: colours.length > 0 ? colours : look.colours });
  }, [shown, look, current]);
  const reasons = [...new Set(data.lines.flatMap(({ gap }) => gap ?? []))];
  const isEmpty = data.lines.every(({ values }) => values.every((value) => value === null));
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption className="chart-head">
        <h3 id={id} className={named ? undefined : 'rt-hidden'}>
          {title}
        </h3>
        <span className="chart-tools">
          <button type="button" className="btn btn-small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('table')}
          </button>
          <button
            type="button"
            className="btn btn-small"
            onClick={() =>
              saveBlob(new Blob([csvText(rowsOf(data, look.time, t('time')))], { type: 'text/csv;charset=utf-8' }), `${title}.csv`)
            }
            disabled={isEmpty}
          >
            CSV
          </button>
          <button
            type="button"
            className="btn btn-small"
            disabled={isEmpty || asTable}
            onClick={() => picture.current?.save(`${title}.png`)}
          >
            PNG
          </button>
        </span>
      </figcaption>
      {isEmpty ? (
        <p className="chart-none" style={{ height }} role="status">
          <Icon name="warning" size={16} />
          {reasons.length > 0 ? reasons.join(' · ') : t('gap.nothing')}
        </p>
      ) : asTable ? (
        <DataTable data={shown} time={look.time} height={height} title={title} />
      ) : (
        <Canvas
          option={option}
          height={height}
          label={t('chartOf', { title })}
          group={group}
          onZoom={onZoom}
          background={look.surface}
          picture={picture}
        />
      )}
      {!isEmpty && reasons.length > 0 && <p className="chart-note">{reasons.join(' · ')}</p>}
      <Incidents data={shown} time={look.time} />
      {data.lines.some(({ corrected }) => corrected?.length) && <p className="chart-note">◆ {t('corrected')}</p>}
      {!isEmpty && (
        <ul className="chart-legend" aria-label={t('legend', { title })}>
          {current.map((line) => (
            <li key={line.key}>
              <button
                type="button"
                aria-pressed={alone === line.key}
                data-off={(alone !== undefined && alone !== line.key) || undefined}
                title={t(alone === line.key ? 'showAll' : 'isolate')}
                onClick={() => setAlone(alone === line.key ? undefined : line.key)}
              >
                <span className="chart-key" style={{ background: colourOf(current, line, look.colours) }} aria-hidden="true" />
                {line.label}
                <Figures line={line} />
              </button>
            </li>
          ))}
          {of !== undefined && of > current.length && <li className="chart-more">{t('shownOf', { shown: current.length, of })}</li>}
        </ul>
      )}
    </figure>
  );
}

/** So many are said by name, the newest first. */
const NAMED = 4;

function Incidents({ data, time }: { data: ChartData; time: (at: number) => string }): ReactNode {
  const { t } = useTranslation('charts');
  const incidents = (data.incidents ?? []).toSorted((a, b) => b.from - a.from);
  if (incidents.length === 0) return null;
  return (
    <ul className="chart-incidents" aria-label={t('incidents')}>
      {incidents.slice(0, NAMED).map(({ label, from, to, tone }) => (
        <li key={`${label} ${from}`} data-tone={tone}>
          {label} {time(from).slice(5, 16)} – {to === undefined ? '' : time(to).slice(5, 16)}
        </li>
      ))}
      {incidents.length > NAMED && <li>{t('moreIncidents', { count: incidents.length - NAMED })}</li>}
    </ul>
  );
}

function colourOf(lines: readonly ChartLine[], line: ChartLine, colours: readonly string[]): string {
  return (
    colours[
      Math.max(
        0,
        lines.findIndex(({ key }) => key === line.key),
      ) % colours.length
    ] ?? ''
  );
}

/** `max 12 Mbps · mean 4 Mbps`; why, where there is nothing. */
function Figures({ line: { values, unit, gap } }: { line: ChartLine }): ReactNode {
  const { t } = useTranslation('charts');
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return <span className="chart-figures">{gap ?? '–'}</span>;
  const mean = there.reduce((sum, value) => sum + value, 0) / there.length;
  const max = there.reduce((most, value) => Math.max(most, value));
  return <span className="chart-figures">{t('figures', { max: formatValue(max, unit), mean: formatValue(mean, unit) })}</span>;
}

/** A heading, then a row for each instant. */
function rowsOf(data: ChartData, time: (at: number) => string, heading: string): unknown[][] {
  const points = Math.max(0, ...data.lines.map(({ values }) => values.length));
  const at = instants(data, points);
  return [
    [heading, ...data.lines.map(({ label, unit, before }) => `${label}${before ? ' (-1)' : ''} (${unit})`)],
    ...at.map((each, index) => [time(each), ...data.lines.map(({ values }) => values[index] ?? '')]),
  ];
}

function DataTable({
  data,
  time,
  height,
  title,
}: {
  data: ChartData;
  time: (at: number) => string;
  height: number;
  title: string;
}): ReactNode {
  const { t } = useTranslation('charts');
  const points = Math.max(0, ...data.lines.map(({ values }) => values.length));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
    <div className="chart-table" style={{ height }} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {data.lines.map((line) => (
              <th key={`${line.key} ${line.before ? 'before' : ''}`} scope="col">
                {line.label}
                {line.before && ` · ${t('before')}`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {instants(data, points).map((at, index) => (
            <tr key={at}>
              <th scope="row">{time(at)}</th>
              {data.lines.map((line) => (
                <td key={`${line.key} ${line.before ? 'before' : ''}`}>{formatValue(line.values[index], line.unit)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
