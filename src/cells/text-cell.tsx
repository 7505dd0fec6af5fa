import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** Text as it is; addresses and the like in a fixed-width face. */
export function TextCell({ field, value }: CellProps) {
  if (value === undefined || value === null || value === '') return <span className="wc-none">–</span>;
  const text = textOf(value);
  return (
    <span className={field.format && MONO.has(field.format) ? 'wc-mono' : undefined} title={text.length > 40 ? text : undefined}>
      {text}
    </span>
  );
}

const MONO = new Set([
  'ip',
  'ipv4',
  'ipv6',
  'ip-or-star',
  'ip-range',
  'cidr',
  'cidr-host',
  'cidr-or-empty',
  'mac',
  'mac-or-star',
  'port-list',
  'uuid',
  'fwmark',
]);

export const examples: Example[] = [
  { name: 'text cell', field: exampleField('name'), value: '上海 总部' },
  { name: 'address cell', field: exampleField('ip', { format: 'ip' }), value: '10.0.0.1' },
  { name: 'empty cell', field: exampleField('name') },
];
