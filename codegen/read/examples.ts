import { asArray, asObject, asText, isArray, isObject, type JsonObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { followReferences, lookUpIn } from '#domain/reference.ts';

/** Answers without a schema get that of their examples. Changes the document, and says where. */
export function describedByExamples(document: JsonObject): string[] {
  const found: string[] = [];
  const resolved = (value: Json | undefined): JsonObject => followReferences(value, (reference) => lookUpIn(document, reference));
  const answers = [
    ...Object.entries(asObject(document['paths'])).flatMap(([path, item]) =>
      Object.entries(asObject(item)).flatMap(([method, operation]) =>
        Object.entries(asObject(asObject(operation)['responses'])).map(([status, response]) => ({
          at: `${method} ${path} ${status}`,
          response,
        })),
      ),
    ),
    ...Object.entries(asObject(asObject(document['components'])['responses'])).map(([name, response]) => ({ at: name, response })),
  ];
  for (const { at, response } of answers) {
    for (const media of Object.values(asObject(asObject(response)['content'])).filter(isObject)) {
      if (saysSomething(resolved(media['schema']), resolved)) continue;
      const examples = examplesOf(media, resolved);
      const [schema] = examples.length === 0 ? [] : [schemaOf(examples)];
      if (schema === undefined || Object.keys(schema).length === 0) continue;
      media['schema'] = schema;
      found.push(`${at}: no schema; read from its example`);
    }
  }
  return found;
}

function saysSomething(schema: JsonObject, resolved: (value: Json | undefined) => JsonObject): boolean {
  if (
    ['properties', 'additionalProperties', 'allOf', 'oneOf', 'anyOf', 'enum', 'const', 'patternProperties', 'prefixItems'].some(
      (key) => key in schema,
    )
  )
    return true;
  if ('items' in schema) return saysSomething(resolved(schema['items']), resolved);
  return 'type' in schema && schema['type'] !== 'object' && schema['type'] !== 'array';
}

/** Those of the answer, else those of its schema; a text that is JSON stands for what it says. */
function examplesOf(media: JsonObject, resolved: (value: Json | undefined) => JsonObject): Json[] {
  const schema = resolved(media['schema']);
  const named = Object.values(asObject(media['examples'])).map((each) => resolved(each)['value']);
  return [media['example'], ...named, schema['example'], ...asArray(schema['examples'])].flatMap((value) => {
    const text = asText(value);
    if (text === undefined || !/^\s*[[{]/.test(text)) return value === undefined ? [] : [value];
    try {
      const parsed: Json = JSON.parse(text);
      return [parsed];
    } catch {
      return [];
    }
  });
}

/** What fits all of the examples; nothing is required, for the next answer may lack it. */
export function schemaOf(examples: readonly Json[]): JsonObject {
  const given = examples.filter((each) => each !== null);
  const [first] = given;
  if (first === undefined) return {};
  if (given.every(isObject)) {
    const names = [...new Set(given.flatMap((each) => Object.keys(each)))];
    const properties = names.map((name): [string, Json] => [
      name,
      schemaOf(given.flatMap((each) => (name in each ? [each[name] ?? null] : []))),
    ]);
    return { type: 'object', properties: Object.fromEntries(properties) };
  }
  if (given.every(isArray)) return { type: 'array', items: schemaOf(given.flat()) };
  const types = [...new Set(given.map((each) => (Number.isInteger(each) ? 'integer' : typeof each)))];
  const type = types.every((each) => each === 'integer' || each === 'number')
    ? types.includes('number')
      ? 'number'
      : 'integer'
    : types[0];
  if (types.length > 1 && type !== 'number' && type !== 'integer') return {};
  const isTime = given.every((each) => typeof each === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(each));
  return { ...(type === undefined || type === 'object' ? {} : { type }), ...(isTime ? { format: 'date-time' } : {}), example: first };
}
