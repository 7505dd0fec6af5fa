import { readNumber } from '#controls/number/number.tsx';
import { TextControl } from '#controls/text/text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A text or number to look for; of a parameter with several values, the one value. */
export function TextFilter({ id, field, value, onChange, onBlur, disabled }: ControlProps) {
  const list = field.kind === 'array';
  const item = list && field.items ? field.items : field;
  const numeric = item.kind === 'number' || item.kind === 'integer';
  const shared = { id, disabled, onBlur, autoComplete: 'off' };
  return (
    <TextControl
      {...shared}
      value={value}
      inputMode={numeric ? 'decimal' : 'text'}
      show={(shown) => (Array.isArray(shown) ? shown.map(textOf).join(',') : textOf(shown))}
      read={(text) => {
        const plain = text.trim();
        if (plain === '') return undefined;
        if (!list) return numeric ? readNumber(plain) : plain;
        return plain.split(',').map((part) => (numeric ? (readNumber(part) ?? part) : part.trim()));
      }}
      onChange={onChange}
    />
  );
}

export const examples: Example[] = [{ name: 'text filter', field: exampleField('name'), value: 'hq' }];
