import type { ContractDocument } from '#codegen/read/document.ts';
import { componentName } from '#domain/reference.ts';
import { asArray, asObject, isObject, texts, type JsonObject } from '#domain/json.ts';

/** A schema as a TypeScript type before it is text. */
export type TypeNode =
  | { kind: 'text'; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'union'; of: TypeNode[] }
  | { kind: 'array'; items: TypeNode }
  | { kind: 'map'; values: TypeNode }
  | { kind: 'object'; properties: Map<string, Property> };
export type Property = { type: TypeNode; required: boolean };

/** Read as the server stores and answers it, or as a caller sends it. */
export type Side = 'stored' | 'sent';

type PropertyType = { type: TypeNode; defaulted: boolean; inBranch: boolean };
type Shape = { found: Map<string, PropertyType>; required: Set<string> };

/** Beside a `$ref` these say nothing of the type that it names. */
const annotations = /^(x-.*|title|description|default|examples?|deprecated|readOnly|writeOnly|\$comment|min.*|max.*|format|pattern)$/;
const branches = ['then', 'else'] as const;
const unions = ['oneOf', 'anyOf'] as const;

/**
 * Types that need no narrowing: `allOf`, branches and unions of objects are folded into one object, in which a property
 * that stands in a branch only is optional. Stored, a property with a default is there and a secret is not; sent, what is
 * read-only is not.
 */
export class TypeReader {
  readonly #document: ContractDocument;
  readonly #side: Side;
  readonly #named: (name: string) => void;

  /** `named` hears of every component that a type names. */
  constructor(document: ContractDocument, side: Side, named: (name: string) => void) {
    this.#document = document;
    this.#side = side;
    this.#named = named;
  }

  read(schema: unknown): TypeNode {
    const name = componentName(schema);
    if (name !== undefined && this.#document.schemas[name] !== undefined && this.#addsNothing(schema)) {
      this.#named(name);
      return { kind: 'name', name };
    }
    return this.readHere(schema);
  }

  /** The type itself, where `read` would name it. */
  readHere(schema: unknown): TypeNode {
    const resolved = this.#document.resolve(schema);
    if ('const' in resolved) return literal(resolved['const']);
    if (Array.isArray(resolved['enum'])) return union(resolved['enum'].map(literal));
    const types = [resolved['type'] ?? []].flat();
    const node = this.#plain(resolved, types);
    return types.includes('null') ? union([node, { kind: 'text', text: 'null' }]) : node;
  }

  #plain(schema: JsonObject, types: unknown[]): TypeNode {
    if (this.#isObject(schema)) return this.#object(schema);
    const members = unions.flatMap((keyword) => asArray(schema[keyword]));
    if (members.length > 0) return union(members.map((member) => this.read(member)));
    if (types.length === 0 && Array.isArray(schema['allOf'])) return this.read(schema['allOf'][0]);
    const scalars = types.flatMap((type) => scalarTypes[String(type)] ?? []);
    const nodes: TypeNode[] = scalars.map((text) => ({ kind: 'text', text }));
    if (types.includes('array')) nodes.push({ kind: 'array', items: this.read(schema['items']) });
    if (types.includes('object') || isObject(schema['additionalProperties']))
      nodes.push({ kind: 'map', values: this.read(schema['additionalProperties']) });
    return nodes.length === 0 ? json : union(nodes);
  }

  #object(schema: JsonObject): TypeNode {
    const shape: Shape = { found: new Map(), required: new Set() };
    this.#collect(schema, shape, false);
    const properties = [...shape.found].map(([name, { type, defaulted, inBranch }]): [string, Property] => [
      name,
      { type, required: !inBranch && (defaulted || shape.required.has(name)) },
    ]);
    return { kind: 'object', properties: new Map(properties) };
  }

  #collect(schema: unknown, shape: Shape, inBranch: boolean, stack: readonly string[] = []): void {
    const name = componentName(schema);
    if (name !== undefined && stack.includes(name)) return;
    const within = name === undefined ? stack : [...stack, name];
    const resolved = this.#document.resolve(schema);
    for (const [key, property] of Object.entries(asObject(resolved['properties']))) this.#add(shape, key, property, inBranch);
    if (!inBranch) for (const key of texts(resolved['required'])) shape.required.add(key);
    for (const part of asArray(resolved['allOf'])) this.#collect(part, shape, inBranch, within);
    for (const keyword of branches) if (isObject(resolved[keyword])) this.#collect(resolved[keyword], shape, true, within);
    for (const keyword of unions) for (const member of asArray(resolved[keyword])) this.#collect(member, shape, true, within);
  }

  /** What stands in every case says the type; branches that alone have a property say it together. */
  #add(shape: Shape, name: string, schema: unknown, inBranch: boolean): void {
    if (schema === false) return;
    const resolved = this.#document.resolve(schema);
    const { readOnly, writeOnly } = resolved;
    if (this.#side === 'stored' ? writeOnly === true : readOnly === true) return;
    const type = this.read(schema);
    const known = shape.found.get(name);
    if (known && inBranch) {
      if (known.inBranch && type !== json) known.type = union([known.type, type]);
      return;
    }
    const defaulted = this.#side === 'stored' && readOnly !== true && resolved['default'] !== undefined;
    shape.found.set(name, { type, defaulted, inBranch });
  }

  #isObject(schema: unknown, stack: readonly string[] = []): boolean {
    const name = componentName(schema);
    if (name !== undefined && stack.includes(name)) return false;
    const within = name === undefined ? stack : [...stack, name];
    const resolved = this.#document.resolve(schema);
    if (isObject(resolved['properties'])) return true;
    if (asArray(resolved['allOf']).some((part) => this.#isObject(part, within))) return true;
    if (branches.some((keyword) => isObject(resolved[keyword]) && this.#isObject(resolved[keyword], within))) return true;
    const members = unions.flatMap((keyword) => asArray(resolved[keyword])).filter((member) => !isNull(this.#document.resolve(member)));
    return members.length > 0 && members.every((member) => this.#isObject(member, within));
  }

  #addsNothing(schema: unknown): boolean {
    return Object.keys(asObject(schema)).every((key) => key === '$ref' || annotations.test(key));
  }
}

const scalarTypes: Readonly<Record<string, string>> = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' };
const json: TypeNode = { kind: 'text', text: 'Json' };

function isNull(schema: JsonObject): boolean {
  return schema['type'] === 'null' || schema['const'] === null;
}

function literal(value: unknown): TypeNode {
  return { kind: 'text', text: value !== null && typeof value === 'object' ? 'Json' : JSON.stringify(value) };
}

function union(of: TypeNode[]): TypeNode {
  const flat = of.flatMap((node) => (node.kind === 'union' ? node.of : [node]));
  const different = [...new Map(flat.map((node) => [typeText(node), node])).values()];
  return different.length === 1 ? different[0]! : { kind: 'union', of: different };
}

/** `within` stands before the names of components, where these are in another module. */
export function typeText(node: TypeNode, within = ''): string {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'name':
      return `${within}${node.name}`;
    case 'union':
      return node.of.map((each) => typeText(each, within)).join(' | ');
    case 'array': {
      const items = typeText(node.items, within);
      return node.items.kind === 'union' ? `(${items})[]` : `${items}[]`;
    }
    case 'map':
      return `{ [key: string]: ${typeText(node.values, within)} }`;
    case 'object':
      return objectText([...node.properties].map(([name, { type, required }]) => [name, typeText(type, within), required]));
  }
}

/** `indent` stands before each property where they have lines of their own. */
export function objectText(properties: (readonly [name: string, type: string, required?: boolean])[], indent?: string): string {
  if (properties.length === 0) return 'Record<never, never>';
  const entries = properties.map(([name, type, required = true]) => `${keyText(name)}${required ? '' : '?'}: ${type};`);
  return indent === undefined
    ? `{ ${entries.join(' ')} }`
    : `{\n${entries.map((entry) => `${indent}${entry}\n`).join('')}${indent.slice(2)}}`;
}

function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}
