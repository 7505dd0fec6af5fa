import type { ComponentType } from 'react';
import type { Field } from '#domain/model.ts';
import { BooleanCell } from './boolean-cell.tsx';
import { ChoicesCell } from './choices-cell.tsx';
import { DateCell } from './date-cell.tsx';
import { EnumCell } from './enum-cell.tsx';
import { ItemLinkCell } from './item-link-cell.tsx';
import { ListCell } from './list-cell.tsx';
import { NumberCell } from './number-cell.tsx';
import { PropertyNamesCell } from './property-names-cell.tsx';
import { ProgressCell } from './progress-cell.tsx';
import { RelationCell } from './relation-cell.tsx';
import { SameValueCell } from './same-value-cell.tsx';
import { SecretCell } from './secret-cell.tsx';
import { TextCell } from './text-cell.tsx';
import { themed } from '#ui/deferred.tsx';
import { BooleanFilter } from '#filters/boolean-filter.tsx';
import { EnumFilter } from '#filters/enum-filter.tsx';
import { TextFilter } from '#filters/text-filter.tsx';
import type { CellProps, WidgetProps } from './widget.ts';

const RelationFilter = themed<WidgetProps>(() => import('#controls/relation/relation.tsx').then((module) => module.Relation));
const DateFilter = themed<WidgetProps>(() => import('#controls/time/date.tsx').then((module) => module.DateTimeInput));

/** Values that are read together with what stands elsewhere, in their row or in an answer: by `x-ui.widget`. */
const together: Record<string, ComponentType<CellProps>> = {
  itemLink: ItemLinkCell,
  sameValue: SameValueCell,
  request: SameValueCell,
  changes: PropertyNamesCell,
  progress: ProgressCell,
  choices: ChoicesCell,
};

/** How a value is shown in tables and details. The controls of forms are in form-registry.ts: a list needs none of them. */
export function cellFor(field: Field): ComponentType<CellProps> {
  if (field.writeOnly || field.format === 'password' || field.format === 'secret') return SecretCell;
  const own = field.widget === undefined ? undefined : together[field.widget];
  if (own) return own;
  if (field.kind === 'array') return ListCell;
  if (field.ref && !('in' in field.ref)) return RelationCell;
  if (field.values || field.names) return EnumCell;
  if (field.kind === 'boolean') return BooleanCell;
  if (field.format === 'date-time' || field.format === 'date') return DateCell;
  if (field.kind === 'number' || field.kind === 'integer') return NumberCell;
  return TextCell;
}

/** The control of a query parameter; an array means any of several. */
export function filterFor(field: Field): ComponentType<WidgetProps> {
  const item = field.kind === 'array' && field.items ? field.items : field;
  const ref = field.ref ?? item.ref;
  if (ref && !('in' in ref)) return RelationFilter;
  if (item.values || item.names) return EnumFilter;
  if (item.kind === 'boolean') return BooleanFilter;
  if (item.format === 'date-time' || item.format === 'date') return DateFilter;
  return TextFilter;
}
