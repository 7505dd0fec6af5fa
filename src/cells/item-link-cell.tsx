import { useModel } from '#api/model.ts';
import { itemAddress, useViewer } from '#api/viewer.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** The name of an item whose kind and id stand beside it in the row, as a link to it where it has a page. */
export function ItemLinkCell({ field, value, row }: CellProps) {
  const model = useModel();
  const viewer = useViewer();
  const { resource, id } = field.options ?? {};
  const address = itemAddress(model, viewer, textOf(row[textOf(resource)]), textOf(row[textOf(id)]));
  const text = textOf(value);
  if (text === '') return <span className="wc-none">–</span>;
  if (address === undefined) return <span>{text}</span>;
  return (
    <a href={address} data-internal>
      {text}
    </a>
  );
}

export const examples: Example[] = [
  {
    name: 'item link cell',
    field: exampleField('label', { widget: 'itemLink', options: { resource: 'resource', id: 'itemId' } }),
    value: 'headquarters',
    row: { resource: 'Tag', itemId: 't-hq' },
  },
];
