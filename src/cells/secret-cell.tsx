import { exampleField, type CellProps, type Example } from './cell.ts';

/** Never the value, not even its length. */
export function SecretCell(_props: CellProps) {
  return <span>••••••</span>;
}

export const examples: Example[] = [{ name: 'secret cell', field: exampleField('key', { writeOnly: true }), value: 'hidden' }];
