import type { Limits } from '#domain/limits.ts';
import type { Field, Json } from '#domain/model.ts';
import { asArray, asNumber, asText, compact, type JsonObject } from '#domain/json.ts';
import { propertyNotes } from '../read/notes.ts';
import { typesOf, type Plain } from '../normalise/plain.ts';
import type { Shape } from '../shape/shape.ts';

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

/** Where a field's words are looked up: the components it came through, innermost last, with the path below each. */
export type Origin = { component: string; at: string };

/** What a field is called, before the label files are asked. */
export type Words = {
  title?: string;
  description?: string;
  origins: Origin[];
  name: string;
  values?: Json[];
  valueTitles?: Record<string, string>;
  /** Another item is chosen here. */
  refers?: boolean;
};

/** What a schema says of one field beside its shape: limits, values, display. */
export function annotated(field: Field, shape: Shape, { keywords, ui, access, nullable }: Plain): Field {
  const isBranching = shape.kind === 'object' || shape.kind === 'variants';
  const union = 'values' in shape ? shape.values : undefined;
  const values = (union ?? asArray(keywords['enum'])).filter((value) => value !== null);
  const examples = Array.isArray(keywords['examples']) ? keywords['examples'] : [keywords['example']];
  return compact<Field>({
    ...field,
    values: isBranching || values.length === 0 ? undefined : values,
    const: isBranching ? undefined : keywords['const'],
    format: ('format' in shape ? shape.format : undefined) ?? asText(keywords['format']),
    default: keywords['default'],
    example: isBranching ? undefined : examples[0],
    nullable: nullable || typesOf(keywords).includes('null') || undefined,
    readOnly: keywords['readOnly'] === true || undefined,
    writeOnly: keywords['writeOnly'] === true || undefined,
    deprecated: keywords['deprecated'] === true || undefined,
    limits: limits(keywords),
    ...propertyNotes(ui, access),
  });
}

export function wordsOf(field: Field, origins: Origin[], shape: Shape, { keywords }: Plain): Words {
  return {
    title: asText(keywords['title']),
    description: asText(keywords['description']),
    origins,
    name: field.name,
    values: field.values,
    valueTitles: 'titles' in shape ? shape.titles : undefined,
    refers: field.ref !== undefined,
  };
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
