import { useQuery } from '@tanstack/react-query';
import { listed } from '#api/language.ts';
import { useWorkspace } from '#api/workspace.ts';
import { resourceQuery, useModel } from '#api/model.ts';
import { exampleField, textOf, type CellProps, type Example } from './cell.ts';
import './cell.css';

/** Names of properties of the kind of item that stands beside them in the row, as its form calls them. */
export function PropertyNamesCell({ field, value, row }: CellProps) {
  const model = useModel();
  const { language } = useWorkspace();
  const resource = textOf(row[textOf(field.options?.['resource'])]);
  const { data } = useQuery({ ...resourceQuery(resource, language), enabled: resource in model.resources });
  if (!Array.isArray(value) || value.length === 0) return <span className="wc-none">–</span>;
  const names = listed(value.map((name) => data?.labels.fields[textOf(name)] ?? textOf(name)));
  return <span title={names}>{names}</span>;
}

export const examples: Example[] = [
  {
    name: 'property names cell',
    field: exampleField('changed', { kind: 'array', widget: 'changes', options: { resource: 'resource' } }),
    value: ['remark'],
    row: { resource: 'Tag' },
  },
];
