import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from './control.ts';
import './control.css';

export function BooleanSwitch({ id, value, onChange, onBlur, disabled, invalid, describedBy }: ControlProps) {
  return (
    <input
      type="checkbox"
      // a checkbox says itself whether it is checked
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="switch"
      id={id}
      className="wx-switch"
      checked={value === true}
      disabled={disabled}
      aria-labelledby={`${id}-label`}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={({ target }) => {
        onChange(target.checked);
        onBlur?.();
      }}
    />
  );
}

export const examples: Example[] = [{ name: 'boolean', field: exampleField('enabled', { kind: 'boolean' }), value: true }];
