import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '#domain/model.ts';
import { timePresets } from '#domain/units/time-presets.ts';
import type { PageState } from '#resource/url-state.ts';
import { localText } from '#time/local-text.ts';
import { Zone } from '#time/zone.tsx';
import { defaultPreset, type TimeChoice, timeChoice, timeFilters } from './time-choice.ts';

export type TimeRangeProps = {
  op: Operation;
  label: string;
  filters: PageState['filters'];
  onChange: (filters: PageState['filters']) => void;
};

const ANY = 'any';
const ENDS = 'ends';

/** A preset, or from and to in the reader's time zone, which is said; RFC 3339 outside. */
export function TimeRange({ op, label, filters, onChange }: TimeRangeProps) {
  const { t } = useTranslation('resource');
  const id = useId();
  const choice = timeChoice(op, filters);
  const put = (next: TimeChoice): void => onChange(timeFilters(op, next, Date.now()));
  const choose = (value: string): void => {
    if (value === ANY) put({ kind: 'any' });
    else if (value !== ENDS) put({ kind: 'preset', index: Number(value) });
    else put({ kind: 'ends', start: new Date(Date.now() - lengthOf(choice)).toISOString() });
  };
  return (
    <fieldset className="rf-range">
      <legend>{label}</legend>
      <select
        className="caret"
        aria-label={t('range.preset')}
        value={choice.kind === 'preset' ? String(choice.index) : choice.kind}
        onChange={(event) => choose(event.target.value)}
      >
        {defaultPreset(op) === undefined && <option value={ANY}>{t('range.any')}</option>}
        {timePresets.map((_, index) => (
          <option key={index} value={index}>
            {t(`range.last.${index}`)}
          </option>
        ))}
        <option value={ENDS}>{t('range.ends')}</option>
      </select>
      {choice.kind === 'ends' && <Ends id={id} {...choice} onChange={(start, end) => put({ kind: 'ends', start, end })} />}
      <Zone />
    </fieldset>
  );
}

type EndsProps = {
  id: string;
  start?: string;
  end?: string;
  onChange: (start: string | undefined, end: string | undefined) => void;
};

function Ends({ id, start, end, onChange }: EndsProps) {
  const { t } = useTranslation('resource');
  return (
    <>
      <label htmlFor={`${id}-from`}>{t('range.from')}</label>
      <input
        id={`${id}-from`}
        type="datetime-local"
        max={localText(Date.parse(end ?? ''))}
        value={localText(Date.parse(start ?? ''))}
        onChange={(event) => onChange(instant(event.target.value), end)}
      />
      <label htmlFor={`${id}-to`}>{t('range.to')}</label>
      <input
        id={`${id}-to`}
        type="datetime-local"
        min={localText(Date.parse(start ?? ''))}
        value={localText(Date.parse(end ?? ''))}
        onChange={(event) => onChange(start, instant(event.target.value))}
      />
    </>
  );
}

function lengthOf(choice: TimeChoice): number {
  return (choice.kind === 'preset' ? timePresets[choice.index] : undefined) ?? timePresets[0];
}

function instant(text: string): string | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
