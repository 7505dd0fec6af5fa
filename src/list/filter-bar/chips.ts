import type { Field, Labels, Operation } from '#domain/model.ts';
import { enumLabel } from '#cells/labels.ts';
import { fieldLabel } from '#resource/fields.ts';
import type { PageState } from '#resource/url-state.ts';
import { defaultPreset, timeChoice } from './time-choice.ts';

/** One active filter: its parameters (a range has two), what it is called, and its values in words where they are words. */
export type Chip = {
  names: string[];
  field: Field;
  label: string;
  texts: string[];
  /** A time range that counts back from now. */
  preset?: number;
};

export function chipsOf(op: Operation, labels: Labels, filters: PageState['filters']): Chip[] {
  const chips: Chip[] = [];
  const inRange = new Set([op.range?.start, op.range?.end, op.range?.option]);
  for (const field of op.query) {
    const texts = filters[field.name];
    if (!texts?.length || inRange.has(field.name)) continue;
    chips.push({
      names: [field.name],
      field,
      label: fieldLabel(labels, field),
      texts: [...new Set(texts.map((text) => wordOf(field, labels, text)))],
    });
  }
  const range = rangeChip(op, labels, filters);
  return range ? [...chips, range] : chips;
}

function rangeChip(op: Operation, labels: Labels, filters: PageState['filters']): Chip | undefined {
  const { range, query } = op;
  const field = query.find(({ name }) => name === range?.start);
  if (!range || !field) return undefined;
  const choice = timeChoice(op, filters);
  const chip = {
    names: [range.start, range.end, ...(range.option === undefined ? [] : [range.option])],
    field,
    label: rangeLabel(range, labels, field),
  };
  if (choice.kind === 'ends') return { ...chip, texts: [choice.start ?? '', choice.end ?? ''] };
  if (choice.kind === 'any' || choice.index === defaultPreset(op)) return undefined;
  return { ...chip, texts: [], preset: choice.index };
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
