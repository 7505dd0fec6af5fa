import { useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import { asObject } from '#domain/json.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** What was counted or put together from rows of another list, as a link to them. */
export function ListLinkCell({ field, value, row }: CellProps) {
  const model = useModel();
  const viewer = useViewer();
  const { resource, narrowed, where } = field.options ?? {};
  const text = typeof value === 'number' ? value.toLocaleString('en') : textOf(value);
  if (text === '') return <span className="wc-none">–</span>;
  const filters = [
    ...Object.entries(asObject(narrowed)).map(([name, property]) => [name, textOf(row[textOf(property)])]),
    ...Object.entries(asObject(where)).map(([name, wanted]) => [name, textOf(wanted)]),
  ].map(([name, wanted]) => [`f.${name}`, wanted]);
  const address = listAddress(model, viewer, textOf(resource), Object.fromEntries(filters));
  if (address === undefined || text === '0') return <span>{text}</span>;
  return (
    <a href={address} data-internal>
      {text}
    </a>
  );
}

export const examples: Example[] = [
  {
    name: 'list link cell',
    field: exampleField('count', { widget: 'listLink', options: { resource: 'Tag', narrowed: { name: 'name' } } }),
    value: 3,
    row: { name: 'hq' },
  },
];
