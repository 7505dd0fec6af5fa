import { useWorkspace } from '#api/workspace.ts';
import { QuantityInput } from './quantity-input.tsx';
import { formatDuration, readDuration } from '#cells/quantity.ts';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A span of time in seconds; `1h30m` is understood. */
export function Seconds(props: ControlProps) {
  const { language } = useWorkspace();
  return <QuantityInput {...props} read={readDuration} words={(value) => (value >= 60 ? formatDuration(value, language) : '')} />;
}

export const examples: Example[] = [{ name: 'duration', field: exampleField('lease', { kind: 'integer', unit: 's' }), value: 86_400 }];
