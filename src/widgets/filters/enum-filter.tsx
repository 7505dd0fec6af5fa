import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Json } from '#domain/model.ts';
import { enumLabel } from '#widgets/labels.ts';
import { exampleField, type Example, type WidgetProps } from '#widgets/widget.ts';

/** One value, or any of several where the parameter takes several. */
export function EnumFilter({ id, field, labels, value, onChange, disabled }: WidgetProps) {
  const { t } = useTranslation('widgets');
  const list = field.kind === 'array' && field.items !== undefined;
  const item = list && field.items ? field.items : field;
  const options = (item.values ?? []).flatMap((each) => {
    if (each === null || typeof each === 'object') return [];
    const own = enumLabel(labels, field, each);
    return [{ value: each, label: own === String(each) ? enumLabel(labels, item, each) : own }];
  });
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      allowClear
      disabled={disabled ?? false}
      maxTagCount="responsive"
      {...(list ? { mode: 'multiple' as const } : {})}
      showSearch={options.length > 8 || list ? { optionFilterProp: 'label' } : false}
      placeholder={t('any')}
      value={list && value !== undefined && !Array.isArray(value) ? [value] : value}
      options={options}
      onChange={(chosen: Json | undefined) => onChange(Array.isArray(chosen) && chosen.length === 0 ? undefined : chosen)}
    />
  );
}

export const examples: Example[] = [
  {
    name: 'enum filter',
    field: exampleField('status', { kind: 'array', items: exampleField('', { values: ['firing', 'resolved'] }) }),
    value: ['firing'],
  },
];
