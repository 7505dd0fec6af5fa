import { useTranslation } from 'react-i18next';
import { exampleField, type CellProps, type Example } from '#widgets/widget.ts';
import './cell.css';

export function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation('widgets');
  if (typeof value !== 'boolean') return <span className="wc-none">–</span>;
  return (
    <span className="wc-tag" data-tone={value ? 'success' : 'neutral'}>
      {t(value ? 'yes' : 'no')}
    </span>
  );
}

export const examples: Example[] = [true, false].map((value) => ({
  name: 'boolean cell',
  field: exampleField('enabled', { kind: 'boolean' }),
  value,
}));
