import type { Condition, Field, Json } from '#domain/model.ts';
import { isOther } from '#domain/variant.ts';
import { compileCondition, discriminator, discriminatorMapping, discriminatorName, join } from './condition.ts';
import type { ContractDocument } from '../read/document.ts';
import { asArray, asObject, isObject, texts, type JsonObject } from '#domain/json.ts';

type Shape = (schema: Json) => Field | undefined;
type Others = NonNullable<Field['others']>;

/**
 * What an object's schema says of properties that no field draws. Where it cannot be told, nothing is said, and the
 * property is permitted: a form that sends one too many is told so, one that sends one too few has erased it.
 */
export function permitted(document: ContractDocument, schema: unknown, fields: readonly Field[], shape: Shape): Partial<Field> {
  const closed = closedBy(document, schema);
  const without = ruledOut(document, schema);
  const always = new Set(fields.filter((field) => field.when === undefined).map((field) => patternOf(field.name)));
  const others = undrawn(document, schema, shape).filter(({ names }) => !always.has(names));
  return {
    ...(closed === undefined ? {} : { closed }),
    ...(others.length === 0 ? {} : { others }),
    ...(without.length === 0 ? {} : { without }),
  };
}

/** Properties that the items of a map do not describe: each pattern has a shape of its own. */
export function otherNames(document: ContractDocument, schema: JsonObject, shape: Shape): Others {
  const { additionalProperties, ...rest } = schema;
  if (isObject(additionalProperties)) return undrawn(document, rest, shape);
  const [first = ''] = Object.keys(asObject(schema['patternProperties']));
  return [...undrawn(document, rest, shape).filter(({ names }) => names !== first), { names: `^(?![\\s\\S]*(?:${first}))` }];
}

function patternOf(name: string): string {
  return `^${name.replaceAll(/[$()*+./?[\\\]^{|}-]/g, String.raw`\$&`)}$`;
}

/**
 * Properties that answers have and a body, whose schema is another one, does not name: its author keeps them to the
 * backend, though an open schema does not refuse them.
 */
export function withoutAnswered(body: Field, answered: Field): Field {
  if (body.kind === 'array' && body.items && answered.items) return { ...body, items: withoutAnswered(body.items, answered.items) };
  if (body.kind !== 'object' || !body.fields || !answered.fields) return body;
  const others = new Map(answered.fields.map((field) => [field.name, field]));
  const fields = body.fields.map((field) => {
    const other = others.get(field.name);
    return other ? withoutAnswered(field, other) : field;
  });
  const known = new Set(fields.map(({ name }) => name));
  const without = [...others.keys()].filter((name) => !known.has(name) && body.closed !== true && !isOther(body, name));
  return { ...body, fields, ...(without.length > 0 ? { without: [...(body.without ?? []), ...without.map((name) => ({ name }))] } : {}) };
}

/** Whether a value of the type may fit: one that is there stays as it is. */
export function permitsType(type: 'null' | 'object', document: ContractDocument, schema: unknown, depth = 0): boolean {
  if (schema === false) return false;
  if (!isObject(schema) || depth > 16) return true;
  const { $ref, type: stated } = schema;
  if (typeof $ref === 'string' && !permitsType(type, document, document.resolve({ $ref }), depth + 1)) return false;
  if (stated !== undefined && !(Array.isArray(stated) ? stated : [stated]).includes(type)) return false;
  const isOfType = (value: Json | undefined): boolean => (type === 'null' ? value === null : isObject(value));
  if ('const' in schema && !isOfType(schema['const'])) return false;
  if (Array.isArray(schema['enum']) && !schema['enum'].some(isOfType)) return false;
  const each = (part: Json): boolean => permitsType(type, document, part, depth + 1);
  if (!asArray(schema['allOf']).every(each)) return false;
  return (['anyOf', 'oneOf'] as const).every((keyword) => !Array.isArray(schema[keyword]) || schema[keyword].some(each));
}

/** The schema and the one that it refers to: both hold. */
function parts(document: ContractDocument, schema: unknown): JsonObject[] {
  if (!isObject(schema)) return [];
  const { $ref, ...own } = schema;
  return typeof $ref === 'string' ? [own, document.resolve({ $ref })] : [own];
}

/** While what this gives holds, no property stands but those that are described. */
function closedBy(document: ContractDocument, schema: unknown, depth = 0): true | Condition | undefined {
  if (depth > 8) return undefined;
  const found: (true | Condition | undefined)[] = [];
  for (const part of parts(document, schema)) {
    if (part['additionalProperties'] === false) return true;
    if (part['unevaluatedProperties'] === false && !opens(document, { ...part, unevaluatedProperties: false })) return true;
    found.push(...asArray(part['allOf']).map((each) => closedBy(document, each, depth + 1)));
    for (const keyword of ['oneOf', 'anyOf'] as const) found.push(closedUnion(document, part, keyword, depth));
    const test = 'if' in part ? compileCondition(document, part['if']) : undefined;
    if (test === undefined) continue;
    const [then, otherwise] = [closedBy(document, part['then'], depth + 1), closedBy(document, part['else'], depth + 1)];
    if (then !== undefined) found.push(then === true ? test : join('all', [test, then]));
    if (otherwise !== undefined) found.push(otherwise === true ? { not: test } : join('all', [{ not: test }, otherwise]));
  }
  if (found.includes(true)) return true;
  const known = found.filter((each) => each !== undefined && each !== true);
  return known.length === 0 ? undefined : join('any', known);
}

function closedUnion(
  document: ContractDocument,
  schema: JsonObject,
  keyword: 'oneOf' | 'anyOf',
  depth: number,
): true | Condition | undefined {
  const members = asArray(schema[keyword]).filter((member) => document.resolve(member)['type'] !== 'null');
  if (members.length === 0) return undefined;
  const each = members.map((member) => closedBy(document, member, depth + 1));
  if (each.every((closed) => closed === true)) return true;
  const by = each.includes(true) ? discriminator(document, members, discriminatorName(schema), discriminatorMapping(schema)) : undefined;
  if (!by) return undefined;
  const conditions = each.flatMap((closed, index) => (closed === true ? [{ property: by.property, in: by.values[index] ?? [] }] : []));
  return join('any', conditions);
}

/** Whether something within lets every other property stand, which a closing around it then does not refuse. */
function opens(document: ContractDocument, schema: unknown, depth = 0): boolean {
  if (depth > 8) return true;
  return parts(document, schema).some(
    (part) =>
      (part['additionalProperties'] !== undefined && part['additionalProperties'] !== false) ||
      (part['unevaluatedProperties'] !== undefined && part['unevaluatedProperties'] !== false) ||
      applied(part).some((inner) => opens(document, inner, depth + 1)),
  );
}

function applied(part: JsonObject): Json[] {
  return [
    ...asArray(part['allOf']),
    ...asArray(part['anyOf']),
    ...asArray(part['oneOf']),
    ...(['if', 'then', 'else'] as const).flatMap((keyword) => (part[keyword] === undefined ? [] : [part[keyword]])),
    ...Object.values(asObject(part['dependentSchemas'])),
  ];
}

/** Properties that are described at places of which no fields are made: name patterns, parts of unions, conditions. */
function undrawn(document: ContractDocument, schema: unknown, shape: Shape): Others {
  const found: Others = [];
  const rest: Others = [];
  visit(0, schema, true, new Set());
  // what is left over for all other names comes last: it describes those that nothing else does
  return unique([...found, ...rest]);

  function add(to: Others, names: string, described: Json): void {
    if (described === false) return;
    const made = isObject(described) && Object.keys(described).length > 0 ? shape(described) : undefined;
    to.push(made && made.kind !== 'json' ? { names, shape: made } : { names });
  }

  /** `around`: fields of the schemas that this one is part of, which are there whenever it applies. */
  function visit(depth: number, inner: unknown, isDrawn: boolean, around: ReadonlySet<string>): void {
    if (depth > 8) return;
    for (const part of parts(document, inner)) {
      const own = Object.entries(asObject(part['properties']));
      if (!isDrawn) for (const [name, child] of own) if (!around.has(name)) add(found, patternOf(name), child);
      for (const [pattern, child] of Object.entries(asObject(part['patternProperties']))) add(found, pattern, child);
      for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
        if (isObject(part[keyword]) && Object.keys(part[keyword]).length > 0) add(rest, '', part[keyword]);
      const within = isDrawn ? new Set([...around, ...own.map(([name]) => name)]) : around;
      for (const each of asArray(part['allOf'])) visit(depth + 1, each, isDrawn, within);
      visit(depth + 1, part['if'], false, within);
      visit(depth + 1, part['then'], isDrawn, within);
      visit(depth + 1, part['else'], isDrawn, within);
      for (const each of Object.values(asObject(part['dependentSchemas']))) visit(depth + 1, each, false, within);
      visitUnions(depth, part, isDrawn, within);
    }
  }

  function visitUnions(depth: number, part: JsonObject, isDrawn: boolean, around: ReadonlySet<string>): void {
    const unions = [asArray(part['oneOf']), asArray(part['anyOf'])].filter((members) => members.length > 0);
    for (const members of unions) {
      const [only, ...others] = members.filter((member) => document.resolve(member)['type'] !== 'null');
      // what may be null besides is drawn as what it is
      if (others.length === 0) {
        visit(depth + 1, only, isDrawn, around);
        continue;
      }
      const by = isDrawn && depth === 0 && unions.length === 1 ? discriminator(document, members, discriminatorName(part)) : undefined;
      // members that a constant tells apart become fields
      for (const member of members) visit(depth + 1, member, by !== undefined, around);
    }
  }
}

function unique(others: Others): Others {
  return [...new Map(others.map((each) => [JSON.stringify(each), each])).values()];
}

/** Properties that a branch forbids by name. */
function ruledOut(document: ContractDocument, schema: unknown, when?: Condition, depth = 0): NonNullable<Field['without']> {
  if (depth > 8) return [];
  return parts(document, schema).flatMap((part) => {
    const denied = Object.entries(asObject(part['properties'])).flatMap(([name, child]) => (child === false ? [name] : []));
    const refused = asObject(part['not']);
    if (Object.keys(refused).every((key) => key === 'required') && texts(refused['required']).length === 1)
      denied.push(...texts(refused['required']));
    const own = denied.map((name) => ({ name, ...(when === undefined ? {} : { when }) }));
    const inner = asArray(part['allOf']).flatMap((each) => ruledOut(document, each, when, depth + 1));
    const test = 'if' in part ? compileCondition(document, part['if']) : undefined;
    if (test === undefined) return [...own, ...inner];
    const both = (condition: Condition): Condition => (when === undefined ? condition : join('all', [when, condition]));
    return [
      ...own,
      ...inner,
      ...ruledOut(document, part['then'], both(test), depth + 1),
      ...ruledOut(document, part['else'], both({ not: test }), depth + 1),
    ];
  });
}
