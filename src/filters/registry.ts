import type { ComponentType } from 'react';
import type { ControlProps } from '#controls/control.ts';
import type { Field } from '#domain/model.ts';
import { themed } from '#ui/deferred.tsx';
import { BooleanFilter } from './boolean-filter.tsx';
import { EnumFilter } from './enum-filter.tsx';
import { TextFilter } from './text-filter.tsx';

const RelationFilter = themed<ControlProps>(() => import('#controls/relation/relation.tsx').then((module) => module.Relation));
const ChoicesFilter = themed<ControlProps>(() => import('#controls/choice/choices.tsx').then((module) => module.Choices));
const DateFilter = themed<ControlProps>(() => import('#controls/time/date.tsx').then((module) => module.DateTimeInput));

/** The control of a query parameter; an array means any of several. */
export function filterFor(field: Field): ComponentType<ControlProps> {
  const item = field.kind === 'array' && field.items ? field.items : field;
  const ref = field.ref ?? item.ref;
  if (ref && !('in' in ref)) return RelationFilter;
  if (field.widget === 'choices') return ChoicesFilter;
  if (item.values || item.names) return EnumFilter;
  if (item.kind === 'boolean') return BooleanFilter;
  if (item.format === 'date-time' || item.format === 'date') return DateFilter;
  return TextFilter;
}
