import { t } from 'i18next';
import { formats } from '#domain/formats/registry.ts';
import type { Field, Labels } from '#domain/model.ts';
import { enumLabel } from '#cells/labels.ts';
import { itemOf } from './convert.ts';

/** What a cell may hold, in one line: type, allowed words, limits. */
export function describeField(field: Field, labels: Labels): string {
  if (field.values && !field.open) return t('resource:template.oneOf', { values: wordsOf(field, labels).join(' / ') });
  if (field.kind === 'array' && field.items && isLine(field.items))
    return t('resource:template.several', { each: describeField(itemOf(field, field.items), labels) });
  const { minimum, maximum, minLength, maxLength } = field.limits ?? {};
  const parts = [
    field.kind === 'boolean'
      ? `${t('resource:export.yes')} / ${t('resource:export.no')}`
      : isLine(field)
        ? t(TIMES[field.format ?? ''] ?? `resource:template.kinds.${field.kind}`)
        : 'JSON',
    ...(field.unit ? [field.unit] : []),
    ...(minimum === undefined ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined ? [] : [`≤ ${maximum}`]),
    ...(minLength === undefined || minLength <= 1 ? [] : [t('resource:template.minLength', { limit: minLength })]),
    ...(maxLength === undefined ? [] : [t('resource:template.maxLength', { limit: maxLength })]),
    ...(field.ref && !('in' in field.ref) ? [t('resource:template.id')] : []),
  ];
  const example = exampleOf(field, labels);
  if (field.format && example !== '') parts.push(t('resource:template.such', { example }));
  return parts.join(t('resource:template.comma'));
}

/** A text that such a cell may hold; nothing where only a stored row or a person could say. */
export function exampleOf(field: Field, labels: Labels): string {
  if (field.values) return wordsOf(field, labels)[0] ?? '';
  if (field.ref) return '';
  const given = field.example ?? field.default;
  if (given !== undefined && given !== null) return typeof given === 'object' ? JSON.stringify(given) : String(given);
  if (field.format === 'date-time') return '2026-01-31 08:30:00';
  switch (field.kind) {
    case 'boolean':
      return t('resource:export.yes');
    case 'integer':
    case 'number':
      return String(field.limits?.minimum ?? Math.min(1, field.limits?.maximum ?? 1));
    case 'text':
      return CANDIDATES.find((text) => fits(field, text)) ?? '';
    case 'array':
      return field.items ? exampleOf(field.items, labels) : '';
    default:
      return '';
  }
}

/** A time is written as an export writes it, and called a time. */
const TIMES: Readonly<Record<string, string>> = { 'date-time': 'resource:template.time', date: 'resource:template.date' };

/** The words of an enumeration, in the reader's language. */
function wordsOf(field: Field, labels: Labels): string[] {
  return (field.values ?? []).map((value) => enumLabel(labels, field, value));
}

/** Whether the whole of it is written as text; all else is JSON in its cell. */
function isLine({ kind }: Field): boolean {
  return kind === 'text' || kind === 'number' || kind === 'integer' || kind === 'boolean';
}

/** One of these is good for every format that we have. */
const CANDIDATES = [
  'Example 1', 'Example_1', 'example', '10.0.0.1', '10.0.0.0/24', '10.0.0.1-10.0.0.9', '24', '80', '00:1a:2b:3c:4d:5e', 'name@example.com',
  'example.com', 'https://example.com', '13800138000', '2026-01-31', '08:30', '1-5', '116.397,39.909', '64512', '0xff',
]; // prettier-ignore

function fits({ format, limits = {} }: Field, text: string): boolean {
  const { minLength = 0, maxLength = Infinity, pattern } = limits;
  if (text.length < minLength || text.length > maxLength) return false;
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) return false;
  return format === undefined || formats[format]?.check(text) === undefined;
}
