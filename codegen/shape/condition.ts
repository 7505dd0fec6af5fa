import type { Condition, Json } from '#domain/model.ts';
import { componentName } from '#domain/reference.ts';
import type { ContractDocument } from '../read/document.ts';
import { asArray, asObject, asText, folded, isObject, isText, texts, type JsonObject } from '#domain/json.ts';

/** Keywords that no document breaks. */
const words = new Set(['title', 'description', 'default', 'example', 'examples', '$comment', 'deprecated', 'readOnly', 'writeOnly']);
const ofObject = new Set(['type', 'properties', 'required', 'allOf', 'anyOf', 'oneOf', 'not']);

/**
 * A JSON Schema used as a test (`if`, a oneOf branch) as a closed condition on the object it is applied to, exact to the
 * letter: what a form leaves out of a document hangs on it. A property that is not required fits when it is absent.
 * Undefined where it cannot be reduced: the caller then treats the branch as always open and says so in the report.
 */
export function compileCondition(document: ContractDocument, schema: unknown, prefix = ''): Condition | undefined {
  const resolved = document.resolve(schema);
  if (assertionsOf(resolved).some((key) => !ofObject.has(key))) return undefined;
  const parts: (Condition | undefined)[] = [];
  const required = new Set(texts(resolved['required']));
  for (const [name, property] of Object.entries(asObject(resolved['properties']))) {
    const path = prefix + name;
    // it may be absent, and a condition knows no such name
    if (name.includes('/')) return undefined;
    const present: Condition = { property: path, present: true };
    const test = property === false ? { not: present } : compileProperty(document, property, path);
    if (test === null) {
      if (required.has(name)) parts.push(present);
    } else if (required.has(name) || property === false) parts.push(test);
    else parts.push(test === undefined ? undefined : join('any', [{ not: present }, test]));
    required.delete(name);
  }
  for (const name of required) {
    if (name.includes('/')) return undefined;
    parts.push({ property: prefix + name, present: true });
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const) {
    const list = asArray(resolved[keyword]);
    if (list.length === 0) continue;
    const inner = list.map((entry) => compileCondition(document, entry, prefix));
    parts.push(inner.every((entry) => entry !== undefined) ? joined(keyword, inner) : undefined);
  }
  if (isObject(resolved['not'])) {
    const inner = compileCondition(document, resolved['not'], prefix);
    parts.push(inner === undefined ? undefined : { not: inner });
  }
  if (parts.length === 0 || parts.some((part) => part === undefined)) return undefined;
  return join('all', parts);
}

function joined(keyword: 'allOf' | 'anyOf' | 'oneOf', conditions: Condition[]): Condition {
  if (keyword !== 'oneOf') return join(keyword === 'allOf' ? 'all' : 'any', conditions);
  const alone = conditions.map((each) => join('all', [each, ...conditions.filter((other) => other !== each).map((not) => ({ not }))]));
  return join('any', alone);
}

function assertionsOf(schema: JsonObject): string[] {
  return Object.keys(schema).filter((key) => !words.has(key) && !key.startsWith('x-'));
}

/** null: the property's schema says nothing. */
function compileProperty(document: ContractDocument, property: unknown, path: string): Condition | undefined | null {
  const schema = document.resolve(property);
  if ('const' in schema) return { property: path, in: [schema['const']] };
  if (Array.isArray(schema['enum'])) return { property: path, in: schema['enum'] };
  const { type, ...rest } = schema;
  const said = assertionsOf(rest);
  const only = (...keys: string[]): boolean => said.every((key) => keys.includes(key));
  if (said.length === 0) return type === undefined ? null : { property: path, type: [type].flat().filter(isText) };
  if (isObject(schema['not']) && only('not')) {
    const inner = compileProperty(document, schema['not'], path);
    return inner === null || inner === undefined ? undefined : { not: inner };
  }
  if (isObject(schema['properties']) || Array.isArray(schema['allOf'])) return compileCondition(document, schema, `${path}/`);
  if (only('minimum', 'maximum')) {
    const [minimum, maximum] = [numeric(schema, 'minimum'), numeric(schema, 'maximum')];
    return { property: path, ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  }
  const present: Condition = { property: path, present: true };
  if (only('minItems') && numeric(schema, 'minItems') === 1) return join('all', [present, { not: { property: path, in: [[]] } }]);
  if (only('minLength') && numeric(schema, 'minLength') === 1) return join('all', [present, { not: { property: path, in: [''] } }]);
  return undefined;
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
  mapping: JsonObject = {},
): { property: string; values: Json[][] } | undefined {
  const resolved = branches.map((branch) => flatProperties(document, branch));
  const candidates = named === undefined ? Object.keys(resolved[0] ?? {}) : [named];
  for (const property of candidates) {
    const values = resolved.map(
      (properties, index) => constants(document, properties[property]) ?? mapped(branches[index], named, mapping),
    );
    if (!values.every((list) => list !== undefined)) continue;
    const all = values.flat().map((value) => JSON.stringify(value));
    if (new Set(all).size === all.length) return { property, values };
  }
  return undefined;
}

/** The values that lead to a branch, as OpenAPI has it: those that the mapping names, else its component's name. */
function mapped(branch: unknown, named: string | undefined, mapping: JsonObject): Json[] | undefined {
  const component = named === undefined ? undefined : componentName(branch);
  if (component === undefined) return undefined;
  const values = Object.keys(mapping).filter((value) => {
    const target = asText(mapping[value]) ?? '';
    return target === component || target.endsWith(`/${component}`);
  });
  return values.length > 0 ? values : [component];
}

function flatProperties(document: ContractDocument, schema: unknown): JsonObject {
  const resolved = document.resolve(schema);
  return folded([...asArray(resolved['allOf']).map((part) => flatProperties(document, part)), asObject(resolved['properties'])]);
}

function constants(document: ContractDocument, schema: unknown): Json[] | undefined {
  if (schema === undefined) return undefined;
  const resolved = document.resolve(schema);
  if ('const' in resolved) return [resolved['const']];
  const values = asArray(resolved['enum']);
  return values.length > 0 ? values : undefined;
}

export function discriminatorMapping(schema: JsonObject): JsonObject {
  return asObject(asObject(schema['discriminator'])['mapping']);
}

export function discriminatorName(schema: JsonObject): string | undefined {
  return asText(asObject(schema['discriminator'])['propertyName']);
}
