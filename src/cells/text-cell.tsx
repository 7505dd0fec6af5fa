import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** Text as it is; addresses and the like in a fixed-width face. */
export function TextCell({ field, value }: CellProps) {
  if (value === undefined || value === null || value === '') return <span className="wc-none">–</span>;
  const text = textOf(value);
  return (
    <span className={MONO.test(field.format ?? '') ? 'wc-mono' : undefined} title={text.length > 40 ? text : undefined}>
      {text}
    </span>
  );
}

/** Addresses, ports and what is written like them. */
const MONO = /^(?:ip|cidr|mac|port-list|uuid|fwmark)/;

export const examples: Example[] = [
  { name: 'text cell', field: exampleField('name'), value: '上海 总部' },
  { name: 'address cell', field: exampleField('ip', { format: 'ip' }), value: '10.0.0.1' },
  { name: 'empty cell', field: exampleField('name') },
];
