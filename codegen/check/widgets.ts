import type { Field, FieldKind } from '#domain/model.ts';

type Need = { kinds: readonly FieldKind[]; what: string; but?: (field: Field) => boolean };

const texts: Need = { kinds: ['text'], what: 'a text' };
const numbers: Need = { kinds: ['number', 'integer'], what: 'a number' };
const references: Need = { kinds: ['array'], what: 'a list of references', but: (field) => refersTo(field) === undefined };
const objects: Need = { kinds: ['object'], what: 'an object' };
const rows: Need = { kinds: ['array'], what: 'a list of objects', but: ({ items }) => items?.kind !== 'object' };
const lines: Need = { kinds: ['array'], what: 'a list of texts', but: ({ items }) => items?.kind !== 'text' };
const values: Need = { kinds: ['text', 'number', 'integer', 'boolean'], what: 'an enumeration', but: (field) => !isChoice(field) };

/** On what each widget of the vocabulary can stand; those that are absent take anything. */
const needs: Readonly<Record<string, Need>> = {
  addressRules: lines,
  askedCount: objects,
  bandwidth: numbers,
  bars: rows,
  bytes: numbers,
  cards: rows,
  choices: lines,
  coordinates: texts,
  date: texts,
  'date-time': texts,
  heatMap: objects,
  histogram: objects,
  measuredRange: objects,
  moreOf: objects,
  points: { kinds: ['array'], what: 'a list of numbers', but: ({ items }) => items?.kind !== 'number' && items?.kind !== 'integer' },
  sankey: objects,
  series: objects,
  sheet: objects,
  sparkline: objects,
  stats: objects,
  'email-list': { kinds: ['text', 'array'], what: 'a text or a list of texts' },
  file: texts,
  grid: rows,
  inDocument: {
    kinds: ['text', 'array'],
    what: 'a reference into the document',
    but: ({ ref, items }) => !isInDocument(ref ?? items?.ref),
  },
  exclusive: values,
  'ip-list': lines,
  locate: texts,
  multiEnum: { kinds: ['array'], what: 'a list of an enumeration', but: ({ items }) => items?.values === undefined },
  ordered: references,
  output: lines,
  password: texts,
  permissionTree: lines,
  progress: numbers,
  radio: values,
  seconds: numbers,
  secret: texts,
  select: values,
  suggest: {
    kinds: ['text', 'array'],
    what: 'a text or a list of texts',
    but: ({ kind, items }) => kind === 'array' && items?.kind !== 'text',
  },
  switch: { kinds: ['boolean'], what: 'a boolean' },
  tags: {
    kinds: ['array'],
    what: 'a list of texts, numbers or references',
    but: ({ items }) => items?.values !== undefined || !isScalar(items),
  },
  textarea: texts,
  'time-of-day': texts,
  timeRange: { kinds: ['object'], what: 'a time range' },
  timezone: texts,
};

/** What a widget needs that the field is not; undefined where it fits. */
export function widgetFault(field: Field): string | undefined {
  const need = field.widget === undefined ? undefined : needs[field.widget];
  if (need === undefined) return undefined;
  return need.kinds.includes(field.kind) && need.but?.(field) !== true ? undefined : need.what;
}

function isChoice({ kind, values: said }: Field): boolean {
  return kind === 'boolean' || said !== undefined;
}

function isScalar(field: Field | undefined): boolean {
  return field?.kind === 'text' || field?.kind === 'number' || field?.kind === 'integer';
}

function refersTo({ ref, items }: Field): Field['ref'] {
  const found = ref ?? items?.ref;
  return isInDocument(found) ? undefined : found;
}

function isInDocument(ref: Field['ref']): boolean {
  return ref !== undefined && 'in' in ref;
}
