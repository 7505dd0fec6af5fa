import { useQuery } from '@tanstack/react-query';
import { useContext } from '#api/context.ts';
import { useModel } from '#api/model.ts';
import { labelQuery } from '#widgets/relation-labels.ts';
import { exampleField, textOf, type CellProps, type Example } from '#widgets/widget.ts';
import './cell.css';

/** The name of what is referred to, as a link to it. Names of a page of rows are asked for in one call. */
export function RelationCell({ field, value }: CellProps) {
  const model = useModel();
  const context = useContext();
  const ref = field.ref && 'resource' in field.ref ? field.ref : undefined;
  const id = textOf(value);
  const target = ref && model.resources[ref.resource];
  const { data: label } = useQuery({ ...labelQuery(ref ?? { resource: '' }, id, context), enabled: target !== undefined && id !== '' });
  if (id === '') return <span className="wc-none">–</span>;
  if (!target || ref?.value) return <span>{label ?? id}</span>;
  return (
    <a href={`${target.route}?view=${encodeURIComponent(id)}`} data-internal>
      {label ?? id}
    </a>
  );
}

export const examples: Example[] = [
  { name: 'relation cell', field: exampleField('companyId', { ref: { resource: 'Company' } }), value: 'c-acme' },
];
