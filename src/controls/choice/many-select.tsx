import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Json } from '#domain/model.ts';
import { ListSelect } from '#ui/list-select.tsx';
import type { ControlProps } from '#controls/control.ts';

type Props = Pick<ControlProps, 'id' | 'onBlur' | 'disabled' | 'invalid' | 'describedBy'> & {
  chosen: Json[];
  options: { value: string | number | boolean; label: string }[];
  loading?: boolean;
  /** Said in place of options. */
  nothing?: ReactNode;
  onChange: (next: Json[]) => void;
};

/** Several of a list that is searched by its words. */
export function ManySelect({ id, chosen, options, loading, nothing, disabled, invalid, describedBy, onChange, onBlur }: Props) {
  const { t } = useTranslation('widgets');
  return (
    <ListSelect
      id={id}
      mode="multiple"
      style={{ width: '100%' }}
      value={chosen}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      allowClear
      loading={loading ?? false}
      placeholder={t('choose')}
      disabled={disabled ?? false}
      {...(invalid ? { status: 'error' as const } : {})}
      {...(nothing === undefined ? {} : { notFoundContent: nothing })}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
}
