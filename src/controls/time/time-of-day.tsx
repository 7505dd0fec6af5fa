import { tidy } from '#domain/formats/format.ts';
import { TextControl } from '#controls/text/text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A time of the day on the 24-hour clock, `08:30` (with seconds and zone where the format is `time`); `830` and `8：30` are understood. */
export function TimeOfDay({ id, field, label, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const shared = { id, value, onChange, onBlur, disabled, invalid, required, describedBy };
  const long = field.format === 'time';
  return (
    <TextControl
      {...shared}
      label={field.name === '' ? label : undefined}
      placeholder={long ? '08:30:00Z' : '08:30'}
      inputMode="numeric"
      autoComplete="off"
      show={textOf}
      read={(text) => (text.trim() === '' ? undefined : long ? tidy(text) : readTime(text))}
    />
  );
}

/** `HH:mm`, or the text itself. */
export function readTime(text: string): string {
  const plain = tidy(text);
  const match = /^(\d{1,2})[:.]?(\d{2})$/.exec(plain);
  return match ? `${(match[1] ?? '').padStart(2, '0')}:${match[2] ?? ''}` : plain;
}

export const examples: Example[] = [{ name: 'time of day', field: exampleField('start', { format: 'time-of-day' }), value: '08:30' }];
