import { FormatText } from './format-text.tsx';
import { exampleField, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

export function Text(props: ControlProps) {
  return <FormatText {...props} type={props.field.format === 'email' || props.field.format === 'idn-email' ? 'email' : 'text'} />;
}

export const examples: Example[] = [
  { name: 'text', field: exampleField('name', { limits: { maxLength: 40 } }), value: '总部 HQ' },
  { name: 'text, empty', field: exampleField('name', { example: 'shanghai-01' }) },
];
