import type { ContractDocument } from '../read/document.ts';
import { asArray, asObject, asText, folded, isObject, type JsonObject } from '#domain/json.ts';

const itemsNames = [
  'results',
  'result',
  'items',
  'data',
  'records',
  'rows',
  'list',
  'entries',
  'content',
  'values',
  'objects',
  'elements',
  'value',
];
/** Where the rows of an answer are, and the schema of one row; undefined if the answer is no list. */
export type Rows = { items: string; row: unknown; envelope?: JsonObject };

export function findRows(document: ContractDocument, schema: unknown, segment: string): Rows | undefined {
  const resolved = document.resolve(schema);
  if (isArraySchema(resolved)) return { items: '', row: resolved['items'] };
  const properties = propertiesOf(document, resolved);
  const arrays = Object.entries(properties).filter(([, child]) => isArrayOfObjects(document, child));
  const chosen =
    itemsNames.map((name) => arrays.find(([key]) => key === name)).find((entry) => entry !== undefined) ??
    arrays.find(([key]) => normal(key) === normal(segment)) ??
    (arrays.length === 1 && looksLikeEnvelope(properties) ? arrays[0] : undefined);
  if (chosen !== undefined) return { items: chosen[0], row: document.resolve(chosen[1])['items'], envelope: resolved };
  for (const [key, child] of Object.entries(properties)) {
    if (!['data', 'result', 'response', 'payload', '_embedded', 'page'].includes(key)) continue;
    const inner = findRows(document, child, segment);
    if (inner !== undefined && inner.items !== '') return { items: `${key}.${inner.items}`, row: inner.row, envelope: resolved };
  }
  return undefined;
}

/** A sole array makes a list only where the rest is about paging and not an entity of its own. */
function looksLikeEnvelope(properties: JsonObject): boolean {
  const others = Object.keys(properties).filter(
    (key) =>
      !/^(meta|links?|_links|paging|pagination|page\w*|per_?page|limit|offset|skip|has_?\w+|next\w*|prev\w*|first|last|cursor|size|total\w*|count|object|success|status|error|message|code|request_?id)$/i.test(
        key,
      ),
  );
  return others.length <= 1;
}

export function propertiesOf(document: ContractDocument, schema: JsonObject, around: readonly JsonObject[] = []): JsonObject {
  // what is composed of itself says nothing more
  if (around.includes(schema)) return {};
  const parts = asArray(schema['allOf']).map((part) => propertiesOf(document, document.resolve(part), [...around, schema]));
  return folded([...parts, asObject(schema['properties'])]);
}

function isArraySchema(schema: JsonObject): boolean {
  return (
    schema['type'] === 'array' ||
    (Array.isArray(schema['type']) && schema['type'].includes('array')) ||
    (schema['type'] === undefined && isObject(schema['items']))
  );
}

function isArrayOfObjects(document: ContractDocument, schema: unknown): boolean {
  const resolved = document.resolve(schema);
  if (!isArraySchema(resolved)) return false;
  const row = document.resolve(resolved['items']);
  return 'properties' in row || row['type'] === 'object' || 'allOf' in row || 'oneOf' in row || 'anyOf' in row;
}

export function normal(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** An item that its answer wraps: `data.0` where it is the only row of a list, `data` where it is a property. */
export function findItem(document: ContractDocument, schema: unknown, segment: string): { at?: string; schema: unknown } {
  const resolved = document.resolve(schema);
  const properties = propertiesOf(document, resolved);
  const names = Object.keys(properties);
  const rows = findRows(document, schema, segment);
  if (rows !== undefined && rows.items !== '' && looksLikeEnvelope(properties)) return { at: `${rows.items}.0`, schema: rows.row };
  if (rows !== undefined && rows.items === '') return resolved['type'] === undefined ? { schema: rows.row } : { at: '0', schema: rows.row };
  const holder = names.find(
    (name) => ['data', 'result', 'item', 'response', 'payload'].includes(name) && isObjectSchema(document, properties[name]),
  );
  if (holder !== undefined && looksLikeEnvelope(properties)) return { at: holder, schema: properties[holder] };
  const sole =
    names.length <= 2 ? names.find((name) => normal(name) === normal(segment) || normal(`${name}s`) === normal(segment)) : undefined;
  // what `getFilterRule` answers as its only property is the filter rule
  const [only] = names.length === 1 ? names : [];
  if (only !== undefined && normal(segment).endsWith(normal(only)) && isObjectSchema(document, properties[only]))
    return { at: only, schema: properties[only] };
  if (sole !== undefined && isObjectSchema(document, properties[sole])) return { at: sole, schema: properties[sole] };
  return { schema };
}

export function isObjectSchema(document: ContractDocument, schema: unknown): boolean {
  const resolved = document.resolve(schema);
  return 'properties' in resolved || asText(resolved['type']) === 'object' || 'allOf' in resolved;
}
