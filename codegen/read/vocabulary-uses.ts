import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isMap, isNode, parse, parseDocument, visit, type Document, type YAMLMap } from 'yaml';
import { asArray, asObject, asText, isObject, type JsonObject } from '#domain/json.ts';
import { lookUpIn } from '#domain/reference.ts';
import { SHARED } from './shared-fields.ts';
import { inert, keywords, kindOf, yamlFiles } from './source.ts';

/** A key of the vocabulary, or an option of one (`ref.exclude`), and where the contract says it. */
export type VocabularyKey = {
  keyword: string;
  /** What the keyword stands on. */
  on: string;
  key: string;
  description?: string;
  /** Why few places say it. */
  seldom?: string;
  places: number;
  files: number;
};

type Entry = Pick<VocabularyKey, 'key' | 'description' | 'seldom'>;

/** Every key of the vocabularies with the number of places that it is written in: an anchor counts once, its aliases do not. */
export function vocabularyUses(root: string): VocabularyKey[] {
  const found = new Map<string, { entry: Omit<VocabularyKey, 'places' | 'files'>; places: string[] }>();
  for (const keyword of keywords) {
    const schema = asObject(parse(readFileSync(join(root, 'schemas/vocabulary', `${keyword}.yaml`), 'utf8')));
    for (const on of kinds) {
      const of = asObject(schema['$defs'])[on];
      for (const entry of isObject(of) ? keysOf(schema, of, '', []) : [])
        found.set(`${keyword} ${on} ${entry.key}`, { entry: { keyword, on, ...entry }, places: [] });
    }
  }
  for (const path of yamlFiles(['openapi', 'schemas/entities', SHARED, 'schemas/values'].map((folder) => join(root, folder)))) {
    const file = relative(root, path);
    for (const { keyword, on, value } of placesIn(file, parseDocument(readFileSync(path, 'utf8'), { merge: true })))
      for (const key of pathsIn(value, '')) found.get(`${keyword} ${on} ${key}`)?.places.push(file);
  }
  return [...found.values()].map(({ entry, places }) => ({ ...entry, places: places.length, files: new Set(places).size }));
}

const kinds = ['document', 'operation', 'parameter', 'schema', 'property'];

/** Keys that a schema allows, and below each the keys of its value. */
function keysOf(root: JsonObject, schema: JsonObject, prefix: string, stack: readonly string[]): Entry[] {
  const reference = asText(schema['$ref']);
  if (reference !== undefined) {
    if (stack.includes(reference)) return [];
    const target = asObject(lookUpIn(root, reference));
    return keysOf(root, target, prefix, [...stack, reference]);
  }
  const own = Object.entries(asObject(schema['properties'])).flatMap(([name, value]): Entry[] => {
    const said = asObject(value);
    const key = prefix === '' ? name : `${prefix}.${name}`;
    return [{ key, description: asText(said['description']), seldom: asText(said['x-seldom']) }, ...keysOf(root, said, key, stack)];
  });
  const parts = [schema['items'], schema['then'], schema['else'], ...asArray(schema['anyOf']), ...asArray(schema['oneOf'])];
  const inner = parts.flatMap((part) => (isObject(part) ? keysOf(root, part, prefix, stack) : []));
  return [...new Map([...inner, ...own].map((entry) => [entry.key, entry])).values()];
}

function pathsIn(value: unknown, prefix: string): string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((each) => pathsIn(each, prefix)))];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    // a group within a group says the same keys
    const nested = prefix === name || prefix.endsWith(`.${name}`);
    return [key, ...pathsIn(inner, nested ? prefix : key)];
  });
}

type KeywordUse = { keyword: string; on: string; value: unknown };

function placesIn(file: string, document: Document): KeywordUse[] {
  const found: KeywordUse[] = [];
  const stack: string[] = [];
  const below = (map: YAMLMap): void => {
    const siblings = new Set(map.items.map(({ key }) => String(key)));
    for (const { key, value } of map.items) {
      const name = String(key);
      if (!keywords.includes(name) || !isNode(value)) continue;
      const pointer = [...stack, name];
      const place = { file, pointer, line: 0, value: undefined, siblings };
      found.push({ keyword: name, on: kindOf(name, place), value: value.toJS(document) });
    }
  };
  visit(document, {
    Pair: (_key, pair) => (inert.has(String(pair.key)) || keywords.includes(String(pair.key)) ? visit.SKIP : undefined),
    Map: (_key, map, path) => {
      stack.splice(0, stack.length, ...path.flatMap((node) => ('key' in node && !isMap(node) ? [String(node.key)] : [])));
      below(map);
    },
  });
  return found;
}
