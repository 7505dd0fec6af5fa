import { email } from '#domain/formats/email.ts';
import { Chips } from './chips.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

/** Mailboxes as chips; the value is an array, or a text separated by semicolons where the schema says text. */
export function EmailList({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const items = Array.isArray(value)
    ? value.map(textOf)
    : textOf(value)
        .split(';')
        .map((item) => item.trim())
        .filter(Boolean);
  const shared = { id, onBlur, disabled, invalid, required, describedBy };
  return (
    <Chips
      {...shared}
      items={items}
      separator={/[;；,，\s]/}
      isBad={(item) => email.check(item) !== undefined}
      placeholder="name@example.com"
      onItems={(next) => onChange(next.length === 0 ? undefined : field.kind === 'array' ? next : next.join(';'))}
    />
  );
}

export const examples: Example[] = [
  { name: 'email list', field: exampleField('mails', { format: 'email-list' }), value: 'noc@example.com;bad@' },
];
