import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  label: string;
  start: string | undefined;
  end: string | undefined;
  onChange: (start: string | undefined, end: string | undefined) => void;
};

const MINUTE = 60_000;
const PRESETS = [30, 60, 24 * 60, 7 * 24 * 60];

/** From and to in the reader's time zone, RFC 3339 outside; presets are counted back from now. */
export function TimeRange({ label, start, end, onChange }: Props) {
  const { t } = useTranslation('resource');
  const id = useId();
  return (
    <fieldset className="rf-range">
      <legend>{label}</legend>
      <select
        aria-label={t('range.preset')}
        value=""
        onChange={(event) => onChange(new Date(Date.now() - Number(event.target.value) * MINUTE).toISOString(), undefined)}
      >
        <option value="" disabled>
          {t('range.preset')}
        </option>
        {PRESETS.map((minutes) => (
          <option key={minutes} value={minutes}>
            {t(`range.last.${minutes}`)}
          </option>
        ))}
      </select>
      <label htmlFor={`${id}-from`}>{t('range.from')}</label>
      <input
        id={`${id}-from`}
        type="datetime-local"
        max={localText(end)}
        value={localText(start)}
        onChange={(event) => onChange(instant(event.target.value), end)}
      />
      <label htmlFor={`${id}-to`}>{t('range.to')}</label>
      <input
        id={`${id}-to`}
        type="datetime-local"
        min={localText(start)}
        value={localText(end)}
        onChange={(event) => onChange(start, instant(event.target.value))}
      />
    </fieldset>
  );
}

/** `2026-01-05T16:00`: what the browser's own control takes, in local time. */
export function localText(text: string | undefined): string {
  const date = new Date(text ?? NaN);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

function instant(text: string): string | undefined {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
