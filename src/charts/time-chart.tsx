import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Canvas, type Picture } from './canvas.tsx';
import { causesOf, type ChartData, type ChartLine, instantAt, instants, missingOf, namedFirst } from './chart-data.ts';
import { ChartFrame, ChartTable } from './chart-frame.tsx';
import { Crosshair, saidAt } from './crosshair.tsx';
import { formatValue } from './format.ts';
import { colourOf, type Look, timeOption } from './options.ts';
import { Pointer, pointerOf } from './pointer.ts';
import { readAt, saidOf, takenRows } from './said.ts';
import { useLook } from './use-look.ts';

export type Among = { of: number; as: 'largest' | 'worst' };

type Props = {
  title: string;
  data: ChartData;
  height?: number;
  /** Charts of one name show their crosshair together. */
  group?: string;
  onZoom?: ((from: number, to: number) => void) | undefined;
  /** Whether its title stands above it, and not what is around it. */
  named?: boolean;
  /** Of how many lines those that are shown were chosen, and as what. */
  among?: Among;
};

/** Lines over time with a legend that isolates, a table of the same numbers, and both to take away. */
export function TimeChart({ title, data, height = 240, group, onZoom, named = true, among }: Props): ReactNode {
  const { t } = useTranslation('charts');
  const look = useLook();
  const picture = useRef<Picture>(null);
  const [unshared] = useState(() => new Pointer());
  const pointer = group === undefined ? unshared : pointerOf(group);
  const [alone, setAlone] = useState<string>();
  const current = data.lines.filter(({ before }) => !before);
  const shown = useMemo(
    () => ({ ...data, lines: alone === undefined ? data.lines : data.lines.filter(({ key }) => key === alone) }),
    [data, alone],
  );
  // colours stay with their lines, whichever are shown
  const own = useMemo(() => {
    const colours = shown.lines.flatMap((line) => (line.before ? [] : [colourOf(data, line, look)]));
    return { ...look, colours: colours.length > 0 ? colours : look.colours };
  }, [shown, look, data]);
  const option = useCallback((width: number) => timeOption(shown, own, width), [shown, own]);
  const points = Math.max(0, ...shown.lines.map(({ values }) => values.length));
  const keys = { count: points, at: (index: number) => instantAt(shown, points, index), say: (at: number) => saidAt(shown, look, at) };
  const reasons = [...new Set(data.lines.flatMap(({ gap }) => gap ?? []))];
  const isEmpty = data.lines.every(({ values }) => values.every((value) => value === null));
  return (
    <ChartFrame
      title={title}
      named={named}
      height={height}
      isEmpty={isEmpty}
      reasons={reasons}
      picture={picture}
      legend={shown.lines.map((line) => ({
        label: line.before ? `${line.label} · ${look.words.before}` : line.label,
        colour: colourOf(data, line, look),
      }))}
      renderTable={() => <DataTable data={shown} look={look} height={height} title={title} />}
      rows={() => takenRows(data, look, { time: t('time'), shown: t('shown') })}
      below={
        <>
          <Incidents data={shown} time={look.time} />
          {!isEmpty && <Missing lines={data.lines} time={look.time} />}
          {data.lines.some(({ corrected }) => corrected?.length) && <p className="chart-note">◆ {t('corrected')}</p>}
          {!isEmpty && among && among.of > current.length && (
            <p className="chart-note">{t(`shownOf.${among.as}`, { shown: current.length, of: among.of })}</p>
          )}
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
                    <span className="chart-key" style={{ background: colourOf(data, line, look) }} aria-hidden="true" />
                    {line.label}
                    <Figures line={line} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      }
    >
      <Canvas
        option={option}
        height={height}
        label={t('chartOf', { title })}
        pointer={pointer}
        renderOverlay={(place) => <Crosshair pointer={pointer} data={shown} look={own} place={place} />}
        onZoom={onZoom}
        instants={keys}
        background={look.surface}
        picture={picture}
      />
    </ChartFrame>
  );
}

/** So many are said by name. */
const NAMED = 4;

function Incidents({ data, time }: { data: ChartData; time: (at: number) => string }): ReactNode {
  const { t } = useTranslation('charts');
  const { incidents = [], uncounted = 0 } = data;
  if (incidents.length === 0) return null;
  const named = namedFirst(causesOf(incidents), NAMED);
  const rest = incidents.length - named.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul className="chart-incidents" aria-label={t('incidents')}>
      {named.map(({ id, label, from, to, tone, count, places, href }) => {
        const name = count === 1 ? label : t('incidentsOf', { label, count, places: placesIn(places, t('between')) });
        return (
          <li key={id} data-tone={tone} data-instant={to === from || undefined}>
            {href === undefined ? name : <Link to={href}>{name}</Link>} {time(from).slice(5, 16)}{' '}
            {to !== from && `– ${to === undefined ? '' : time(to).slice(5, 16)}`}
          </li>
        );
      })}
      {rest > 0 && <li>{t('moreIncidents', { count: rest })}</li>}
      {uncounted > 0 && <li>{t('uncounted', { count: uncounted })}</li>}
    </ul>
  );
}

/** Where lines end or begin within the range, and why. */
function Missing({ lines, time }: { lines: readonly ChartLine[]; time: (at: number) => string }): ReactNode {
  const { t } = useTranslation('charts');
  const missing = useMemo(() => missingOf(lines), [lines]);
  if (missing.length === 0) return null;
  return (
    <ul className="chart-incidents" aria-label={t('gap.label')}>
      {missing.slice(0, NAMED).map(({ reason, from, to, labels }) => (
        <li key={`${reason} ${from} ${to}`} data-tone="gap">
          {t('gap.of', { reason, names: placesIn(labels, t('between')) })} {time(from).slice(5, 16)} – {time(to).slice(5, 16)}
        </li>
      ))}
      {missing.length > NAMED && <li>{t('gap.more', { count: missing.length - NAMED })}</li>}
    </ul>
  );
}

/** So many places of one cause are said by name. */
const PLACES = 3;

function placesIn(places: readonly string[], between: string): string {
  return places.slice(0, PLACES).join(between) + (places.length > PLACES ? ' …' : '');
}

/** `max 12 Mbps · mean 4 Mbps`, the least of what is better when it is higher; why, where there is nothing. */
function Figures({ line: { values, unit, gap, better } }: { line: ChartLine }): ReactNode {
  const { t } = useTranslation('charts');
  // of tens of thousands of values they take longer than all that is around them
  const found = useMemo(() => figuresOf(values), [values]);
  if (!found) return <span className="chart-figures">{gap ?? '–'}</span>;
  const mean = formatValue(found.mean, unit);
  return (
    <span className="chart-figures">
      {better === 'higher'
        ? t('figuresLow', { min: formatValue(found.min, unit), mean })
        : t('figures', { max: formatValue(found.max, unit), mean })}
    </span>
  );
}

function figuresOf(values: ChartLine['values']): { max: number; min: number; mean: number } | undefined {
  let [count, sum, max, min] = [0, 0, -Infinity, Infinity];
  for (const value of values) {
    if (value === null) continue;
    count++;
    sum += value;
    if (value > max) max = value;
    if (value < min) min = value;
  }
  return count === 0 ? undefined : { max, min, mean: sum / count };
}

function DataTable({ data, look, height, title }: { data: ChartData; look: Look; height: number; title: string }): ReactNode {
  const { t } = useTranslation('charts');
  const points = Math.max(0, ...data.lines.map(({ values }) => values.length));
  return (
    <ChartTable title={title} height={height}>
      <thead>
        <tr>
          <th scope="col">
            {t('time')} ({look.zone(data.from)})
          </th>
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
            <th scope="row">{look.time(at)}</th>
            {data.lines.map((line) => (
              <td key={`${line.key} ${line.before ? 'before' : ''}`} data-corrected={readAt(line, index) !== undefined || undefined}>
                {saidOf(line, index, at, look)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ChartTable>
  );
}
