import { useTranslation } from 'react-i18next';
import { exampleField, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** Yes or no: in the tone that the contract gives it, else green for what is switched on. What is neither good nor bad is plain text. */
export function BooleanCell({ field, value }: CellProps) {
  const { t } = useTranslation('widgets');
  if (typeof value !== 'boolean') return <span className="wc-none">–</span>;
  const word = t(value ? 'yes' : 'no');
  const tone = field.tone?.[String(value)] ?? (field.widget === 'switch' ? (value ? 'success' : 'neutral') : undefined);
  return tone === undefined ? (
    <span>{word}</span>
  ) : (
    <span className="wc-tag" data-tone={tone}>
      {word}
    </span>
  );
}

const kinds = [
  exampleField('forced', { kind: 'boolean' }),
  exampleField('enabled', { kind: 'boolean', widget: 'switch' }),
  exampleField('exceeded', { kind: 'boolean', tone: { true: 'danger', false: 'success' } }),
];

export const examples: Example[] = kinds.flatMap((field) =>
  [true, false].map((value) => ({ name: `boolean cell, ${field.name}`, field, value })),
);
