import type { Field, Labels, Operation } from '#domain/model.ts';
import { enumLabel } from '#widgets/labels.ts';
import { fieldLabel } from '#resource/fields.ts';
import type { PageState } from '#resource/url-state.ts';

/** One active filter: its parameters (a range has two), what it is called, and its values in words where they are words. */
export type Chip = { names: string[]; field: Field; label: string; texts: string[] };

export function chipsOf(op: Operation, labels: Labels, filters: PageState['filters']): Chip[] {
  const chips: Chip[] = [];
  for (const field of op.query) {
    const texts = filters[field.name];
    if (!texts?.length || field.name === op.range?.end) continue;
    if (field.name === op.range?.start) continue;
    chips.push({ names: [field.name], field, label: fieldLabel(labels, field), texts: texts.map((text) => wordOf(field, labels, text)) });
  }
  const range = rangeChip(op, labels, filters);
  return range ? [...chips, range] : chips;
}

function rangeChip({ range, query }: Operation, labels: Labels, filters: PageState['filters']): Chip | undefined {
  const field = query.find(({ name }) => name === range?.start);
  const start = filters[range?.start ?? '']?.[0];
  const end = filters[range?.end ?? '']?.[0];
  if (!range || !field || (!start && !end)) return undefined;
  return { names: [range.start, range.end], field, label: rangeLabel(range, labels, field), texts: [start ?? '', end ?? ''] };
}

/** A range is named after the property that it limits. */
export function rangeLabel(range: NonNullable<Operation['range']>, labels: Labels, field: Field): string {
  return (range.property && labels.fields[range.property]) || fieldLabel(labels, field);
}

function wordOf(field: Field, labels: Labels, text: string): string {
  const each = field.kind === 'array' && field.items ? field.items : field;
  const known = enumLabel(labels, field, text);
  return known === text ? enumLabel(labels, each, text) : known;
}
