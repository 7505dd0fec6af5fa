import { QuantityInput } from './quantity-input.tsx';
import { formatRate, rateUnits } from '#domain/units/bandwidth.ts';
import { readRate } from '#cells/quantity.ts';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A rate in the field's unit; `1.5G` and `200k` are understood. */
export function Bandwidth(props: ControlProps) {
  const unit = props.field.unit ?? 'bps';
  return (
    <QuantityInput
      {...props}
      read={(text) => readRate(text, unit)}
      words={(value) =>
        value * (unit === 'Mbps' ? 1 : 1000) >= 1000
          ? formatRate(
              value,
              rateUnits.find((each) => each === unit),
            )
          : ''
      }
    />
  );
}

export const examples: Example[] = [{ name: 'bandwidth', field: exampleField('bandwidth', { kind: 'number', unit: 'Mbps' }), value: 1500 }];
