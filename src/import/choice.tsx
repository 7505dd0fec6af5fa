import { useId } from 'react';
import './choice.css';

type ChoiceProps<T extends string> = { legend: string; options: Record<T, string>; value: T; onChange: (value: T) => void };

export function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="rb-choice">
      <legend>{legend}</legend>
      {(Object.keys(options) as T[]).map((key) => (
        <label key={key}>
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          {options[key]}
        </label>
      ))}
    </fieldset>
  );
}
