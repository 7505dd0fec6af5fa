import { componentName, lookUpIn } from '#domain/reference.ts';
import { asArray, asObject, isObject, texts, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { isDeepStrictEqual } from 'node:util';

/**
 * What nobody can fulfil as it is written, read as it was meant: enumerations of which a value would have to be in both are
 * taken together, and what a schema requires without saying what it is, while those that are made of it do, is required of
 * those. Changes the document, and says where.
 */
export function withoutContradictions(document: JsonObject): string[] {
  const found: string[] = [];
  const schemas = asObject(asObject(document['components'])['schemas']);
  const resolved = (value: Json | undefined): JsonObject => {
    const name = componentName(value);
    return name === undefined ? asObject(value) : asObject(lookUpIn(document, `#/components/schemas/${name}`));
  };
  walk(document, '#', (schema, at) => {
    const parts = asArray(schema['allOf']).map(resolved);
    const enumerations = parts.map((part) => asArray(part['enum'])).filter((values) => values.length > 0);
    const [first = [], ...others] = enumerations;
    if (others.length === 0 || parts.some((part) => 'properties' in part)) return;
    if (first.some((value) => others.every((values) => values.some((each) => isDeepStrictEqual(each, value))))) return;
    schema['allOf'] = asArray(schema['allOf']).map((part, index) => {
      const { enum: values, ...rest } = parts[index] ?? {};
      return values === undefined ? part : rest;
    });
    schema['enum'] = [...new Set(enumerations.flat())];
    found.push(`${at}: no value is in both enumerations of allOf; either is taken`);
  });
  for (const [name, schema] of Object.entries(schemas)) {
    if (!isObject(schema) || !isObject(schema['properties']) || 'allOf' in schema || 'additionalProperties' in schema) continue;
    const own = asObject(schema['properties']);
    const missing = texts(schema['required']).filter((each) => !Object.hasOwn(own, each));
    const composers = missing.length === 0 ? [] : Object.values(schemas).filter((other) => isMadeOf(other, name));
    for (const each of missing) {
      const describing = composers.filter((other) => describes(other, each, resolved));
      if (describing.length === 0) continue;
      schema['required'] = texts(schema['required']).filter((required) => required !== each);
      for (const other of describing) if (isObject(other)) other['required'] = [...texts(other['required']), each];
      found.push(`#/components/schemas/${name}: requires ${each}, which only what is made of it describes; it is required of that`);
    }
  }
  return found;
}

function isMadeOf(schema: Json, name: string): boolean {
  return asArray(asObject(schema)['allOf']).some((part) => componentName(part) === name);
}

function describes(schema: Json, property: string, resolved: (value: Json | undefined) => JsonObject): boolean {
  const parts = [asObject(schema), ...asArray(asObject(schema)['allOf']).map(resolved)];
  return parts.some((part) => Object.hasOwn(asObject(part['properties']), property));
}

function walk(value: Json | undefined, at: string, visit: (schema: JsonObject, at: string) => void): void {
  if (Array.isArray(value)) value.forEach((each, index) => walk(each, `${at}/${index}`, visit));
  else if (isObject(value)) {
    if (Array.isArray(value['allOf'])) visit(value, at);
    for (const [key, each] of Object.entries(value)) if (key !== 'example' && key !== 'examples') walk(each, `${at}/${key}`, visit);
  }
}
