import type { ComponentType } from 'react';
import type { WidgetProps } from '#cells/widget.ts';
import type { Field } from '#domain/model.ts';
import { themed } from '#ui/deferred.tsx';
import { BooleanFilter } from './boolean-filter.tsx';
import { EnumFilter } from './enum-filter.tsx';
import { TextFilter } from './text-filter.tsx';

const RelationFilter = themed<WidgetProps>(() => import('#controls/relation/relation.tsx').then((module) => module.Relation));
const DateFilter = themed<WidgetProps>(() => import('#controls/time/date.tsx').then((module) => module.DateTimeInput));

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
