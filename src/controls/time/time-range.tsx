import { isObject } from '#domain/json.ts';
import { useTranslation } from 'react-i18next';
import type { Json, Labels } from '#domain/model.ts';
import { DateInput } from './date.tsx';
import { TimeOfDay } from './time-of-day.tsx';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';
import '#controls/control.css';

const labels: Labels = { title: '', plural: '', fields: {}, help: {}, enums: {}, groups: {}, actions: {} };
const kinds = ['weekday', 'monthday', 'dates'] as const;
type Kind = (typeof kinds)[number];

/**
 * When a rule applies: `{kind: weekday, weekdays: [1..7]}`, `{kind: monthday, monthdays: [1..31]}` or
 * `{kind: dates, startDate, endDate}`, each with an optional `startTime` and `endTime`.
 */
export function TimeRange({ id, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const range = isObject(value) ? value : undefined;
  const kind = kinds.find((each) => each === range?.['kind']);
  const put = (name: string, next: Json | undefined): void => {
    const { [name]: _old, ...rest } = range ?? {};
    onChange(next === undefined ? rest : { ...rest, [name]: next });
  };
  const choose = (next: Kind | undefined): void => onChange(next && { kind: next, ...timesOf(range), ...starts[next] });
  return (
    <div className="wx-stack" role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} onBlur={onBlur}>
      <div
        className="wx-segments"
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
      >
        {[...(required ? [] : [undefined]), ...kinds].map((each, index) => (
          <label key={each ?? ''} className="wx-segment">
            <input
              type="radio"
              name={id}
              id={each === kind || (index === 0 && !kind) ? id : undefined}
              aria-label={t(`timeRange.${each ?? 'always'}`)}
              checked={each === kind}
              disabled={disabled}
              onChange={() => choose(each)}
            />
            <span>{t(`timeRange.${each ?? 'always'}`)}</span>
          </label>
        ))}
      </div>
      {kind === 'weekday' && (
        <Days
          id={`${id}-weekdays`}
          label={t('timeRange.weekday')}
          count={7}
          word={(day) => t(`weekdays.${day}`)}
          value={range?.['weekdays']}
          disabled={disabled}
          onChange={(days) => put('weekdays', days)}
        />
      )}
      {kind === 'monthday' && (
        <Days
          id={`${id}-monthdays`}
          label={t('timeRange.monthday')}
          count={31}
          word={String}
          value={range?.['monthdays']}
          disabled={disabled}
          onChange={(days) => put('monthdays', days)}
        />
      )}
      {kind === 'dates' && <Span id={id} type="date" names={['startDate', 'endDate']} range={range} disabled={disabled} onPut={put} />}
      {kind && <Span id={id} type="time" names={['startTime', 'endTime']} range={range} disabled={disabled} onPut={put} />}
    </div>
  );
}

const starts: Record<Kind, Record<string, Json>> = { weekday: { weekdays: [1, 2, 3, 4, 5] }, monthday: { monthdays: [1] }, dates: {} };

type DaysProps = {
  id: string;
  label: string;
  count: number;
  word: (day: number) => string;
  value: Json | undefined;
  disabled: boolean | undefined;
  onChange: (days: number[]) => void;
};

function Days({ id, label, count, word, value, disabled, onChange }: DaysProps) {
  const chosen = new Set(Array.isArray(value) ? value : []);
  const toggle = (day: number, on: boolean): void => {
    if (on) chosen.add(day);
    else chosen.delete(day);
    onChange(Array.from({ length: count }, (_, index) => index + 1).filter((each) => chosen.has(each)));
  };
  return (
    <fieldset className="wx-dots" aria-label={label}>
      {Array.from({ length: count }, (_, index) => index + 1).map((day) => (
        <label key={day} className="wx-dot">
          <input
            type="checkbox"
            id={`${id}-${day}`}
            checked={chosen.has(day)}
            disabled={disabled}
            onChange={(event) => toggle(day, event.target.checked)}
          />
          <span>{word(day)}</span>
        </label>
      ))}
    </fieldset>
  );
}

type SpanProps = {
  id: string;
  type: 'date' | 'time';
  names: [string, string];
  range: Record<string, Json> | undefined;
  disabled: boolean | undefined;
  onPut: (name: string, value: Json | undefined) => void;
};

function Span({ id, type, names, range, disabled, onPut }: SpanProps) {
  const { t } = useTranslation('widgets');
  const Control = type === 'date' ? DateInput : TimeOfDay;
  const part = exampleField('', { format: type === 'date' ? 'date' : 'time-of-day' });
  return (
    <div className="wx-row">
      {names.map((name) => (
        <label key={name} className="wx-row" style={{ flexWrap: 'nowrap' }}>
          <span className="wx-note" style={{ whiteSpace: 'nowrap' }}>
            {t(`timeRange.${name}`)}
          </span>
          <span style={{ width: 150 }}>
            <Control
              id={`${id}-${name}`}
              field={part}
              label={t(`timeRange.${name}`)}
              labels={labels}
              value={range?.[name]}
              disabled={disabled}
              onChange={(next) => onPut(name, next)}
            />
          </span>
        </label>
      ))}
    </div>
  );
}

function timesOf(range: Record<string, Json> | undefined): Record<string, Json> {
  return Object.fromEntries(Object.entries(range ?? {}).filter(([name]) => name === 'startTime' || name === 'endTime'));
}

const field = exampleField('timeRange', { kind: 'object', widget: 'timeRange' });

export const examples: Example[] = [
  { name: 'time range, weekdays', field, value: { kind: 'weekday', weekdays: [1, 2, 3, 4, 5], startTime: '08:00', endTime: '18:00' } },
  { name: 'time range, days of the month', field, value: { kind: 'monthday', monthdays: [1, 15] } },
  { name: 'time range, dates', field, value: { kind: 'dates', startDate: '2026-12-01', endDate: '2026-12-31' } },
];
