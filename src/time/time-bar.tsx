import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#domain/units/date-time.ts';
import { timePresets } from '#domain/units/time-presets.ts';
import { Icon, type IconName } from '#ui/icon.tsx';
import { localText } from './local-text.ts';
import { Zone } from './zone.tsx';
import { endsOf, moved, paces, type TimeState } from './time-state.ts';
import './time-bar.css';

type Props = {
  state: TimeState;
  onChange: (change: Partial<TimeState>) => void;
  onRefresh: () => void;
  /** When the newest answer came (milliseconds). */
  updated?: number | undefined;
  /** Nothing of the page can be shown beside the period before. */
  single?: boolean;
  /** How many of the choices in `children` are made. */
  chosen?: number;
  children?: ReactNode;
};

const CUSTOM = 'custom';

/**
 * One time for a whole page: presets or ends, earlier and later, the period before, how often it is asked again, and the zone. On a
 * phone all but the presets is folded, and how much of it is set is said, so that the first picture stands in the first screen.
 */
export function TimeBar({ state, onChange, onRefresh, updated, single = false, chosen = 0, children }: Props): ReactNode {
  const { t } = useTranslation(['charts', 'resource']);
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isFixed = state.from !== undefined;
  const count = chosen + Number(state.compare && !single) + Number(state.every > 0 && !isFixed);
  const choose = (value: string): void => {
    if (value !== CUSTOM) return onChange({ option: Number(value) });
    setOpen(true);
    onChange(endsOf(state, Date.now()));
  };
  const move = (by: Parameters<typeof moved>[1]): void => onChange(moved(state, by, Date.now()));
  return (
    <div className="time-bar" role="group" aria-label={t('bar.label')} data-open={isOpen || undefined}>
      <label htmlFor={id}>{t('bar.label')}</label>
      <select
        id={id}
        className="input caret"
        value={isFixed ? CUSTOM : String(state.option ?? 0)}
        onChange={({ target }) => choose(target.value)}
      >
        {timePresets.map((_, index) => (
          <option key={index} value={index}>
            {t(`resource:range.last.${index}`)}
          </option>
        ))}
        <option value={CUSTOM}>{t('bar.custom')}</option>
      </select>
      <button type="button" className="btn time-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="filter" size={16} />
        {count > 0 ? t('bar.filtersSet', { count }) : t('bar.filters')}
      </button>
      {state.from !== undefined && state.to !== undefined && (
        <>
          <span className="time-said">{t('bar.range', { from: said(state.from), to: said(state.to) })}</span>
          <Ends from={state.from} to={state.to} onChange={onChange} />
        </>
      )}
      <span className="time-moves">
        {(['earlier', 'later', 'nearer', 'further'] as const).map((by) => (
          <button
            key={by}
            type="button"
            className="btn btn-icon"
            aria-label={t(`bar.${by}`)}
            title={t(`bar.${by}`)}
            onClick={() => move(by)}
          >
            <Icon name={signs[by]} size={16} />
          </button>
        ))}
      </span>
      <Zone />
      {!single && (
        <button type="button" className="btn" aria-pressed={state.compare} onClick={() => onChange({ compare: !state.compare })}>
          {t('bar.compare')}
        </button>
      )}
      {children}
      <span className="time-fresh">
        {updated !== undefined && <span>{t('updated', { at: formatDateTime(updated, timeZone()).slice(11) })}</span>}
        <select
          className="input caret"
          aria-label={t('bar.every')}
          value={isFixed ? 0 : state.every}
          disabled={isFixed}
          onChange={({ target }) => onChange({ every: Number(target.value) })}
        >
          {paces.map((pace) => (
            <option key={pace} value={pace}>
              {t('bar.every')}: {pace === 0 ? t('bar.off') : pace < 60 ? t('bar.seconds', { n: pace }) : t('bar.minutes', { n: pace / 60 })}
            </option>
          ))}
        </select>
        <button type="button" className="btn btn-icon" aria-label={t('bar.refresh')} title={t('bar.refresh')} onClick={onRefresh}>
          <Icon name="refresh" size={16} />
        </button>
      </span>
    </div>
  );
}

function Ends({ from, to, onChange }: { from: number; to: number; onChange: Props['onChange'] }): ReactNode {
  const { t } = useTranslation('resource');
  const put = (start: number, end: number): void => {
    if (start < end) onChange({ from: start, to: end });
  };
  return (
    <span className="time-ends">
      <input
        type="datetime-local"
        className="input"
        aria-label={t('range.from')}
        value={localText(from)}
        max={localText(to)}
        onChange={({ target }) => put(Date.parse(target.value), to)}
      />
      –
      <input
        type="datetime-local"
        className="input"
        aria-label={t('range.to')}
        value={localText(to)}
        min={localText(from)}
        onChange={({ target }) => put(from, Date.parse(target.value))}
      />
    </span>
  );
}

const signs = { earlier: 'left', later: 'right', nearer: 'plus', further: 'minus' } as const satisfies Record<string, IconName>;

/** `2026-01-05 16:00`, local. */
function said(at: number): string {
  return formatDateTime(at, timeZone(), 'minute');
}

function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
