import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListSelect } from '#ui/list-select.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A zone of the tz database, found by name or by offset. */
export function TimeZone({ id, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const options = useMemo(() => zones(), []);
  return (
    <ListSelect
      id={id}
      style={{ width: '100%' }}
      value={textOf(value) || undefined}
      options={options}
      placeholder={t('choose')}
      allowClear={!required}
      disabled={disabled ?? false}
      showSearch={{ optionFilterProp: 'label' }}
      {...(invalid ? { status: 'error' as const } : {})}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(zone: string | undefined) => onChange(zone)}
      onBlur={onBlur}
    />
  );
}

function zones(): { value: string; label: string }[] {
  const now = new Date();
  return ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, label: `${zone} (${offset(zone, now)})` }));
}

function offset(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(now);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

export const examples: Example[] = [{ name: 'timezone', field: exampleField('timezone', { format: 'timezone' }), value: 'Asia/Shanghai' }];
