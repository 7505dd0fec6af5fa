import type { ComponentType } from 'react';
import type { Field } from '#domain/model.ts';
import { ListCell } from './list-cell.tsx';
import { namedCell, singleCell } from './single.ts';
import type { CellProps } from './cell.ts';

/** How a value is shown in tables and details. The controls of forms have a registry of their own: a list needs none of them. */
export function cellFor(field: Field): ComponentType<CellProps> {
  return namedCell(field) ?? (field.kind === 'array' ? ListCell : singleCell(field));
}
