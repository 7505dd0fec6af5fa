import type { Json } from '#domain/model.ts';
import { asArray, asObject, isObject, same, texts, type JsonObject } from '#domain/json.ts';
import type { ContractDocument } from '../read/document.ts';
import { withoutNotes } from '../read/notes.ts';
import { componentName } from '#domain/reference.ts';

/** A schema without references and compositions: what all its parts say together, what stands above winning. */
export type Plain = {
  /** Everything that has no place of its own below. */
  keywords: JsonObject;
  ui: JsonObject;
  access: JsonObject;
  /** Undefined where nothing is said of properties. */
  properties?: JsonObject;
  required: string[];
  /** The schema's own `if`, and those of what it is composed of. */
  branch?: Branch;
  branches: Branch[];
  /** Members of a union that are a choice: where one alone is not null, it is folded in. */
  unions: Record<Union, Json[]>;
  nullable: boolean;
};

/** What holds while the object fits a test, and what while it does not. */
export type Branch = { test: Json; then?: Plain; else?: Plain };

type Union = 'oneOf' | 'anyOf';
const unions: readonly Union[] = ['oneOf', 'anyOf'];

/** `stack`: the components around the schema; one of them is not composed into itself again. */
export function normalise(document: ContractDocument, schema: unknown, stack: readonly string[]): Plain {
  const resolved = composed(schema) ?? document.resolve(schema);
  let plain = plainOf(resolved);
  if (isObject(resolved['if'])) plain.branch = branchOf(document, resolved['if'], resolved, stack);
  for (const part of asArray(resolved['allOf'])) {
    const name = componentName(part);
    // the component around it may be what the whole refers to, but not twice
    if (name !== undefined && stack.includes(name) && (name !== stack.at(-1) || name === stack.at(-2))) continue;
    const { branch, ...inner } = normalise(document, part, within(stack, name));
    plain = merge(inner, branch === undefined ? plain : { ...plain, branches: [...plain.branches, branch] });
  }
  for (const keyword of unions) {
    const members = plain.unions[keyword];
    const real = members.filter((member) => !isNull(document, member));
    plain = { ...plain, unions: { ...plain.unions, [keyword]: real }, nullable: plain.nullable || real.length < members.length };
    const [only] = real;
    if (only === undefined || real.length > 1) continue;
    const inner = normalise(document, only, within(stack, componentName(only)));
    plain = merge(inner, { ...plain, unions: { ...plain.unions, [keyword]: [] } });
  }
  return plain;
}

/** Of shapes beside a reference neither replaces the other: both hold. */
function composed(schema: unknown): JsonObject | undefined {
  const { $ref, ...own } = asObject(schema);
  if (typeof $ref !== 'string' || !shapes.some((key) => key in own)) return undefined;
  return { ...own, allOf: [{ $ref }, ...asArray(own['allOf'])] };
}

const shapes = ['properties', 'patternProperties', 'required', 'allOf', 'anyOf', 'oneOf', 'if', 'items', 'prefixItems'] as const;

/** What a schema says itself, without what it is composed of. */
export function plainOf(resolved: JsonObject): Plain {
  const { ui, access, rest } = withoutNotes(resolved);
  const { allOf: _, if: __, then: ___, else: ____, oneOf, anyOf, properties, required, ...keywords } = rest;
  return {
    keywords,
    ui,
    access,
    properties: properties === undefined ? undefined : asObject(properties),
    required: texts(required),
    branches: [],
    unions: { oneOf: asArray(oneOf), anyOf: asArray(anyOf) },
    nullable: keywords['x-nullable'] === true,
  };
}

export function typesOf(schema: JsonObject): string[] {
  return typeof schema['type'] === 'string' ? [schema['type']] : texts(schema['type']);
}

function within(stack: readonly string[], name: string | undefined): readonly string[] {
  return name === undefined ? stack : [...stack, name];
}

function branchOf(document: ContractDocument, test: Json, { then, else: otherwise }: JsonObject, stack: readonly string[]): Branch {
  const part = (schema: Json | undefined): Plain | undefined => {
    const name = componentName(schema);
    if (!isObject(schema) || (name !== undefined && stack.includes(name))) return undefined;
    return normalise(document, schema, within(stack, name));
  };
  return { test, then: part(then), else: part(otherwise) };
}

function isNull(document: ContractDocument, schema: unknown): boolean {
  const resolved = document.resolve(schema);
  return resolved['type'] === 'null' || ('const' in resolved && resolved['const'] === null) || same(resolved['enum'], [null]);
}

function merge(under: Plain, over: Plain): Plain {
  const union = (keyword: Union): Json[] => (over.unions[keyword].length > 0 ? over.unions[keyword] : under.unions[keyword]);
  return {
    keywords: { ...under.keywords, ...over.keywords },
    ui: { ...under.ui, ...over.ui },
    access: { ...under.access, ...over.access },
    properties: under.properties || over.properties ? { ...under.properties, ...over.properties } : undefined,
    required: [...new Set([...under.required, ...over.required])],
    branch: over.branch ?? under.branch,
    branches: [...under.branches, ...over.branches],
    unions: { oneOf: union('oneOf'), anyOf: union('anyOf') },
    nullable: under.nullable || over.nullable,
  };
}
