import { useTranslation } from 'react-i18next';
import { tidy } from '#domain/formats/format.ts';
import type { Json } from '#domain/model.ts';
import { TextControl } from '#controls/text/text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Whole or decimal number; arrow keys step. What is no number stays as text, and the validator says so. */
export function NumberInput({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { t } = useTranslation('widgets');
  const { minimum, maximum, multipleOf } = field.limits ?? {};
  const shared = { id, value, onChange, onBlur, disabled, invalid, required, describedBy };
  const suffix = field.unit === undefined ? undefined : t(`unit.${field.unit}`);
  const range = minimum !== undefined && maximum !== undefined ? `${minimum} – ${maximum}` : undefined;
  return (
    <TextControl
      {...shared}
      inputMode={field.kind === 'integer' && (minimum ?? -1) >= 0 ? 'numeric' : 'decimal'}
      placeholder={textOf(field.example) || range}
      suffix={suffix}
      autoComplete="off"
      show={textOf}
      read={readNumber}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        const now = readNumber(event.currentTarget.value) ?? minimum ?? 0;
        if (typeof now !== 'number') return;
        event.preventDefault();
        const next = now + (event.key === 'ArrowUp' ? 1 : -1) * (multipleOf ?? 1);
        onChange(Math.min(maximum ?? Infinity, Math.max(minimum ?? -Infinity, Number(next.toFixed(10)))));
      }}
    />
  );
}

export function readNumber(text: string): Json | undefined {
  const plain = tidy(text);
  if (plain === '') return undefined;
  return NUMBER.test(plain) ? Number(plain) : plain;
}

export const examples: Example[] = [
  { name: 'integer', field: exampleField('priority', { kind: 'integer', limits: { minimum: 1, maximum: 2048 } }), value: 100 },
  { name: 'number with unit', field: exampleField('delay', { kind: 'number', unit: 'ms' }), value: 12.5 },
];
