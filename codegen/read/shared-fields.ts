import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { asArray, asObject, asText, folded, isObject, isText, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { Remembered } from '../remembered.ts';
import type { Files } from './files.ts';

/** Schemas of fields that most entities have: identity, company, stamps. An entity is composed of them by `allOf`. */
export const SHARED = 'schemas/shared';

/** Keywords beside which not all properties are known: `additionalProperties` would refuse those that they bring. */
const composing = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'];

const composed = new Remembered<unknown>();

/**
 * A file of the contract as it is bundled. Fields of shared schemas stand among the entity's own, so that each component says
 * all of itself and nothing beside it: its identity and whose it is before its own, stamps behind. What it says of one of them
 * itself holds. Like what is parsed, it is shared: nobody may change it.
 */
export function contractYaml(files: Files, path: string): unknown {
  const parsed = files.yaml(path);
  if (!isObject(parsed)) return parsed;
  const parts = asArray(parsed['allOf']).flatMap((part) => sharedAt(files, path, part) ?? []);
  if (parts.length === 0) return parsed;
  const schemas = parts.map((part) => contractYaml(files, part));
  return composed.of(files.memory, files.named(path), [parsed, ...schemas], () => {
    const fields = parts.map((part, index) => moved(asObject(asObject(schemas[index])['properties']), part, path));
    const left = asArray(parsed['allOf']).filter((part) => sharedAt(files, path, part) === undefined);
    return withFields(parsed, folded(fields), left);
  });
}

/** The file of the shared schema that a part of a composition refers to; of one that is not there the bundler says so. */
function sharedAt(files: Files, path: string, part: Json): string | undefined {
  const target = join(dirname(path), asText(asObject(part)['$ref']) ?? '');
  return files.named(target).startsWith(`${SHARED}/`) && existsSync(target) ? target : undefined;
}

/** References as they are written in another file. */
function moved(fields: JsonObject, from: string, to: string): JsonObject {
  const entries = Object.entries(fields).map(([name, field]): [string, Json] => {
    const { $ref, ...rest } = asObject(field);
    return [name, typeof $ref === 'string' ? { $ref: relative(dirname(to), join(dirname(from), $ref)), ...rest } : field];
  });
  return Object.fromEntries(entries);
}

/** `left`: what it is composed of beside the shared fields. */
function withFields(schema: JsonObject, shared: JsonObject, left: Json[]): JsonObject {
  const own = asObject(schema['properties']);
  const identity = [asObject(schema['x-ui'])['id'], asObject(schema['x-data'])['owner']].filter(isText).filter((name) => name in shared);
  const names = new Set([...identity, ...Object.keys(own).filter((name) => !(name in shared)), ...Object.keys(shared)]);
  const properties = folded([...names].map((name) => ({ [name]: own[name] ?? shared[name] ?? {} })));
  const { allOf: _, ...alone } = schema;
  const isComposed = left.length > 0 || composing.some((keyword) => keyword in alone);
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, Json][] => {
    if (keyword === 'allOf') return left.length > 0 ? [[keyword, left]] : [];
    return [[keyword === 'unevaluatedProperties' && !isComposed ? 'additionalProperties' : keyword, value]];
  });
  return { ...Object.fromEntries(entries), properties };
}
