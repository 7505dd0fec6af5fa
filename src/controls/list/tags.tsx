import { formats } from '#domain/formats/registry.ts';
import { Chips } from './chips.tsx';
import { readNumber } from '#controls/number/number.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** A list of short texts or numbers. */
export function Tags({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const items = Array.isArray(value) ? value.map(textOf) : [];
  const numeric = field.items?.kind === 'number' || field.items?.kind === 'integer';
  const format = formats[field.items?.format ?? ''];
  const shared = { id, onBlur, disabled, invalid, required, describedBy, max: field.limits?.maxItems };
  return (
    <Chips
      {...shared}
      items={items}
      separator={numeric ? /[,，;；\s]/ : /[,，;；]/}
      isBad={(item) => (numeric ? typeof readNumber(item) !== 'number' : format?.check(item) !== undefined)}
      onItems={(next) => {
        if (next.length === 0) onChange(required || field.limits?.minItems ? [] : undefined);
        else onChange(next.map((item) => (numeric ? (readNumber(item) ?? item) : (format?.normalise?.(item) ?? item))));
      }}
    />
  );
}

export const examples: Example[] = [
  { name: 'tags', field: exampleField('labels', { kind: 'array', items: exampleField('') }), value: ['核心', 'vip'] },
];
