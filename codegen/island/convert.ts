import { asArray, asObject, asText, compact, isJson, isObject, texts, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { escapeSegment } from '#domain/pointer.ts';
import { componentName } from '#domain/reference.ts';
import type { Origin, Words } from '../annotate/annotate.ts';
import { typesOf } from '../normalise/plain.ts';
import type { ContractDocument } from '../read/document.ts';
import { propertyNotes, withoutNotes } from '../read/notes.ts';

/** Schemas as the library that draws them reads them: where each of them stands in `definitions`. */
export type Islands = {
  /** By key: the name of its definition. */
  roots: Record<string, string>;
  definitions: JsonObject;
  /** Alternatives and conditions, by their mark: pointers within `definitions`. */
  marks: Record<string, string>;
};

/** How what stands at a place is called: its key among the labels, and who may have written words for it. */
type LabelSource = {
  label: string;
  /** What the labels within it begin with, where that is not its own. */
  base?: string;
  name: string;
  origins: Origin[];
  at: string;
  /** Nothing in it is drawn. */ quiet?: true;
};

/** A schema of its own, and the annotations that go to it. */
const copied = [
  'type format enum const default minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems',
  'maxItems uniqueItems minProperties maxProperties minContains maxContains readOnly writeOnly deprecated',
].flatMap((names) => names.split(' '));

const kindOf: Readonly<Record<string, string>> = { string: 'text' };

/** The mark of an alternative or condition: a validator of its own goes by it. */
const MARK = 'x-mark';
/** What our vocabulary says of a control. */
const CONTROL = 'x-control';

/**
 * The 2020-12 schemas of a contract in the dialect that @rjsf reads (tuples as lists of `items`, `dependencies`, one type
 * at a place), each title a key of the labels, each alternative marked: what tells alternatives apart in the browser is
 * compiled here, and what @rjsf merges by then is known by its mark.
 */
export function convertIslands(
  document: ContractDocument,
  islands: ReadonlyMap<string, { schema: Json; path: string; origins: Origin[] }>,
  words: Map<string, Words>,
): Islands {
  const definitions: JsonObject = {};
  const marks: Record<string, string> = {};
  const names = new Map<string, string>();
  const roots = [...islands].map(([key, { schema, path, origins }]): [string, string] => {
    const name = nameFor(key);
    const last =
      path
        .replaceAll(/[[\]{}]/g, '')
        .split('.')
        .at(-1) ?? '';
    definitions[name] = {};
    definitions[name] = converted(schema, { label: path, name: last, origins, at: `/${escapeSegment(name)}` });
    return [key, name];
  });
  return { roots: Object.fromEntries(roots), definitions, marks };

  /** A name that no other definition has. */
  function nameFor(wanted: string): string {
    let name = wanted;
    for (let count = 2; Object.hasOwn(definitions, name); count++) name = `${wanted}${count}`;
    return name;
  }

  /** The definition of what is referred to, converted when it is first met. */
  function defined(reference: string): string {
    const known = names.get(reference);
    if (known !== undefined) return known;
    const component = componentName({ $ref: reference });
    const name = nameFor(component ?? reference.split('/').at(-1) ?? 'schema');
    names.set(reference, name);
    definitions[name] = {};
    const target = document.find(reference);
    const label = `@${name}`;
    const origins = component === undefined ? [] : [{ component, at: label }];
    const made = converted(isJson(target) ? target : {}, { label, name, origins, at: `/${escapeSegment(name)}` });
    definitions[name] = made;
    return name;
  }

  function converted(schema: Json | undefined, place: LabelSource): Json {
    if (schema === false) return { not: {}, [CONTROL]: { hide: ['form'] } };
    const own = asObject(schema);
    const component = componentName(own);
    const here = component === undefined ? place : { ...place, origins: [...place.origins, { component, at: place.label }] };
    const title = titleOf(own, here);
    const { $ref, ...rest } = own;
    if (typeof $ref !== 'string') return { ...parts(own, here), ...title };
    return { $ref: `#/definitions/${escapeSegment(defined($ref))}`, ...parts(rest, here), ...title };
  }

  /** Its title is the key of its words. */
  function titleOf(schema: JsonObject, { label, name, origins, quiet }: LabelSource): JsonObject {
    if (quiet || label === '') return {};
    if (label.startsWith('#')) return { title: label };
    const members = constantsOf(document, schema);
    const values = members?.map(({ value }) => value) ?? asArray(schema['enum']);
    const titles = members?.flatMap(({ value, title }) => (title === undefined ? [] : [[String(value), title] as const]));
    const entry = compact<Words>({
      title: asText(schema['title']),
      description: asText(schema['description']),
      origins,
      name,
      values: values.length > 0 && values.every((value) => typeof value !== 'object') ? values : undefined,
      valueTitles: titles && Object.fromEntries(titles),
    });
    // of a member of a choice the tree of fields knows what the whole is called
    if (!words.has(label) || label.endsWith('>')) words.set(label, entry);
    return { title: label };
  }

  function parts(schema: JsonObject, place: LabelSource): JsonObject {
    const result: JsonObject = {};
    for (const key of copied) if (schema[key] !== undefined) result[key] = schema[key] ?? null;
    const { ui, access } = withoutNotes(schema);
    const control = compact(propertyNotes(ui, access));
    if (Object.keys(control).length > 0) result[CONTROL] = JSON.parse(JSON.stringify(control));
    const constants = constantsOf(document, schema);
    if (constants) result['enum'] = constants.map(({ value }) => value);
    objectParts(schema, result, place);
    arrayParts(schema, result, place);
    compositions(constants ? { ...schema, oneOf: null, anyOf: null } : schema, result, place);
    oneType(schema, result, place);
    return result;
  }

  function objectParts(schema: JsonObject, result: JsonObject, place: LabelSource): void {
    const { properties, patternProperties, additionalProperties, unevaluatedProperties, propertyNames } = schema;
    if (properties !== undefined) {
      const entries = Object.entries(asObject(properties));
      result['properties'] = Object.fromEntries(
        entries.map(([name, child]) => [name, converted(child, below(place, `${dotted(place)}${name}`, name, 'properties', name))]),
      );
    }
    const required = texts(schema['required']).filter((name) => !isUnasked(document.resolve(asObject(properties)[name])));
    if (required.length > 0) result['required'] = required;
    if (patternProperties !== undefined)
      result['patternProperties'] = mapped(patternProperties, (child, pattern) =>
        converted(child, below(place, `${baseOf(place)}{}`, '', 'patternProperties', pattern)),
      );
    const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'].some((key) => key in schema);
    const others = additionalProperties ?? (isComposed ? undefined : unevaluatedProperties);
    if (typeof others === 'boolean') result['additionalProperties'] = others;
    else if (others !== undefined)
      result['additionalProperties'] = converted(others, below(place, `${baseOf(place)}{}`, '', 'additionalProperties'));
    if (isComposed && unevaluatedProperties === false) result['unevaluatedProperties'] = false;
    if (propertyNames !== undefined) result['propertyNames'] = quiet(propertyNames, place, 'propertyNames');
    const dependencies = {
      ...asObject(schema['dependencies']),
      ...asObject(schema['dependentRequired']),
      ...asObject(schema['dependentSchemas']),
    };
    if (Object.keys(dependencies).length > 0)
      result['dependencies'] = mapped(dependencies, (child, name) => {
        if (Array.isArray(child)) return child;
        const at = partOf(place, 'dependencies', name);
        return withTests(untitled(converted(child, at)), name, at);
      });
  }

  /** Alternatives that depend on a property are told apart by what each says of it. */
  function withTests(schema: Json, name: string, place: LabelSource): Json {
    if (!isObject(schema) || !Array.isArray(schema['oneOf'])) return schema;
    const members = schema['oneOf'].map((member, index) => {
      const properties = asObject(asObject(member)['properties']);
      if (!isObject(member) || properties[name] === undefined) return member;
      const at = below(place, '', '', 'oneOf', String(index));
      return { ...member, properties: { ...properties, [name]: marked(properties[name], 'properties', name, at) } };
    });
    return { ...schema, oneOf: members };
  }

  function arrayParts(schema: JsonObject, result: JsonObject, place: LabelSource): void {
    const { prefixItems, items, contains, unevaluatedItems } = schema;
    const others = items ?? unevaluatedItems;
    const each = (at: string): Json => (others === false ? false : converted(others, below(place, `${baseOf(place)}[]`, '', at)));
    if (Array.isArray(prefixItems)) {
      result['type'] = 'array';
      result['items'] = prefixItems.map((child, index) => converted(child, elementAt(child, index, place)));
      result['additionalItems'] = each('additionalItems');
    } else if (others !== undefined || typesOf(schema).includes('array')) result['items'] = each('items');
    if (contains !== undefined) result['contains'] = quiet(contains, place, 'contains');
  }

  /** A place in a list that is called by its title, or by its number. */
  function elementAt(child: Json, index: number, place: LabelSource): LabelSource {
    const base = `${baseOf(place)}[${index + 1}]`;
    const label = document.resolve(child)['title'] === undefined ? `#item:${index + 1}` : base;
    return { ...below(place, label, '', 'items', String(index)), base };
  }

  function compositions(schema: JsonObject, result: JsonObject, place: LabelSource): void {
    if (Array.isArray(schema['allOf']))
      result['allOf'] = schema['allOf'].map((child, index) => untitled(converted(child, partOf(place, 'allOf', String(index)))));
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      const members = schema[keyword];
      if (!Array.isArray(members)) continue;
      result[keyword] = members.map((child, index) => marked(alternative(child, index, keyword, place), keyword, String(index), place));
    }
    const property = asText(asObject(schema['discriminator'])['propertyName']);
    if (property !== undefined) result['discriminator'] = { propertyName: property };
    if (schema['if'] !== undefined) {
      result['if'] = marked(quiet(schema['if'], place, 'if'), 'if', undefined, place);
      for (const key of ['then', 'else'] as const)
        if (schema[key] !== undefined) result[key] = untitled(converted(schema[key], partOf(place, key)));
    }
    if (schema['not'] !== undefined) result['not'] = quiet(schema['not'], place, 'not');
  }

  /** One of several: called by its title, its component, or its kind. */
  function alternative(child: Json, index: number, keyword: string, place: LabelSource): Json {
    const resolved = document.resolve(child);
    const name = componentName(child) ?? asText(asObject(child)['title']) ?? asText(resolved['title']);
    const label = name === undefined ? `#kind:${index + 1}:${kindName(resolved)}` : `${baseOf(place)}<${name}>`;
    const base = name === undefined ? `${baseOf(place)}<${index + 1}>` : label;
    return converted(child, { ...below(place, label, name ?? '', keyword, String(index)), base });
  }

  /** Several types at a place are a choice between them. */
  function oneType(schema: JsonObject, result: JsonObject, place: LabelSource): void {
    const types = typesOf(schema);
    if (types.filter((type) => type !== 'null').length < 2 || result['oneOf'] !== undefined || result['anyOf'] !== undefined) return;
    const { type: _, properties, required, ...rest } = result;
    for (const key of Object.keys(result)) if (key !== 'default' && key !== CONTROL) delete result[key];
    result['anyOf'] = types.map((type, index) => {
      const ofObject = type === 'object' ? compact({ properties, required }) : {};
      return marked({ ...rest, ...ofObject, type, title: `#kind:${index + 1}:${kindOf[type] ?? type}` }, 'anyOf', String(index), place);
    });
  }

  function marked(schema: Json, keyword: string, index: string | undefined, { at }: LabelSource): Json {
    if (!isObject(schema)) return schema;
    const mark = `m${Object.keys(marks).length + 1}`;
    marks[mark] = `${at}/${keyword}${index === undefined ? '' : `/${index}`}`;
    return { ...schema, [MARK]: mark };
  }

  /** Drawn nowhere: without words. */
  function quiet(schema: Json, place: LabelSource, keyword: string): Json {
    return converted(schema, { ...below(place, '', '', keyword), quiet: true });
  }
}

function below({ at, origins, quiet }: LabelSource, label: string, name: string, ...steps: string[]): LabelSource {
  return { origins, ...(quiet ? { quiet } : {}), label, name, at: [at, ...steps.map(escapeSegment)].join('/') };
}

/** What is said of the same place at another. */
function partOf(place: LabelSource, ...steps: string[]): LabelSource {
  return { ...below(place, place.label, place.name, ...steps), base: baseOf(place) };
}

function baseOf({ base, label }: LabelSource): string {
  return base ?? label;
}

function dotted(place: LabelSource): string {
  const base = baseOf(place);
  return base === '' ? '' : `${base}.`;
}

function mapped(value: Json, change: (child: Json, name: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(asObject(value)).map(([name, child]) => [name, change(child, name)]));
}

/** What a part of a composition is called says nothing of the whole. */
function untitled(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { title: _, ...rest } = schema;
  return rest;
}

/** Not asked for by a form: the server writes it, or it stays as it is while absent. */
function isUnasked(property: JsonObject): boolean {
  return property['readOnly'] === true || property['writeOnly'] === true;
}

function constantsOf(document: ContractDocument, schema: JsonObject): { value: Json; title: string | undefined }[] | undefined {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const members = asArray(schema[keyword]).map((member) => document.resolve(member));
    if (members.length === 0 || !members.every((member) => 'const' in member)) continue;
    return members.map((member) => ({ value: member['const'] ?? null, title: asText(member['title']) }));
  }
  return undefined;
}

function kindName(resolved: JsonObject): string {
  const [type] = typesOf(resolved);
  const said = type ?? ('properties' in resolved ? 'object' : 'items' in resolved || 'prefixItems' in resolved ? 'array' : 'json');
  return kindOf[said] ?? said;
}
