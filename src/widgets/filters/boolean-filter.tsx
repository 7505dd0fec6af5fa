import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { exampleField, type Example, type WidgetProps } from '#widgets/widget.ts';

/** Yes, no, or either. */
export function BooleanFilter({ id, value, onChange, disabled }: WidgetProps) {
  const { t } = useTranslation('widgets');
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      allowClear
      disabled={disabled ?? false}
      placeholder={t('any')}
      value={typeof value === 'boolean' ? String(value) : undefined}
      options={[
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      onChange={(chosen: string | undefined) => onChange(chosen === undefined ? undefined : chosen === 'true')}
    />
  );
}

export const examples: Example[] = [{ name: 'boolean filter', field: exampleField('enabled', { kind: 'boolean' }), value: true }];
