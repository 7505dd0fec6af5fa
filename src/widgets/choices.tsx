import { useTranslation } from 'react-i18next';
import { sentence } from '#api/error.ts';
import { ListSelect } from '#ui/list-select.tsx';
import { useChoices } from '#widgets/choice-options.ts';
import { exampleField, textOf, type Example, type WidgetProps } from '#widgets/widget.ts';

/** Several of what a call without parameters answers; its options name the call, and in its answer the list, the value and the word. */
export function Choices({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: WidgetProps) {
  const { t } = useTranslation('widgets');
  const { choices, fetching, error } = useChoices(field);
  const options = choices.map((choice) => ({ value: choice.value, label: `${choice.name} (${choice.value})` }));
  const chosen = Array.isArray(value) ? value.map(textOf) : [];
  return (
    <ListSelect
      id={id}
      mode="multiple"
      style={{ width: '100%' }}
      value={chosen}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      loading={fetching}
      placeholder={t('choose')}
      disabled={disabled ?? false}
      {...(invalid ? { status: 'error' as const } : {})}
      {...(error ? { notFoundContent: sentence(error) } : {})}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(next: string[]) => onChange(next.length === 0 && !required ? undefined : next)}
      onBlur={onBlur}
    />
  );
}

export const examples: Example[] = [
  {
    name: 'choices of a call',
    field: exampleField('codes', {
      kind: 'array',
      items: exampleField(''),
      options: { operation: 'getAlertDictionary', items: 'codes', value: 'code', label: 'name' },
    }),
    value: ['link.loss'],
  },
];
