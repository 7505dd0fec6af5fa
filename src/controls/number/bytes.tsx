import { QuantityInput } from './quantity-input.tsx';
import { formatBytes } from '#domain/units/bytes.ts';
import { readSize } from '#cells/quantity.ts';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A size in bytes; `1.5 MB` is understood, 1024-based. */
export function Bytes(props: ControlProps) {
  return <QuantityInput {...props} read={readSize} words={(value) => (value >= 1024 ? formatBytes(value) : '')} />;
}

export const examples: Example[] = [{ name: 'bytes', field: exampleField('size', { kind: 'integer', unit: 'B' }), value: 1_048_576 }];
