import type { RJSFSchema } from '@rjsf/utils';
import { asArray, asNumber, asText, compact, isJson, isObject } from '#domain/json.ts';
import type { Limits } from '#domain/limits.ts';
import type { Field, FieldKind, Json } from '#domain/model.ts';
import { controlNames, hasControl } from '#controls/registry.ts';
import { isTechnical } from '#controls/text/technical.tsx';

const kinds: Readonly<Record<string, FieldKind>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
};

const limitKeys = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const satisfies (keyof Limits)[];

/** A schema as our controls know it. Its title is the key of its words. */
export function fieldOf(schema: RJSFSchema, name = ''): Field {
  const types = [schema.type].flat().filter((type) => type !== 'null' && type !== undefined);
  const kind = (types.length === 1 ? kinds[types[0] ?? ''] : undefined) ?? kindOfValues(schema);
  const said: Partial<Field> = isObject(schema['x-control']) ? schema['x-control'] : {};
  const items = schema.items;
  return compact<Field>({
    name,
    path: schema.title ?? name,
    kind,
    format: schema.format,
    values: kind === 'array' ? undefined : valuesOf(schema),
    example: isJson(schema.examples) ? asArray(schema.examples)[0] : undefined,
    limits: limitsOf(schema),
    writeOnly: schema.writeOnly === true || undefined,
    items: kind === 'array' && isObject(items) ? fieldOf(items, name) : undefined,
    fields: kind === 'object' && schema.properties ? [] : undefined,
    ...said,
  });
}

/** Widgets of the library by the names of our controls, where they differ. What it draws as a text is one. */
const widgets: Readonly<Record<string, string>> = {
  datetime: 'date-time',
  time: 'time-of-day',
  checkbox: 'switch',
  checkboxes: 'multiEnum',
};

/** What `ui:widget` names: a control of ours, a format that has one (`ip`, `cidr`, `port`, `mac`), or a widget of the library. */
export function askedFor(widget: unknown): Pick<Field, 'widget' | 'format'> {
  if (typeof widget !== 'string') return {};
  const name = widgets[widget] ?? widget;
  if (controlNames.includes(name)) return { widget: name };
  return isTechnical(name) ? { format: name } : {};
}

/** Drawn by one control: a plain value, a list that has one, or what nobody describes, as JSON. */
export function isOneControl(schema: RJSFSchema): boolean {
  if (schema.anyOf ?? schema.oneOf) return false;
  const field = fieldOf(schema);
  if (field.kind === 'object') return !schema.properties && !isObject(schema.additionalProperties) && !schema.patternProperties;
  return field.kind !== 'array' || (!Array.isArray(schema.items) && hasControl(field));
}

export function valuesOf(schema: RJSFSchema): Json[] | undefined {
  if (schema.const !== undefined) return isJson(schema.const) ? [schema.const] : undefined;
  if (schema.type === 'null') return [null];
  return Array.isArray(schema.enum) ? schema.enum.filter(isJson) : undefined;
}

function kindOfValues(schema: RJSFSchema): FieldKind {
  const [value] = valuesOf(schema) ?? [];
  if (typeof value === 'string' || value === null) return 'text';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (schema.properties ?? schema.patternProperties) return 'object';
  if (schema.items) return 'array';
  return asText(schema.format) === undefined && schema.pattern === undefined ? 'json' : 'text';
}

function limitsOf(schema: RJSFSchema): Limits | undefined {
  const limits: Limits = {};
  for (const key of limitKeys) {
    const value = asNumber(schema[key]);
    if (value !== undefined) limits[key] = value;
  }
  if (schema.pattern !== undefined) limits.pattern = schema.pattern;
  return Object.keys(limits).length > 0 ? limits : undefined;
}
