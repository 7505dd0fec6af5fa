import { useTranslation } from 'react-i18next';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** What several rows share, such as the request that wrote them: a link narrows the list to those rows. */
export function SameValueCell({ field, value }: CellProps) {
  const { t } = useTranslation('widgets');
  const text = textOf(value);
  if (text === '') return <span className="wc-none">–</span>;
  const search = new URLSearchParams(location.search);
  for (const name of ['view', 'page', 'cursor']) search.delete(name);
  search.set(`f.${field.name}`, text);
  return (
    <a href={`${location.pathname}?${search.toString()}`} className="wc-mono" title={t('sameValue')} data-internal>
      {text}
    </a>
  );
}

export const examples: Example[] = [{ name: 'same value cell', field: exampleField('requestId', { widget: 'sameValue' }), value: 'req-1' }];
