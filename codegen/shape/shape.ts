import type { FieldKind, Json } from '#domain/model.ts';
import { asArray, asObject, asText, isObject, type JsonObject } from '#domain/json.ts';
import { normalise, typesOf, type Plain } from '../normalise/plain.ts';
import type { ContractDocument } from '../read/document.ts';
import { componentName } from '#domain/reference.ts';
import { discriminator, discriminatorMapping, discriminatorName } from './condition.ts';
import { stepsOf, type Step } from './steps.ts';

/** What kind of field a schema is, and of which schemas the fields in it are. */
export type Shape =
  | { kind: 'object'; steps: Step[] }
  | { kind: 'array'; items: Json }
  | { kind: 'map'; each: JsonObject }
  | { kind: 'variants'; variants: { name: string; schema: Json }[] }
  | {
      kind: Exclude<FieldKind, 'object' | 'array' | 'map' | 'variants'>;
      /** What a union of constants says of them. */
      values?: Json[];
      titles?: Record<string, string>;
      open?: true;
      format?: string;
    };

/** What a tree of fields cannot say exactly: a form draws it from the schema itself. */
export type Inexact = 'condition' | 'tuple' | 'mixed types' | 'choice' | 'own names' | 'recursion' | 'intersection';

/** Where a schema stands: in which components, and who hears of what could not be expressed. */
export type Scope = {
  document: ContractDocument;
  stack: readonly string[];
  report: (what: Inexact) => void;
};

export function shapeOf(scope: Scope, plain: Plain): Shape {
  const { keywords, properties, branch } = plain;
  const types = typesOf(keywords).filter((type) => type !== 'null');
  const members = [...plain.unions.oneOf, ...plain.unions.anyOf];
  if (members.length > 0) return unionShape(scope, plain, members);
  const branches = branch !== undefined || plain.branches.length > 0;
  if (properties || ((types.includes('object') || types.length === 0) && branches)) return objectShape(scope, plain);
  if (types.includes('object') || 'additionalProperties' in keywords || 'patternProperties' in keywords) return mapShape(scope, keywords);
  if (types.includes('array') || 'items' in keywords) {
    if ('prefixItems' in keywords) {
      scope.report('tuple');
      return { kind: 'json' };
    }
    return keywords['items'] === undefined ? { kind: 'json' } : { kind: 'array', items: keywords['items'] };
  }
  if (types.length > 1 && !types.every((type) => type === 'integer' || type === 'number')) {
    scope.report('mixed types');
    return types.includes('string') ? { kind: 'text', open: true } : { kind: 'json' };
  }
  return { kind: scalarKind(types[0], keywords) ?? 'json' };
}

function objectShape(scope: Scope, plain: Plain): Shape {
  const { additionalProperties, patternProperties, dependentSchemas, dependencies } = plain.keywords;
  if (isSaid(additionalProperties) || patternProperties !== undefined) scope.report('own names');
  if (dependentSchemas !== undefined || dependencies !== undefined) scope.report('condition');
  return { kind: 'object', steps: stepsOf(scope, plain) };
}

function isSaid(schema: Json | undefined): schema is JsonObject {
  return isObject(schema) && Object.keys(schema).length > 0;
}

function mapShape({ report }: Scope, keywords: JsonObject): Shape {
  const { additionalProperties } = keywords;
  const [first] = Object.values(asObject(keywords['patternProperties'])).filter(isObject);
  const each = isObject(additionalProperties) ? additionalProperties : first;
  // names that follow a pattern may have a shape although the others have none
  const isMap = isSaid(each) || (isObject(additionalProperties) && Object.values(asObject(keywords['patternProperties'])).some(isSaid));
  if (!isMap) return { kind: 'json' };
  report('own names');
  return { kind: 'map', each: each ?? {} };
}

type ScalarKind = 'text' | 'number' | 'integer' | 'boolean';

function scalarKind(type: string | undefined, keywords: JsonObject, values = asArray(keywords['enum'])): ScalarKind | undefined {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  const sample = keywords['const'] ?? values[0];
  if (typeof sample === 'string') return 'text';
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number';
  if (typeof sample === 'boolean') return 'boolean';
  return typeof keywords['format'] === 'string' || 'pattern' in keywords || 'maxLength' in keywords ? 'text' : undefined;
}

function unionShape(scope: Scope, plain: Plain, members: Json[]): Shape {
  const { document, report } = scope;
  if (plain.unions.oneOf.length > 0 && plain.unions.anyOf.length > 0) report('choice');
  const resolved = members.map((member) => document.resolve(member));
  const constants = resolved.flatMap((member) => (member['const'] === undefined ? [] : [member['const']]));
  if (constants.length === members.length) {
    const titles = resolved.map((member): [string, string] => [String(member['const']), asText(member['title']) ?? '']);
    const kind = scalarKind(typesOf(plain.keywords)[0], plain.keywords, constants) ?? 'text';
    return { kind, values: constants, titles: Object.fromEntries(titles.filter(([, title]) => title !== '')) };
  }
  if (!plain.properties && resolved.every(isScalar)) return scalarUnion(scope, resolved);
  const objects = members.every((member) => isObjectSchema(document, member));
  const by = objects
    ? discriminator(document, members, discriminatorName(plain.keywords), discriminatorMapping(plain.keywords))
    : undefined;
  if (by !== undefined) return { kind: 'object', steps: stepsOf(scope, discriminated(scope, plain, members, by)) };
  const { properties, required } = plain;
  const variants = members.map((member, index) => ({
    name: componentName(member) ?? asText(asObject(member)['title']) ?? `option${index + 1}`,
    schema: properties ? { allOf: [{ properties, required }, member] } : member,
  }));
  if (properties && objects && variants.every(({ schema }) => addsNoProperty(scope, schema, properties)))
    return { kind: 'object', steps: stepsOf(scope, { ...plain, unions: { oneOf: [], anyOf: [] } }) };
  report('choice');
  return { kind: 'variants', variants };
}

/** Branches that only require something of the shared properties are no choice of shapes. */
function addsNoProperty(scope: Scope, schema: Json, shared: JsonObject): boolean {
  const silent: Scope = { ...scope, report: () => {} };
  const shape = shapeOf(silent, normalise(scope.document, schema, scope.stack));
  return shape.kind !== 'object' || shape.steps.every((step) => !('schema' in step) || step.name in shared);
}

function isScalar(member: JsonObject): boolean {
  const types = typesOf(member);
  return !('properties' in member || 'items' in member || 'allOf' in member || types.includes('object') || types.includes('array'));
}

function scalarUnion({ report }: Scope, members: JsonObject[]): Shape {
  const values = members.flatMap((member) => (member['const'] === undefined ? asArray(member['enum']) : [member['const']]));
  const kinds = new Set(
    members.map(
      (member) =>
        scalarKind(
          typesOf(member).find((type) => type !== 'null'),
          member,
        ) ?? 'text',
    ),
  );
  if (kinds.has('number')) kinds.delete('integer');
  const [kind = 'text', ...others] = kinds;
  const [format, ...formats] = members.map((member) => asText(member['format']));
  if (others.length > 0 || members.some((member) => typesOf(member).filter((type) => type !== 'null').length > 1)) report('mixed types');
  return {
    kind: others.length === 0 ? kind : 'text',
    values: values.length > 0 ? values : undefined,
    open: members.some((member) => !('const' in member) && !('enum' in member)) || undefined,
    format: formats.every((name) => name === format) ? format : undefined,
  };
}

function isObjectSchema(document: ContractDocument, schema: unknown): boolean {
  const resolved = document.resolve(schema);
  return (
    'properties' in resolved ||
    typesOf(resolved).includes('object') ||
    'required' in resolved ||
    asArray(resolved['allOf']).some((part) => isObjectSchema(document, part))
  );
}

/** Members that a constant tells apart are branches on it. */
function discriminated(
  { document, stack }: Scope,
  plain: Plain,
  members: Json[],
  { property, values }: { property: string; values: Json[][] },
): Plain {
  const parts = members.map((member) => {
    const name = componentName(member);
    return normalise(document, member, name === undefined ? stack : [...stack, name]);
  });
  const { const: _, enum: __, ...tag } = document.resolve(parts[0]?.properties?.[property]);
  return {
    ...plain,
    unions: { oneOf: [], anyOf: [] },
    properties: { [property]: { type: 'string', ...tag, enum: values.flat() }, ...plain.properties },
    required: [...plain.required, property],
    branches: [
      ...plain.branches,
      ...parts.map((part, index) => {
        const { [property]: ___, ...properties } = part.properties ?? {};
        const test = { properties: { [property]: { enum: values[index] ?? [] } }, required: [property] };
        return { test, then: { ...part, properties, required: part.required.filter((name) => name !== property) } };
      }),
    ],
  };
}
