import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sentence } from '#api/error.ts';
import { formQuery } from '#api/model.ts';
import { NO_CALL, query } from '#api/operation.ts';
import type { Json } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { ListSelect } from '#ui/list-select.tsx';
import { exampleField, textOf, type Example, type WidgetProps } from '#widgets/widget.ts';

/** Several of what a call without parameters answers; its options name the call, and in its answer the list, the value and the word. */
export function Choices({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: WidgetProps) {
  const { t } = useTranslation('widgets');
  const option = (name: string): string => textOf(field.options?.[name]);
  const operation = useQuery(formQuery(option('operation'))).data?.operation;
  const answer = useQuery({ ...query<Json>(operation ?? NO_CALL), enabled: operation !== undefined });
  const rows = getPath(answer.data?.data, option('items'));
  const options = (Array.isArray(rows) ? (rows as Json[]) : []).map((row) => {
    const each = textOf(getPath(row, option('value')) as Json);
    return { value: each, label: `${textOf(getPath(row, option('label')) as Json) || each} (${each})` };
  });
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
      loading={answer.isFetching}
      placeholder={t('choose')}
      disabled={disabled ?? false}
      {...(invalid ? { status: 'error' as const } : {})}
      {...(answer.error ? { notFoundContent: sentence(answer.error) } : {})}
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
