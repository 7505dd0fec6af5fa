import type { Labels, Language } from '#domain/model.ts';
import { asArray, asObject, asText, isObject, type JsonObject } from '#domain/json.ts';

/** The words that schemas bring along as `x-labels`, by component. */
export type SchemaLabels = Map<string, Record<Language, Partial<Labels>>>;

/** Takes them out of the document: who calls the server or checks a value has no use for them. */
export function takeLabels(document: JsonObject): SchemaLabels {
  const found: SchemaLabels = new Map();
  for (const [component, schema] of Object.entries(asObject(asObject(document['components'])['schemas']))) {
    if (!isObject(schema) || !isObject(schema['x-labels'])) continue;
    const labels = schema['x-labels'];
    delete schema['x-labels'];
    const own = asText(labels['description']);
    found.set(component, {
      en: inLanguage(labels, 'en'),
      zh: {
        ...inLanguage(labels, 'zh'),
        title: asText(labels['title']),
        fields: textsOf(labels['fields']),
        help: { ...(own === undefined ? {} : { '': own }), ...textsOf(labels['help']) },
      },
    });
  }
  return found;
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
