import type { Field, InDocumentRef, Json, Limits, Mode, Ref, Tone, Unit, View } from '#domain/model.ts';
import type { Role } from '#domain/access/permission-tree.ts';
import { asArray, asNumber, asObject, asText, compact, isObject, texts, type JsonObject } from '#domain/json.ts';
import type { FieldContext, FieldPlace } from '../shape/fields.ts';

const limitKeys = [
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
] as const;

/** What a schema says of one field beside its shape: limits, values, display; and its words. */
export function annotate(context: FieldContext, field: Field, schema: JsonObject, place: FieldPlace): void {
  const ui = asObject(schema['x-ui']);
  const isBranching = field.kind === 'object' || field.kind === 'variants';
  if (!isBranching) {
    const values = asArray(schema['enum']).filter((value) => value !== null);
    if (values.length > 0) field.values = values;
    if ('const' in schema) field.const = schema['const'];
  }
  const examples = Array.isArray(schema['examples']) ? schema['examples'] : 'example' in schema ? [schema['example']] : [];
  Object.assign(
    field,
    compact<Partial<Field>>({
      format: asText(schema['format']),
      default: schema['default'],
      example: isBranching ? undefined : examples[0],
      nullable: schema['x-nullable'] === true || [schema['type']].flat().includes('null') || undefined,
      readOnly: schema['readOnly'] === true || undefined,
      writeOnly: schema['writeOnly'] === true || undefined,
      deprecated: schema['deprecated'] === true || undefined,
      limits: limits(schema),
      unit: asText(ui['unit']) as Unit | undefined,
      names: asText(ui['names']) as Field['names'],
      given: asText(ui['given']) as Field['given'],
      hide: Array.isArray(ui['hide']) ? (texts(ui['hide']) as View[]) : undefined,
      modes: Array.isArray(ui['modes']) ? (texts(ui['modes']) as Mode[]) : undefined,
      node: asText(ui['node']),
      own: ui['own'] === 'kept' ? 'kept' : undefined,
      kinds: Array.isArray(ui['kinds']) ? (texts(ui['kinds']) as Role[]) : undefined,
      empty: asText(ui['empty']) as Field['empty'],
      tone: isObject(ui['tone']) ? (ui['tone'] as Record<string, Tone>) : undefined,
      ref: reference(ui['ref']),
    }),
    widget(ui['widget']),
  );
  context.words.set(place.path, {
    title: asText(schema['title']),
    description: asText(schema['description']),
    origins: place.origins,
    name: place.name,
    values: field.values,
    valueTitles: isObject(schema['x-value-titles']) ? (schema['x-value-titles'] as Record<string, string>) : undefined,
  });
}

function limits(schema: JsonObject): Limits | undefined {
  const found: Limits = {};
  for (const key of limitKeys) {
    const value = asNumber(schema[key]);
    if (value !== undefined) found[key] = value;
  }
  const above = asNumber(schema['exclusiveMinimum']);
  const below = asNumber(schema['exclusiveMaximum']);
  if (above !== undefined) found.exclusiveMinimum = above;
  if (below !== undefined) found.exclusiveMaximum = below;
  if (typeof schema['pattern'] === 'string') found.pattern = schema['pattern'];
  if (schema['uniqueItems'] === true) found.uniqueItems = true;
  return Object.keys(found).length === 0 ? undefined : found;
}

export function reference(value: unknown): Ref | InDocumentRef | undefined {
  if (typeof value === 'string') return { resource: value };
  return isObject(value) ? (value as unknown as Ref | InDocumentRef) : undefined;
}

function widget(value: unknown): Partial<Field> {
  if (typeof value === 'string') return { widget: value };
  if (!isObject(value)) return {};
  const { name, ...options } = value;
  return compact({ widget: asText(name), options: Object.keys(options).length > 0 ? (options as Record<string, Json>) : undefined });
}
