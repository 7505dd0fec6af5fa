import { useTranslation } from 'react-i18next';
import type { ControlProps } from '#controls/control.ts';

export type Option = { value: string | number | boolean; label: string };

/** Radio buttons side by side. A choice that may be left open has a button that takes it back. */
export function Segments({
  id,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  invalid,
  required,
  describedBy,
  options,
}: ControlProps & { options: Option[] }) {
  const { t } = useTranslation('widgets');
  const position = options.findIndex((option) => option.value === value);
  return (
    <div className="wx-row" style={{ gap: 4 }}>
      <div
        className="wx-segments"
        role="radiogroup"
        aria-labelledby={`${id}-label`}
        aria-invalid={invalid || undefined}
        aria-required={required || undefined}
        aria-describedby={describedBy}
      >
        {options.map((option, index) => (
          <label key={String(option.value)} className="wx-segment">
            <input
              type="radio"
              name={id}
              id={index === Math.max(position, 0) ? id : undefined}
              aria-label={option.label}
              checked={index === position}
              disabled={disabled}
              onChange={() => onChange(option.value)}
              onBlur={onBlur}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {!required && field.default === undefined && position >= 0 && !disabled && (
        <button type="button" className="wx-button" onClick={() => onChange(undefined)}>
          {t('clear')}
        </button>
      )}
    </div>
  );
}
