import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { resourceQuery, useModel } from '#api/model.ts';
import { listAddress, useViewer } from '#api/viewer.ts';
import type { Field, ListedResource } from '#domain/model.ts';
import { getPath } from '#domain/value.ts';
import { NumberCell } from '#cells/number-cell.tsx';
import { textOf, type CellProps } from '#cells/cell.ts';

/** How many items of one resource refer to a row, as a link to exactly those, where their list can be narrowed so. */
export function countCell(counted: ListedResource, by: string): ComponentType<CellProps> {
  return function CountCell(props) {
    const model = useModel();
    const viewer = useViewer();
    const { data } = useQuery(resourceQuery(by, props.language));
    const filter = data && filterFor(data.resource, counted.name);
    const id = textOf(getPath(props.row, counted.id));
    const address = filter === undefined || !props.value ? undefined : listAddress(model, viewer, by, { [`f.${filter}`]: id });
    if (address === undefined) return <NumberCell {...props} />;
    return (
      <a href={address} data-internal>
        <NumberCell {...props} />
      </a>
    );
  };
}

function filterFor(resource: ListedResource, target: string): string | undefined {
  const refers = ({ ref }: Pick<Field, 'ref'>): boolean => ref !== undefined && 'resource' in ref && ref.resource === target;
  return resource.filters.find((name) =>
    resource.operations.list.some(({ query }) =>
      query.some((param) => param.name === name && (refers(param) || refers(param.items ?? {}))),
    ),
  );
}
