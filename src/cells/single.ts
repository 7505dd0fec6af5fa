import type { ComponentType } from 'react';
import type { Field } from '#domain/model.ts';
import { BooleanCell } from './boolean-cell.tsx';
import { ChoicesCell } from './choices-cell.tsx';
import { DateCell } from './date-cell.tsx';
import { EnumCell } from './enum-cell.tsx';
import { ItemLinkCell } from './item-link-cell.tsx';
import { ListLinkCell } from './list-link-cell.tsx';
import { NumberCell } from './number-cell.tsx';
import { ProgressCell } from './progress-cell.tsx';
import { PropertyNamesCell } from './property-names-cell.tsx';
import { RelationCell } from './relation-cell.tsx';
import { SameValueCell } from './same-value-cell.tsx';
import { SecretCell } from './secret-cell.tsx';
import { TextCell } from './text-cell.tsx';
import { loadNamespaces } from 'i18next';
import { chunk } from '#api/chunk.ts';
import { deferred } from '#ui/deferred.tsx';
import type { CellProps } from './cell.ts';

/** Cells that ask a call of their own come, with their words, when the first of them is shown. */
const asking = (load: () => Promise<ComponentType<CellProps>>): ComponentType<CellProps> =>
  deferred(() => chunk(() => Promise.all([load(), loadNamespaces('charts')]).then(([cell]) => cell)));

/** Values that are read together with what stands elsewhere, in their row or in an answer: by `x-ui.widget`. */
const named: Record<string, ComponentType<CellProps>> = {
  itemLink: ItemLinkCell,
  listLink: ListLinkCell,
  sameValue: SameValueCell,
  request: SameValueCell,
  changes: PropertyNamesCell,
  progress: ProgressCell,
  choices: ChoicesCell,
  askedCount: asking(() => import('./asked-count-cell.tsx').then((module) => module.AskedCountCell)),
  sparkline: asking(() => import('./sparkline-cell.tsx').then((module) => module.SparklineCell)),
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
