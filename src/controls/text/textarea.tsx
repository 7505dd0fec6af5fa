import { TextControl } from './text-control.tsx';
import { exampleField, textOf, type Example } from '#cells/cell.ts';
import type { ControlProps } from '#controls/control.ts';

export function TextArea({ id, field, value, onChange, onBlur, disabled, invalid, required, describedBy }: ControlProps) {
  const max = field.limits?.maxLength;
  const shared = { id, value, onChange, onBlur, disabled, invalid, required, describedBy };
  return (
    <div>
      <TextControl {...shared} rows={3} show={textOf} read={(text) => (text === '' ? undefined : text)} />
      {max !== undefined && (
        <div className="wx-note" style={{ textAlign: 'end' }} aria-hidden>
          {Array.from(textOf(value)).length} / {max}
        </div>
      )}
    </div>
  );
}

export const examples: Example[] = [
  { name: 'textarea', field: exampleField('remark', { widget: 'textarea', limits: { maxLength: 200 } }), value: '两栋主楼\n第二行' },
];
