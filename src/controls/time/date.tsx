import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A day, `2026-01-31`. */
export function DateInput(props: ControlProps) {
  return <Picker {...props} format="YYYY-MM-DD" write={(day) => day.format('YYYY-MM-DD')} />;
}

/** A moment, RFC 3339 on the wire, the browser's zone on the screen. */
export function DateTimeInput(props: ControlProps) {
  return <Picker {...props} time format="YYYY-MM-DD HH:mm:ss" write={(day) => day.toISOString()} />;
}

type Props = ControlProps & { format: string; time?: true; write: (day: dayjs.Dayjs) => string };

function Picker({ id, value, onChange, onBlur, disabled, invalid, required, describedBy, format, time, write }: Props) {
  const day =
    value === undefined || value === null ? undefined : dayjs(/^\d{10}$/.test(textOf(value)) ? Number(value) * 1000 : textOf(value));
  return (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      value={day?.isValid() ? day : null}
      format={format}
      showTime={time ?? false}
      allowClear={!required}
      disabled={disabled ?? false}
      {...(invalid ? { status: 'error' as const } : {})}
      aria-invalid={invalid || undefined}
      aria-required={required || undefined}
      aria-describedby={describedBy}
      // it takes the day that was typed; the form is not sent along with it
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      onChange={(next: dayjs.Dayjs | null) => onChange(next?.isValid() ? write(next) : undefined)}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

export const examples: Example[] = [
  { name: 'date', field: exampleField('from', { format: 'date' }), value: '2026-11-21' },
  { name: 'date-time', field: exampleField('at', { format: 'date-time' }), value: '2026-11-21T08:00:00Z' },
];
