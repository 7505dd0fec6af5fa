import { Switch } from 'antd';
import { exampleField, type Example, type WidgetProps } from '#widgets/widget.ts';

export function BooleanSwitch({ id, value, onChange, onBlur, disabled, invalid, describedBy }: WidgetProps) {
  return (
    <Switch
      id={id}
      checked={value === true}
      disabled={disabled ?? false}
      aria-labelledby={`${id}-label`}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(checked) => {
        onChange(checked);
        onBlur?.();
      }}
    />
  );
}

export const examples: Example[] = [{ name: 'boolean', field: exampleField('enabled', { kind: 'boolean' }), value: true }];
