import { asNumber, asObject, asText, texts } from '#domain/json.ts';
import { setPointer } from '#domain/pointer.ts';
import type { Random } from '#server/simulator/random.ts';
import { formatValues } from '#tests/contract/fuzz/format-values.ts';
import type { Schema } from '#tests/contract/fuzz/request-schema.ts';
import { dereference } from '#tests/support/contract-document.ts';
import { activeBranches } from '#tests/contract/fuzz/valid.ts';

/** Of a number that no schema need forbid: nobody can tell it from its neighbours. */
export const UNSAFE = 'number past 2^53';

/** One way to break a document: where, how, and what it is then. */
export type Break = { pointer: string; how: string; doc: unknown };

/** Longest array that is filled up to be too long. */
const LONGEST = 70;

/** Every way in which a valid document can be broken in one place. */
export function breaksOf(schema: unknown, doc: unknown, random: Random): Break[] {
  const found: Break[] = [];
  visit(
    schema,
    doc,
    '',
    (pointer, how, value) => found.push({ pointer, how, doc: pointer === '' ? value : setPointer(doc, pointer, value) }),
    random,
  );
  return found;
}

type Tell = (pointer: string, how: string, value: unknown) => void;

function visit(given: unknown, value: unknown, pointer: string, tell: Tell, random: Random): void {
  const schema = dereference(given);
  // a choice of schemas is broken as a whole only: which of them was meant is not told
  if (schema['oneOf'] || schema['anyOf']) return;
  if (schema['const'] !== undefined || schema['enum'] !== undefined) return tell(pointer, 'enum', 'no such value');
  tellType(schema, pointer, tell);
  if (typeof value === 'string') breakText(schema, value, pointer, tell, random);
  if (typeof value === 'number') breakNumber(schema, pointer, tell);
  if (Array.isArray(value)) breakArray(schema, value, pointer, tell, random);
  else if (value !== null && typeof value === 'object') breakObject(schema, asObject(value), pointer, tell, random);
}

const others: Readonly<Record<string, unknown>> = { string: 12, integer: 'one', number: 'one', boolean: 'yes', array: {}, object: 'text' };

function tellType(schema: Schema, pointer: string, tell: Tell): void {
  const type = schema['type'];
  if (typeof type !== 'string' || !(type in others)) return;
  tell(pointer, 'type', others[type]);
  if (type === 'integer') tell(pointer, 'type', 1.5);
  tell(pointer, 'type', null);
}

function breakText(schema: Schema, value: string, pointer: string, tell: Tell, random: Random): void {
  const { pattern } = schema;
  const format = asText(schema['format']);
  const [minLength, maxLength] = [asNumber(schema['minLength']), asNumber(schema['maxLength'])];
  if (format !== undefined) tell(pointer, `format ${format}`, random.pick(formatValues[format]?.bad ?? ['']));
  if (minLength !== undefined && minLength > 0) tell(pointer, 'minLength', '');
  if (maxLength !== undefined && maxLength < 20_000)
    tell(pointer, 'maxLength', (value || 'a').repeat(maxLength + 1).slice(0, maxLength * 2 + 2));
  if (pattern !== undefined) tell(pointer, 'pattern', '\u{7}');
}

function breakNumber(schema: Schema, pointer: string, tell: Tell): void {
  for (const value of [2 ** 53, -1e20, 1e300]) tell(pointer, UNSAFE, value);
  const [minimum, maximum] = [asNumber(schema['minimum']), asNumber(schema['maximum'])];
  const [exclusiveMinimum, multipleOf] = [asNumber(schema['exclusiveMinimum']), asNumber(schema['multipleOf'])];
  if (minimum !== undefined) tell(pointer, 'minimum', minimum - 1);
  if (exclusiveMinimum !== undefined) tell(pointer, 'exclusiveMinimum', exclusiveMinimum);
  if (maximum !== undefined) tell(pointer, 'maximum', maximum + 1);
  if (multipleOf !== undefined && multipleOf > 1) tell(pointer, 'multipleOf', (minimum ?? 0) + multipleOf + 1);
}

function breakArray(schema: Schema, value: unknown[], pointer: string, tell: Tell, random: Random): void {
  const [minItems, maxItems] = [asNumber(schema['minItems']), asNumber(schema['maxItems'])];
  const { uniqueItems } = schema;
  if (minItems !== undefined && minItems > 0) tell(pointer, 'minItems', value.slice(0, minItems - 1));
  if (uniqueItems === true && value.length > 0 && value.length < (maxItems ?? Infinity)) tell(pointer, 'uniqueItems', [...value, value[0]]);
  if (maxItems !== undefined && maxItems < LONGEST && value.length > 0 && uniqueItems !== true)
    tell(
      pointer,
      'maxItems',
      Array.from({ length: maxItems + 1 }, (_, index) => value[index % value.length]),
    );
  for (const [index, item] of value.entries()) visit(schema['items'], item, `${pointer}/${index}`, tell, random);
}

function breakObject(schema: Schema, value: Record<string, unknown>, pointer: string, tell: Tell, random: Random): void {
  const parts = [schema, ...activeBranches(schema, value)];
  if (parts.some((part) => part['additionalProperties'] === false || part['unevaluatedProperties'] === false))
    tell(`${pointer}/noSuchProperty`, 'unknown property', 1);
  for (const name of new Set(parts.flatMap((part) => texts(part['required'])))) {
    if (!(name in value)) continue;
    const { [name]: _, ...rest } = value;
    tell(pointer, `required ${name}`, rest);
  }
  for (const [name, inner] of Object.entries(value)) {
    const property = parts.map((part) => asObject(part['properties'])[name]).find((each) => each !== undefined && each !== true);
    if (property !== undefined) visit(property, inner, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, tell, random);
  }
}
