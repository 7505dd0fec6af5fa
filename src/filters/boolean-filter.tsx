import { useTranslation } from 'react-i18next';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';
import '#controls/control.css';

/** Yes, no, or either. */
export function BooleanFilter({ id, value, onChange, disabled }: ControlProps) {
  const { t } = useTranslation('widgets');
  return (
    <select
      id={id}
      className="wx-input caret"
      disabled={disabled}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
    >
      <option value="">{t('any')}</option>
      <option value="true">{t('yes')}</option>
      <option value="false">{t('no')}</option>
    </select>
  );
}

export const examples: Example[] = [{ name: 'boolean filter', field: exampleField('enabled', { kind: 'boolean' }), value: true }];
