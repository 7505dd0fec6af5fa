import type { Condition, Json } from '#domain/model.ts';
import type { ContractDocument } from './document.ts';
import { asArray, asObject, asText, isObject, texts, type JsonObject } from './json.ts';

/**
 * A JSON Schema used as a test (`if`, a oneOf branch) as a closed condition on the object it is applied to.
 * Undefined where it cannot be reduced: the caller then treats the branch as always open and says so in the report.
 */
export function compileCondition(document: ContractDocument, schema: unknown, prefix = ''): Condition | undefined {
  const resolved = document.resolve(schema);
  const parts: (Condition | undefined)[] = [];
  const required = new Set(texts(resolved['required']));
  for (const [name, property] of Object.entries(asObject(resolved['properties']))) {
    const path = prefix + name;
    const test = compileProperty(document, property, path);
    if (test === null) {
      if (required.has(name)) parts.push({ property: path, present: true });
    } else parts.push(test);
    required.delete(name);
  }
  for (const name of required) parts.push({ property: prefix + name, present: true });
  for (const [keyword, kind] of [
    ['allOf', 'all'],
    ['anyOf', 'any'],
    ['oneOf', 'any'],
  ] as const) {
    const list = asArray(resolved[keyword]);
    if (list.length === 0) continue;
    const inner = list.map((entry) => compileCondition(document, entry, prefix));
    parts.push(inner.every((entry) => entry !== undefined) ? join(kind, inner) : undefined);
  }
  if (isObject(resolved['not'])) {
    const inner = compileCondition(document, resolved['not'], prefix);
    parts.push(inner === undefined ? undefined : { not: inner });
  }
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
  return join('all', parts);
}

/** null: the property's schema says nothing but its type. */
function compileProperty(document: ContractDocument, property: unknown, path: string): Condition | undefined | null {
  const schema = document.resolve(property);
  if ('const' in schema) return { property: path, in: [schema['const']] };
  if (Array.isArray(schema['enum'])) return { property: path, in: schema['enum'] };
  if (isObject(schema['not'])) {
    const inner = compileProperty(document, schema['not'], path);
    return inner === null || inner === undefined ? undefined : { not: inner };
  }
  if (isObject(schema['properties']) || isObject(schema['allOf'])) return compileCondition(document, schema, `${path}/`);
  const minimum = numeric(schema, 'minimum');
  const maximum = numeric(schema, 'maximum');
  if (minimum !== undefined || maximum !== undefined)
    return { property: path, ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  if (numeric(schema, 'minItems') === 1 || numeric(schema, 'minLength') === 1) return { property: path, present: true };
  const onlyType = Object.keys(schema).every((key) => ['type', 'title', 'description', 'default', 'examples'].includes(key));
  return onlyType ? null : undefined;
}

function numeric(schema: JsonObject, key: string): number | undefined {
  return typeof schema[key] === 'number' ? schema[key] : undefined;
}

export function join(kind: 'all' | 'any', conditions: (Condition | undefined)[]): Condition {
  const known = conditions.filter((condition) => condition !== undefined);
  if (known.length === 1) return known[0]!;
  return kind === 'all' ? { all: known } : { any: known };
}

/** The property by which the branches of a union differ: each allows one constant of its own. */
export function discriminator(
  document: ContractDocument,
  branches: unknown[],
  named: string | undefined,
): { property: string; values: Json[][] } | undefined {
  const resolved = branches.map((branch) => flatProperties(document, branch));
  const candidates = named === undefined ? Object.keys(resolved[0] ?? {}) : [named];
  for (const property of candidates) {
    const values = resolved.map((properties) => constants(document, properties[property]));
    if (values.some((list) => list === undefined)) continue;
    const all = values.flatMap((list) => list!.map((value) => JSON.stringify(value)));
    if (new Set(all).size === all.length) return { property, values: values as Json[][] };
  }
  return undefined;
}

function flatProperties(document: ContractDocument, schema: unknown): JsonObject {
  const resolved = document.resolve(schema);
  return Object.assign(
    {},
    ...asArray(resolved['allOf']).map((part) => flatProperties(document, part)),
    asObject(resolved['properties']),
  ) as JsonObject;
}

function constants(document: ContractDocument, schema: unknown): Json[] | undefined {
  if (schema === undefined) return undefined;
  const resolved = document.resolve(schema);
  if ('const' in resolved) return [resolved['const']];
  const values = asArray(resolved['enum']);
  return values.length > 0 ? values : undefined;
}

export function discriminatorName(schema: JsonObject): string | undefined {
  return asText(asObject(schema['discriminator'])['propertyName']);
}
