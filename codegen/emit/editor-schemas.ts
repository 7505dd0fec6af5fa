import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { formats } from '#domain/formats/registry.ts';
import { standardFormats } from '#domain/formats/standard.ts';
import { asArray, asObject, type JsonObject } from '#domain/json.ts';
import { rules } from '#domain/rules/registry.ts';
import { pascalCase } from '../names.ts';
import { wholeFiles } from '../read/whole-files.ts';
import { pretty } from './output.ts';

/** Keywords of JSON Schema below which schemas stand. */
const ONE = ['items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', '$defs', 'dependentSchemas'];
/** What is no text that is checked: a body of bytes. */
const OPEN_FORMATS = ['binary'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/**
 * Schemas by which an editor completes and checks the files of the contract, each whole in one file. A file names its own in its
 * first line: `# yaml-language-server: $schema=../editor/entity.json`.
 */
export function editorSchemas(root: string): Map<string, string> {
  const read = (name: string): JsonObject => asObject(parse(readFileSync(join(root, 'schemas/vocabulary', `${name}.yaml`), 'utf8')));
  const [ui, data, access, labels, platform] = ['x-ui', 'x-data', 'x-access', 'x-labels', 'x-platform'].map((name) =>
    asObject(local(read(name), name)['$defs']),
  );
  const kinds: JsonObject = {};
  for (const [name, defs] of Object.entries({ 'x-ui': ui, 'x-data': data, 'x-access': access, 'x-labels': labels, 'x-platform': platform }))
    for (const [kind, schema] of Object.entries(defs ?? {})) kinds[`${name}.${kind}`] = schema;
  Object.assign(kinds, named(root, kinds));
  const of = (keyword: string, kind: string): JsonObject =>
    kinds[`${keyword}.${kind}`] === undefined ? {} : { [keyword]: { $ref: `#/$defs/${keyword}.${kind}` } };
  const property = { $ref: '#/$defs/schema' };
  const schema: JsonObject = {
    type: ['object', 'boolean'],
    properties: {
      $ref: { type: 'string' },
      type: { anyOf: [{ enum: TYPES }, { type: 'array', items: { enum: TYPES } }] },
      title: { type: 'string' },
      description: { type: 'string' },
      format: { enum: [...Object.keys(formats), ...Object.keys(standardFormats), ...OPEN_FORMATS].toSorted() },
      enum: { type: 'array' },
      required: { type: 'array', items: { type: 'string' } },
      readOnly: { type: 'boolean' },
      writeOnly: { type: 'boolean' },
      deprecated: { type: 'boolean' },
      ...Object.fromEntries(ONE.map((name) => [name, property])),
      ...Object.fromEntries(MANY.map((name) => [name, { type: 'array', items: property }])),
      ...Object.fromEntries(NAMED.map((name) => [name, { type: 'object', additionalProperties: property }])),
      additionalProperties: property,
      unevaluatedProperties: property,
      ...of('x-ui', 'property'),
      ...of('x-labels', 'property'),
    },
  };
  const { 'x-labels': _, ...shared } = asObject(schema['properties']);
  const entity = {
    ...schema,
    type: 'object',
    properties: { ...shared, ...of('x-ui', 'schema'), ...of('x-data', 'schema'), ...of('x-labels', 'schema') },
  };
  const value = { ...schema, type: 'object', properties: { ...shared, ...of('x-ui', 'property'), ...of('x-labels', 'schema') } };
  const parameter = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      in: { enum: ['query', 'path', 'header', 'cookie'] },
      required: { type: 'boolean' },
      description: { type: 'string' },
      schema: property,
      ...of('x-ui', 'parameter'),
    },
  };
  const operation = {
    type: 'object',
    properties: {
      operationId: { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$' },
      summary: { type: 'string' },
      description: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      parameters: { type: 'array', items: parameter },
      requestBody: { type: 'object' },
      responses: { type: 'object' },
      ...of('x-ui', 'operation'),
      ...of('x-data', 'operation'),
      ...of('x-access', 'operation'),
      ...of('x-platform', 'operation'),
    },
    required: ['operationId', 'responses', 'x-access'],
  };
  const methods = ['get', 'put', 'post', 'delete', 'patch'].map((name) => [name, operation] as const);
  const item = { type: 'object', properties: { parameters: { type: 'array', items: parameter }, ...Object.fromEntries(methods) } };
  const many = (each: JsonObject): JsonObject => ({ type: 'object', additionalProperties: each });
  const parts = {
    parameters: many(parameter),
    schemas: many(property),
    headers: many({ type: 'object' }),
    responses: many({ type: 'object' }),
  };
  const common = { type: 'object', additionalProperties: false, properties: parts };
  const whole = (root_: JsonObject): JsonObject => ({ ...root_, $defs: { ...kinds, schema } });
  return new Map([
    ['schemas/editor/entity.json', pretty(whole(entity))],
    ['schemas/editor/value.json', pretty(whole(value))],
    ['schemas/editor/paths.json', pretty(whole({ type: 'object', additionalProperties: item }))],
    ['schemas/editor/common.json', pretty(whole(common))],
    ...[...new Set(Object.values(wholeFiles))].map((name): [string, string] => [`schemas/editor/${name}.json`, pretty(read(name))]),
  ]);
}

/** What `use` of a rule and `ref` of a property may name: rules of the registry, resources by the file of their entity. */
function named(root: string, kinds: JsonObject): JsonObject {
  const resources = globSync('schemas/entities/*.yaml', { cwd: root })
    .map((file) => pascalCase(basename(file, '.yaml')))
    .toSorted();
  const [rule, ref] = [asObject(kinds['x-ui.rule']), asObject(kinds['x-ui.ref'])];
  const alternatives = asArray(ref['anyOf'])
    .map(asObject)
    .filter(({ type }) => type === 'object');
  const within = (schema: JsonObject, name: string, values: string[]): JsonObject => ({
    ...schema,
    properties: { ...asObject(schema['properties']), [name]: { enum: values } },
  });
  return {
    'x-ui.rule': within(rule, 'use', Object.keys(rules).toSorted()),
    'x-ui.ref': {
      ...ref,
      anyOf: [
        { enum: resources },
        ...alternatives.map((each) => ('resource' in asObject(each['properties']) ? within(each, 'resource', resources) : each)),
      ],
    },
  };
}

/** References within one vocabulary, as they are among those of all. */
function local(schema: JsonObject, name: string): JsonObject {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"#/$defs/${name}.`));
}
