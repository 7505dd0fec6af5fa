import type { Condition, Field, FieldKind, Group, Json } from '#domain/model.ts';
import { annotate } from '../annotate/annotate.ts';
import { compileCondition, discriminator, discriminatorName, join } from './condition.ts';
import { componentName, type ContractDocument } from '../read/document.ts';
import { asArray, asObject, asText, compact, isObject, same, texts, type JsonObject } from '#domain/json.ts';
import { otherNames, permitsNull, permitted } from './permitted.ts';

/** Where a field's words are looked up: the components it came through, innermost last, with the path below each. */
export type Origin = { component: string; at: string };

export type Words = {
  title?: string;
  description?: string;
  origins: Origin[];
  name: string;
  values?: Json[];
  valueTitles?: Record<string, string>;
};

export type FieldContext = {
  document: ContractDocument;
  words: Map<string, Words>;
  /** What could not be expressed, for the report. */
  guesses: string[];
};

export type FieldPlace = { name: string; path: string; origins: Origin[]; stack: readonly string[]; where: string };

const maxDepth = 8;

/** The field tree of a schema. `where` names it in the report. */
export function buildField(context: FieldContext, schema: unknown, where: string): Field {
  return build(context, schema, { name: '', path: '', origins: [], stack: [], where });
}

function build(context: FieldContext, schema: unknown, place: FieldPlace): Field {
  const component = componentName(schema);
  if (component !== undefined && place.stack.includes(component)) return jsonField(context, place, schema);
  const composed = asArray(context.document.resolve(schema)['allOf']).flatMap((part) => componentName(part) ?? []);
  const components = component === undefined ? composed : [...composed, component];
  const inner: FieldPlace = {
    ...place,
    stack: component === undefined ? place.stack : [...place.stack, component],
    origins: [...place.origins, ...components.map((each) => ({ component: each, at: place.path }))],
  };
  if (inner.stack.length > maxDepth || inner.path.split('.').length > maxDepth) return jsonField(context, inner, schema);
  const flat = flatten(context, schema, inner);
  const field = shape(context, flat, inner);
  annotate(context, field, flat, inner);
  if (field.kind === 'object') Object.assign(field, permitted(context.document, schema, field.fields ?? [], undrawnShape(context, inner)));
  if (field.kind !== 'json' && !field.nullable && permitsNull(context.document, schema)) field.keepsNull = true;
  return compact(field);
}

/** The field of a property that nothing draws: it has no words. */
function undrawnShape(context: FieldContext, place: FieldPlace): (schema: Json) => Field {
  const silent: FieldContext = { ...context, words: new Map(), guesses: [] };
  return (schema) => build(silent, schema, { ...place, name: '', path: `${place.path}{}` });
}

function jsonField(context: FieldContext, place: FieldPlace, schema: unknown): Field {
  const resolved = context.document.resolve(schema);
  const field: Field = { name: place.name, path: place.path, kind: 'json' };
  annotate(context, field, resolved, place);
  return compact(field);
}

/** allOf members and a sole non-null union member folded into one schema; unions and branches stay for `shape`. */
function flatten(context: FieldContext, schema: unknown, place: FieldPlace): JsonObject {
  const { document } = context;
  let result: JsonObject = { ...document.resolve(schema) };
  for (const part of asArray(result['allOf'])) {
    const name = componentName(part);
    if (name !== undefined && place.stack.includes(name) && name !== place.stack.at(-1)) continue;
    const inner = flatten(context, part, name === undefined ? place : { ...place, stack: [...place.stack, name] });
    if (isObject(inner['if']) || isObject(inner['then'])) {
      const { if: test, then, else: otherwise, ...rest } = inner;
      result['x-branches'] = [...asArray(result['x-branches']), compact({ if: test, then, else: otherwise } as JsonObject)];
      result = mergeSchemas(rest, result);
    } else result = mergeSchemas(inner, result);
  }
  delete result['allOf'];
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const members = asArray(result[keyword]);
    if (members.length === 0) continue;
    const real = members.filter((member) => !isNull(document, member));
    if (real.length === 1) {
      const { [keyword]: _, ...rest } = result;
      const name = componentName(real[0]);
      const inner = flatten(context, real[0], name === undefined ? place : { ...place, stack: [...place.stack, name] });
      result = mergeSchemas(inner, rest);
      if (real.length < members.length) result['x-nullable'] = true;
    } else result[keyword] = real;
    if (real.length < members.length) result['x-nullable'] = true;
  }
  return result;
}

function isNull(document: ContractDocument, schema: unknown): boolean {
  const resolved = document.resolve(schema);
  return resolved['type'] === 'null' || ('const' in resolved && resolved['const'] === null) || same(resolved['enum'], [null]);
}

function mergeSchemas(under: JsonObject, over: JsonObject): JsonObject {
  const properties = { ...asObject(under['properties']), ...asObject(over['properties']) };
  const required = [...new Set([...texts(under['required']), ...texts(over['required'])])];
  const branches = [...asArray(under['x-branches']), ...asArray(over['x-branches'])];
  const ui = { ...asObject(under['x-ui']), ...asObject(over['x-ui']) };
  return {
    ...under,
    ...over,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
    ...(branches.length > 0 ? { 'x-branches': branches } : {}),
    ...(Object.keys(ui).length > 0 ? { 'x-ui': ui } : {}),
  };
}

function typesOf(schema: JsonObject): string[] {
  return typeof schema['type'] === 'string' ? [schema['type']] : texts(schema['type']);
}

function shape(context: FieldContext, schema: JsonObject, place: FieldPlace): Field {
  const base = { name: place.name, path: place.path };
  const types = typesOf(schema).filter((type) => type !== 'null');
  const unions = [...asArray(schema['oneOf']), ...asArray(schema['anyOf'])];
  if (unions.length > 0) return shapeUnion(context, schema, unions, place);
  if ('properties' in schema || ((types.includes('object') || types.length === 0) && ('x-branches' in schema || 'if' in schema))) {
    return { ...base, kind: 'object', ...objectParts(context, schema, place) };
  }
  if (types.includes('object') || 'additionalProperties' in schema || 'patternProperties' in schema)
    return shapeMap(context, schema, place);
  if (types.includes('array') || 'items' in schema) {
    if ('prefixItems' in schema) return note(context, place, 'tuple', { ...base, kind: 'json' });
    const items = 'items' in schema ? build(context, schema['items'], { ...place, name: '', path: `${place.path}[]` }) : undefined;
    return items === undefined ? { ...base, kind: 'json' } : { ...base, kind: 'array', items };
  }
  if (types.length > 1 && !types.every((type) => ['integer', 'number'].includes(type))) {
    return types.includes('string')
      ? { ...base, kind: 'text', open: true }
      : note(context, place, 'mixed types', { ...base, kind: 'json' });
  }
  return { ...base, kind: scalarKind(types[0], schema) ?? 'json' };
}

function scalarKind(type: string | undefined, schema: JsonObject): FieldKind | undefined {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  const sample = schema['const'] ?? asArray(schema['enum'])[0];
  if (typeof sample === 'string') return 'text';
  if (typeof sample === 'number') return Number.isInteger(sample) ? 'integer' : 'number';
  if (typeof sample === 'boolean') return 'boolean';
  return typeof schema['format'] === 'string' || 'pattern' in schema || 'maxLength' in schema ? 'text' : undefined;
}

function shapeMap(context: FieldContext, schema: JsonObject, place: FieldPlace): Field {
  const base = { name: place.name, path: place.path };
  const values = isObject(schema['additionalProperties'])
    ? schema['additionalProperties']
    : Object.values(asObject(schema['patternProperties']))[0];
  if (!isObject(values) || Object.keys(values).length === 0) return { ...base, kind: 'json' };
  const others = otherNames(context.document, schema, undrawnShape(context, place));
  return {
    ...base,
    kind: 'map',
    items: build(context, values, { ...place, name: '', path: `${place.path}{}` }),
    ...(others.length > 0 ? { others } : {}),
  };
}

function shapeUnion(context: FieldContext, schema: JsonObject, members: Json[], place: FieldPlace): Field {
  const base = { name: place.name, path: place.path };
  const resolved = members.map((member) => context.document.resolve(member));
  if (resolved.every((member) => 'const' in member)) {
    const values = resolved.map((member) => member['const'] as Json);
    schema['enum'] = values;
    schema['x-value-titles'] = Object.fromEntries(
      resolved.map((member) => [String(member['const']), asText(member['title']) ?? '']).filter(([, title]) => title !== ''),
    );
    return { ...base, kind: scalarKind(typesOf(schema)[0], schema) ?? 'text' };
  }
  const isScalar = (member: JsonObject): boolean =>
    !('properties' in member) &&
    !('items' in member) &&
    !('allOf' in member) &&
    typesOf(member).every((type) => type !== 'object' && type !== 'array');
  if (resolved.every(isScalar)) {
    const values = resolved.flatMap((member) => ('const' in member ? [member['const']] : asArray(member['enum'])));
    if (values.length > 0) schema['enum'] = values;
    const kinds = new Set(resolved.map((member) => scalarKind(typesOf(member)[0], member) ?? 'text'));
    const open = resolved.some((member) => !('const' in member) && !('enum' in member)) || undefined;
    const format = resolved.map((member) => asText(member['format']));
    if (format[0] !== undefined && format.every((name) => name === format[0])) schema['format'] = format[0];
    return compact<Field>({ ...base, kind: kinds.size === 1 ? [...kinds][0]! : 'text', open });
  }
  const objects = members.every((member) => isObjectSchema(context, member));
  const shared = discriminatorName(schema);
  const by = objects ? discriminator(context.document, members, shared) : undefined;
  if (by !== undefined) return { ...base, kind: 'object', ...discriminated(context, schema, members, by, place) };
  const shapes = members.map((member, index) => {
    const merged =
      'properties' in schema ? { allOf: [{ properties: schema['properties'], required: schema['required'] ?? [] }, member] } : member;
    const name = componentName(member) ?? asText(asObject(member)['title']) ?? `option${index + 1}`;
    return { ...build(context, merged, { ...place, path: `${place.path}<${name}>` }), name };
  });
  if ('properties' in schema && objects) {
    // Branches that only require something of the shared properties are no choice of shapes.
    const names = new Set(Object.keys(asObject(schema['properties'])));
    if (shapes.every((variant) => (variant.fields ?? []).every((child) => names.has(child.name)))) {
      return { ...base, kind: 'object', ...objectParts(context, { ...schema, oneOf: [], anyOf: [] }, place) };
    }
  }
  return { ...base, kind: 'variants', variants: shapes };
}

function isObjectSchema(context: FieldContext, schema: unknown): boolean {
  const resolved = context.document.resolve(schema);
  return (
    'properties' in resolved ||
    typesOf(resolved).includes('object') ||
    'required' in resolved ||
    asArray(resolved['allOf']).some((part) => isObjectSchema(context, part))
  );
}

type Parts = { fields: Field[]; groups?: Group[] };

function discriminated(
  context: FieldContext,
  schema: JsonObject,
  members: Json[],
  by: { property: string; values: Json[][] },
  place: FieldPlace,
): Parts {
  const flat = members.map((member) => {
    const name = componentName(member);
    return flatten(context, member, name === undefined ? place : { ...place, stack: [...place.stack, name] });
  });
  const own = asObject(schema['properties']);
  const tag = asObject(context.document.resolve(asObject(flat[0]?.['properties'])[by.property]));
  const { const: _, enum: __, ...tagSchema } = tag;
  const properties: JsonObject = { [by.property]: { type: 'string', ...tagSchema, enum: by.values.flat() }, ...own };
  const branches: JsonObject[] = flat.map((member, index) => {
    const { [by.property]: ___, ...rest } = asObject(member['properties']);
    const { if: test, then, else: otherwise, 'x-branches': nested } = member;
    const own = compact({ if: test, then, else: otherwise, 'x-branches': nested } as JsonObject);
    return {
      if: { properties: { [by.property]: { enum: by.values[index]! } }, required: [by.property] },
      then: { ...own, properties: rest, required: texts(member['required']).filter((name) => name !== by.property) },
    };
  });
  return objectParts(
    context,
    {
      ...schema,
      oneOf: [],
      anyOf: [],
      properties,
      required: [...texts(schema['required']), by.property],
      'x-branches': [...asArray(schema['x-branches']), ...branches],
    },
    place,
  );
}

function objectParts(context: FieldContext, schema: JsonObject, place: FieldPlace): Parts {
  const required = new Set(texts(schema['required']));
  const fields: Field[] = [];
  const add = (name: string, child: unknown, extra: Partial<Field>): void => {
    const path = place.path === '' ? name : `${place.path}.${name}`;
    fields.push(compact({ ...build(context, child, { ...place, name, path }), ...extra }));
  };
  for (const [name, child] of Object.entries(asObject(schema['properties']))) {
    if (child === false) continue;
    add(name, child, { required: required.has(name) || undefined });
  }
  for (const [names, of] of Object.entries(asObject(schema['dependentRequired']))) {
    for (const name of texts(of)) requireWhen(fields, name, { property: names, present: true });
  }
  const branches = [...(isObject(schema['if']) ? [schema] : []), ...asArray(schema['x-branches']).map(asObject)];
  for (const branch of branches) {
    const test = compileCondition(context.document, branch['if']);
    if (test === undefined)
      context.guesses.push(
        `${place.where}${place.path === '' ? '' : ` at ${place.path}`}: a condition could not be reduced; its fields are always shown`,
      );
    addBranch(context, fields, branch['then'], test, place, add);
    addBranch(context, fields, branch['else'], test === undefined ? undefined : { not: test }, place, add);
  }
  const groups = readGroups(asObject(schema['x-ui'])['groups']);
  return groups.length > 0 ? { fields, groups } : { fields };
}

function readGroups(value: unknown): Group[] {
  return asArray(value)
    .map(asObject)
    .map((group) => ({
      ...(group as unknown as Group),
      fields: texts(group['fields']),
      ...('groups' in group ? { groups: readGroups(group['groups']) } : {}),
    }));
}

function addBranch(
  context: FieldContext,
  fields: Field[],
  branch: unknown,
  when: Condition | undefined,
  place: FieldPlace,
  add: (name: string, child: unknown, extra: Partial<Field>) => void,
): void {
  if (!isObject(branch)) return;
  const flat = flatten(context, branch, place);
  const required = new Set(texts(flat['required']));
  for (const [name, child] of Object.entries(asObject(flat['properties']))) {
    if (child === false) continue;
    const always = fields.find((field) => field.name === name && field.when === undefined);
    if (always !== undefined) continue;
    const before = fields.length;
    add(name, child, { when, required: (required.has(name) && when !== undefined) || undefined });
    const added = fields[before]!;
    const twin = fields.slice(0, before).find((field) => field.name === name && same({ ...field, when: 0 }, { ...added, when: 0 }));
    if (twin !== undefined && twin.when !== undefined && when !== undefined) {
      twin.when = join('any', [twin.when, when]);
      fields.pop();
    }
  }
  for (const name of required) if (when !== undefined) requireWhen(fields, name, when);
  const nested = [...(isObject(flat['if']) ? [flat] : []), ...asArray(flat['x-branches']).map(asObject)];
  for (const inner of nested) {
    const test = compileCondition(context.document, inner['if']);
    const both = test === undefined ? when : when === undefined ? test : join('all', [when, test]);
    addBranch(context, fields, inner['then'], both, place, add);
    const negated: Condition | undefined = test === undefined ? undefined : { not: test };
    addBranch(
      context,
      fields,
      inner['else'],
      negated === undefined ? when : when === undefined ? negated : join('all', [when, negated]),
      place,
      add,
    );
  }
}

function requireWhen(fields: Field[], name: string, condition: Condition): void {
  for (const field of fields) {
    if (field.name !== name || field.required === true) continue;
    field.requiredWhen = field.requiredWhen === undefined ? condition : join('any', [field.requiredWhen, condition]);
  }
}

function note(context: FieldContext, place: FieldPlace, what: string, field: Field): Field {
  context.guesses.push(`${place.where} at ${place.path || '/'}: ${what} is edited as JSON`);
  return field;
}
