import { use } from 'react';
import { loadNamespaces, t } from 'i18next';
import type { Json } from '#domain/model.ts';
import { enumLabel } from '#cells/labels.ts';
import { exampleField, type Example } from '#cells/cell.ts';
import { agree } from '#controls/agreed.ts';
import { DocumentContext, type ControlProps } from '#controls/control.ts';
import { EnumInput } from '#controls/choice/enum.tsx';
import { confirm } from '#ui/confirm.tsx';

/** One of several things that may be on: to switch another one on asks to turn the present one off. The default is none of them. */
export function Exclusive(props: ControlProps) {
  const { field, labels, value, onChange, pointer } = props;
  const document = use(DocumentContext);
  const isOn = (each: Json | undefined): each is Json => each !== undefined && each !== field.default;
  const choose = async (next: Json | undefined): Promise<void> => {
    if (isOn(value) && isOn(next) && next !== value) {
      const words = { from: enumLabel(labels, field, value), to: enumLabel(labels, field, next) };
      await loadNamespaces('steps');
      const question = {
        title: t('steps:exclusive.title', words),
        body: t('steps:exclusive.body', words),
        action: t('steps:exclusive.ok', words),
      };
      if (!(await confirm(question))) return;
      if (pointer !== undefined) agree(document, pointer, next);
    }
    onChange(next);
  };
  return <EnumInput {...props} field={{ ...field, widget: 'radio' }} onChange={(next) => void choose(next)} />;
}

export const examples: Example[] = [
  {
    name: 'exclusive',
    field: exampleField('routing', { values: ['disabled', 'ospf', 'bgp'], default: 'disabled', widget: 'exclusive' }),
    value: 'ospf',
  },
];
