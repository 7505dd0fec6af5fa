import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '#api/workspace.ts';
import { useModel } from '#api/model.ts';
import { itemAddress, useViewer } from '#api/viewer.ts';
import { labelQuery } from './relation-labels.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** The name of what is referred to, as a link to it. Names of a page of rows are asked for in one call. */
export function RelationCell({ field, value }: CellProps) {
  const model = useModel();
  const workspace = useWorkspace();
  const ref = field.ref && 'resource' in field.ref ? field.ref : undefined;
  const id = textOf(value);
  const viewer = useViewer();
  const known = ref !== undefined && ref.resource in model.resources;
  const { data: label, isLoading } = useQuery({ ...labelQuery(ref ?? { resource: '' }, id, workspace), enabled: known && id !== '' });
  if (id === '') return <span className="wc-none">–</span>;
  // what is stored is nothing to read: the name is on its way
  if (isLoading) return <span className="wc-none">…</span>;
  // a reference by another property than the id has no address
  const address = known && !ref.value ? itemAddress(model, viewer, ref.resource, id) : undefined;
  if (address === undefined) return <span>{label ?? id}</span>;
  return (
    <a href={address} data-internal>
      {label ?? id}
    </a>
  );
}

export const examples: Example[] = [
  { name: 'relation cell', field: exampleField('companyId', { ref: { resource: 'Company' } }), value: 'c-acme' },
];
