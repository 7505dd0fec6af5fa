import type { Json, Labels, Language } from '#domain/model.ts';
import { asArray, asObject, asText, isObject, type JsonObject } from '#domain/json.ts';
import { Remembered, type Memory } from '../remembered.ts';

/** The words that schemas bring along as `x-labels`, by component. */
export type SchemaLabels = Map<string, Record<Language, Partial<Labels>>>;

type Taken = { schema: JsonObject; labels: Record<Language, Partial<Labels>> };
const taken = new Remembered<Taken>();

/** The document without them: who calls the server or checks a value has no use for them. */
export function withoutLabels(document: JsonObject, memory: Memory): { document: JsonObject; labels: SchemaLabels } {
  const labels: SchemaLabels = new Map();
  const components = asObject(document['components']);
  if (!isObject(components['schemas'])) return { document, labels };
  const schemas = Object.entries(components['schemas']).map(([component, schema]): [string, Json] => {
    if (!isObject(schema) || !isObject(schema['x-labels'])) return [component, schema];
    const found = taken.of(memory, component, [schema], () => takenFrom(schema));
    labels.set(component, found.labels);
    return [component, found.schema];
  });
  return { document: { ...document, components: { ...components, schemas: Object.fromEntries(schemas) } }, labels };
}

function takenFrom({ 'x-labels': said, ...schema }: JsonObject): Taken {
  const labels = asObject(said);
  const own = asText(labels['description']);
  return {
    schema,
    labels: {
      en: inLanguage(labels, 'en'),
      zh: {
        ...inLanguage(labels, 'zh'),
        title: asText(labels['title']),
        fields: textsOf(labels['fields']),
        help: { ...(own === undefined ? {} : { '': own }), ...textsOf(labels['help']) },
      },
    },
  };
}

function inLanguage(labels: JsonObject, language: Language): Partial<Labels> {
  const values = Object.entries({ ...(isObject(labels['values']) ? { '': labels['values'] } : {}), ...asObject(labels['enums']) });
  return {
    groups: wordsOf(labels['groups'], language),
    enums: Object.fromEntries(values.map(([path, words]) => [path, wordsOf(words, language)])),
  };
}

function wordsOf(words: unknown, language: Language): Record<string, string> {
  return textsOf(Object.fromEntries(Object.entries(asObject(words)).map(([name, both]) => [name, asObject(both)[language] ?? null])));
}

function textsOf(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(asObject(value)).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

/**
 * Values of an enumeration that have no words though others do, and words for what is no value; '' stands for none. What
 * is no enumeration may have words for single values.
 */
export function unevenValues(schema: JsonObject, labels: Partial<Labels>): { bare: string[]; stray: string[] } {
  const words = labels.enums?.[''];
  if (words === undefined) return { bare: [], stray: [] };
  const members = [...asArray(schema['oneOf']), ...asArray(schema['anyOf'])].map((member) => asObject(member)['const']);
  const values = [...asArray(schema['enum']), ...members].filter((value) => value !== undefined && value !== null).map(String);
  if (values.length === 0) return { bare: [], stray: [] };
  const stray = Object.keys(words).filter((word) => word !== '' && !values.includes(word));
  return { bare: values.filter((value) => !(value in words)), stray };
}
