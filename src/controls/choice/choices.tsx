import { errorMessage } from '#api/error.ts';
import { exampleChoices, useChoices } from '#cells/choice-options.ts';
import { ManySelect } from './many-select.tsx';
import { textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** Several of what a call without parameters answers; its options name the call, and in its answer the list, the value and the word. */
export function Choices({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const { choices, fetching, error } = useChoices(field);
  return (
    <ManySelect
      id={id}
      chosen={Array.isArray(value) ? value.map(textOf) : []}
      options={choices.map((choice) => ({ value: choice.value, label: `${choice.name} (${choice.value})` }))}
      loading={fetching}
      nothing={error ? errorMessage(error) : undefined}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      onChange={(next) => onChange(next.length === 0 && !required ? undefined : next)}
      onBlur={onBlur}
    />
  );
}

export const examples: Example[] = [{ name: 'choices of a call', field: exampleChoices, value: ['link.loss'] }];
