import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { placeOf } from '#domain/causes.ts';
import { formats } from '#domain/formats/registry.ts';
import { asObject, isObject, texts, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { bundle, dereference } from '#tests/support/contract-document.ts';

export type Schema = JsonObject;

/** What a request may hold, read from the bundle without codegen: readOnly properties are not part of it. */
const requests = forRequests(bundle);
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, logger: false, useDefaults: false });
for (const format of Object.values(formats))
  ajv.addFormat(format.name, { type: 'string', validate: (text: string) => format.check(text) === undefined });
ajv.addSchema({ $id: 'requests', components: requests['components'] });
const compiled = new Map<string, ValidateFunction>();

/** The places at which a value is not what the schema says; empty for a right one. */
export function faultsOf(schema: Schema, value: unknown): string[] {
  const key = JSON.stringify(schema);
  let check = compiled.get(key);
  if (!check) compiled.set(key, (check = ajv.compile(asObject(rebased(schema)))));
  if (check(value)) return [];
  return (check.errors ?? []).map(placeOf);
}

/** The schema of a body without what requests do not carry, references still in place. */
export function forRequests(entry: Schema): Schema {
  const properties = entry['properties'];
  if (!isSchemaMap(properties)) return mapped(entry);
  const gone = new Set(Object.keys(properties).filter((name) => dereference(properties[name])['readOnly'] === true));
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !gone.has(name)));
  const required = texts(entry['required']).filter((name) => !gone.has(name));
  return mapped({ ...entry, properties: kept, ...(Array.isArray(entry['required']) ? { required } : {}) });
}

function mapped(entry: Schema): Schema {
  return Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [
      key,
      ['enum', 'const', 'examples', 'default', 'example'].includes(key) ? value : within(value),
    ]),
  );
}

function within(node: Json): Json {
  if (Array.isArray(node)) return node.map(within);
  return isObject(node) ? forRequests(node) : node;
}

function isSchemaMap(value: unknown): value is Record<string, Schema> {
  return isObject(value) && Object.values(value).every((each) => typeof each === 'object');
}

function rebased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rebased);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === '$ref' && typeof inner === 'string' ? `requests${inner}` : rebased(inner)]),
  );
}
