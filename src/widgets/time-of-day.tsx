import { exampleField, textOf, type Example, type WidgetProps } from '#widgets/widget.ts';
import './control.css';

/** A time of the day, `08:30` (or with seconds where the format is `time`). */
export function TimeOfDay({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: WidgetProps) {
  const seconds = field.format === 'time';
  return (
    <input
      id={id}
      type="time"
      step={seconds ? 1 : 60}
      className="wx-input"
      style={{ maxWidth: 160 }}
      value={textOf(value).slice(0, seconds ? 8 : 5)}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      aria-describedby={describedBy}
      onChange={(event) =>
        onChange(event.target.value === '' ? undefined : seconds ? `${event.target.value.padEnd(8, ':00')}Z` : event.target.value)
      }
      onBlur={onBlur}
    />
  );
}

export const examples: Example[] = [{ name: 'time of day', field: exampleField('start', { format: 'time-of-day' }), value: '08:30' }];
