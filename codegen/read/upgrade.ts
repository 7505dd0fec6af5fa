import { isObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';

/** OpenAPI 3.0 as 3.1: `nullable` becomes a type or a choice, boolean exclusive limits become numbers. */
export function upgrade(document: JsonObject): void {
  const version = String(document['openapi'] ?? document['swagger'] ?? '');
  if (version.startsWith('3.0')) upgradeIn(document, false);
}

/** Data is no schema, whatever its properties are called. */
const data = new Set(['example', 'examples', 'default', 'enum', 'const']);
const maps = new Set(['properties', 'patternProperties', 'schemas', 'parameters', 'responses', 'headers']);

/** `named`: the keys are names that somebody gave. */
function upgradeIn(value: Json | undefined, named: boolean): void {
  if (Array.isArray(value)) {
    for (const entry of value) upgradeIn(entry, false);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, entry] of Object.entries(value))
    if (named || !(data.has(key) || key.startsWith('x-'))) upgradeIn(entry, !named && maps.has(key) && isObject(entry));
  if (named) return;
  upgradeLimits(value);
  if (value['nullable'] === true) upgradeNullable(value);
}

function upgradeLimits(schema: JsonObject): void {
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] === true && typeof schema[limit] === 'number') {
      schema[flag] = schema[limit];
      delete schema[limit];
    } else if (typeof schema[flag] === 'boolean') delete schema[flag];
  }
}

const parts = ['$ref', 'allOf', 'anyOf', 'oneOf'] as const;
/** What is said of the place, not of its value. */
const words = new Set(['title', 'description', 'example', 'examples', 'default', 'deprecated', 'readOnly', 'writeOnly', 'externalDocs']);

/** What a schema is composed of would still refuse null: there, null is a choice beside all of it. */
function upgradeNullable(schema: JsonObject): void {
  delete schema['nullable'];
  if (parts.some((part) => part in schema)) {
    const own = Object.entries(schema).filter(([key]) => !words.has(key) && !key.startsWith('x-'));
    for (const [key] of own) delete schema[key];
    schema['anyOf'] = [Object.fromEntries(own), { type: 'null' }];
    return;
  }
  if (typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null'];
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null)) schema['enum'] = [...schema['enum'], null];
}
