import { useTranslation } from 'react-i18next';
import type { Field } from '#domain/model.ts';
import { enumLabel } from './labels.ts';
import { singleCell } from './single.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

const FIRST = 3;
/** Letters that the first items may have together; an ideograph is two, the frame of an item three. */
const LETTERS = 22;
const FRAME = 3;

/** The first few items, and how many more there are. */
export function ListCell({ field, value, row, labels, language }: CellProps) {
  const { t } = useTranslation('widgets');
  if (!Array.isArray(value) || value.length === 0)
    return field.empty === 'all' ? <span>{t('all')}</span> : <span className="wc-none">–</span>;
  const item = field.items;
  if (!item || item.kind === 'object' || item.kind === 'array' || item.kind === 'json')
    return <span>{t('count', { count: value.length })}</span>;
  const shown: Field = { ...item, ref: item.ref ?? field.ref, path: item.path || field.path };
  const Cell = singleCell(shown);
  // names of other things are long: one whole name says more than three cut ones; what is stored of them says nothing
  const isReference = shown.ref !== undefined && field.widget !== 'tags';
  const first = isReference ? 1 : whole(value.slice(0, FIRST).map((each) => enumLabel(labels, shown, each)));
  return (
    <span
      className="wc-tags"
      title={
        !shown.ref && value.length > first
          ? value
              .slice(0, 50)
              .map((each) => enumLabel(labels, shown, each))
              .join('\n')
          : undefined
      }
    >
      {value.slice(0, first).map((each, index) => (
        <span key={`${index}:${textOf(each)}`} className="wc-tag">
          <Cell field={shown} value={each} row={row} labels={labels} language={language} />
        </span>
      ))}
      {value.length > first && <span className="wc-none">+{value.length - first}</span>}
    </span>
  );
}

/** How many of these texts stand side by side uncut; one in any case. */
function whole(texts: string[]): number {
  let letters = 0;
  const over = texts.findIndex(
    (text) => (letters += Array.from(text).reduce((sum, char) => sum + (char > '\u2e80' ? 2 : 1), FRAME)) > LETTERS,
  );
  return over < 0 ? texts.length : Math.max(1, over);
}

export const examples: Example[] = [
  {
    name: 'list cell',
    field: exampleField('dns', { kind: 'array', items: exampleField('', { format: 'ip' }) }),
    value: ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4'],
  },
  {
    name: 'empty list that means all',
    field: { ...exampleField('sites', { kind: 'array', items: exampleField('', {}) }), empty: 'all' },
    value: [],
  },
];
