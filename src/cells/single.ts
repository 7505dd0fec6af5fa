import type { ComponentType } from 'react';
import type { Field } from '#domain/model.ts';
import { BooleanCell } from './boolean-cell.tsx';
import { ChoicesCell } from './choices-cell.tsx';
import { DateCell } from './date-cell.tsx';
import { EnumCell } from './enum-cell.tsx';
import { ItemLinkCell } from './item-link-cell.tsx';
import { NumberCell } from './number-cell.tsx';
import { ProgressCell } from './progress-cell.tsx';
import { PropertyNamesCell } from './property-names-cell.tsx';
import { RelationCell } from './relation-cell.tsx';
import { SameValueCell } from './same-value-cell.tsx';
import { SecretCell } from './secret-cell.tsx';
import { TextCell } from './text-cell.tsx';
import type { CellProps } from './cell.ts';

/** Values that are read together with what stands elsewhere, in their row or in an answer: by `x-ui.widget`. */
const named: Record<string, ComponentType<CellProps>> = {
  itemLink: ItemLinkCell,
  sameValue: SameValueCell,
  request: SameValueCell,
  changes: PropertyNamesCell,
  progress: ProgressCell,
  choices: ChoicesCell,
};

/** What `x-ui.widget` may name among cells. */
export const cellNames: readonly string[] = Object.keys(named);

/** The cell that a field asks for by name, whatever its kind; that of a secret is never another. */
export function namedCell(field: Field): ComponentType<CellProps> | undefined {
  if (field.writeOnly || field.format === 'password' || field.format === 'secret') return SecretCell;
  return field.widget === undefined ? undefined : named[field.widget];
}

/** The cell of one value, by itself or within a list. */
export function singleCell(field: Field): ComponentType<CellProps> {
  const own = namedCell(field);
  if (own) return own;
  if (field.ref && !('in' in field.ref)) return RelationCell;
  if (field.values || field.names) return EnumCell;
  if (field.kind === 'boolean') return BooleanCell;
  if (field.format === 'date-time' || field.format === 'date') return DateCell;
  if (field.kind === 'number' || field.kind === 'integer') return NumberCell;
  return TextCell;
}
