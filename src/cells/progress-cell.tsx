import { exampleField, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** How much of a whole: a bar and its figure. The whole is 100, or `of`: the number that stands beside it under that name. */
export function ProgressCell({ field, value, row }: CellProps) {
  if (typeof value !== 'number') return <span className="wc-none">–</span>;
  const name = field.options?.['of'];
  const beside = typeof name === 'string' ? row[name] : undefined;
  const whole = typeof beside === 'number' ? beside : 100;
  const number = new Intl.NumberFormat('en');
  const text = name === undefined ? `${number.format(value)} %` : `${number.format(value)} / ${number.format(whole)}`;
  return (
    <span className="wc-progress">
      {/* the figure beside it says the same */}
      <progress aria-hidden="true" max={Math.max(whole, 1)} value={value} />
      <span>{text}</span>
    </span>
  );
}

export const examples: Example[] = [
  { name: 'progress cell', field: exampleField('progress', { kind: 'integer', unit: '%' }), value: 38 },
  {
    name: 'progress cell of a number',
    field: exampleField('used', { kind: 'integer', options: { of: 'total' } }),
    value: 1200,
    row: { total: 4096 },
  },
];
