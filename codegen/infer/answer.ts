import type { Paging } from '#domain/paging.ts';
import type { ContractDocument } from '../read/document.ts';
import { asArray, asNumber, asObject, asText, compact, folded, isObject, type JsonObject } from '#domain/json.ts';
import type { RawOperation } from '../read/operations.ts';

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
const totalNames = [
  'total',
  'totalCount',
  'total_count',
  'totalRecords',
  'total_records',
  'totalElements',
  'total_items',
  'totalItems',
  'count',
  'totalResults',
];
const nextNames = [
  'next',
  'nextCursor',
  'next_cursor',
  'nextPageToken',
  'next_page_token',
  'nextToken',
  'next_token',
  'cursor',
  'endCursor',
  'continuation',
  'after',
];
const parameterNames = {
  limit: [
    'limit',
    'page_size',
    'pageSize',
    'per_page',
    'perPage',
    'size',
    'max_results',
    'maxResults',
    'first',
    'pageLimit',
    'take',
    'page[size]',
    'page[limit]',
    '_limit',
    'count',
  ],
  offset: ['skip', 'offset', 'page[offset]', '_start', 'startIndex', 'start', 'from'],
  page: ['page', 'page_number', 'pageNumber', 'pageNo', 'pageNum', 'p', 'page[number]', '_page', 'currentPage', 'pageIndex'],
  cursor: [
    'cursor',
    'after',
    'page_token',
    'pageToken',
    'next_token',
    'nextToken',
    'starting_after',
    'startingAfter',
    'last_id',
    'lastId',
    'next_page_token',
    'nextPageToken',
    'marker',
    'continuation',
    'continuationToken',
    'page[after]',
    'page[cursor]',
  ],
  sort: ['sort', 'order_by', 'orderBy', 'ordering', 'sortBy', 'sort_by', '_sort'],
  keyword: ['keyword', 'q', 'query', 'search', 'filter[search]', 'searchTerm', '_q', 'term'],
};

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

function propertiesOf(document: ContractDocument, schema: JsonObject): JsonObject {
  const parts = asArray(schema['allOf']).map((part) => propertiesOf(document, document.resolve(part)));
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

function normal(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** Paging of a list, from its parameters, its envelope and its headers; annotations win. */
export function findPaging(document: ContractDocument, operation: RawOperation, rows: Rows): Paging {
  const queries = operation.params.filter((parameter) => parameter.in === 'query');
  const { limit, offset, page, cursor, sort, keyword } = pagingParameters(document, queries);
  const limitSchema = document.resolve(queries.find((parameter) => parameter.name === limit)?.schema);
  const pageSchema = document.resolve(queries.find((parameter) => parameter.name === page)?.schema);
  const envelope = rows.envelope === undefined ? {} : propertiesOf(document, rows.envelope);
  const next = findNext(document, envelope, operation);
  return compact<Paging>({
    limit,
    offset,
    page,
    cursor: cursor !== undefined && (next !== undefined || page === undefined) ? cursor : undefined,
    base: page === undefined ? undefined : (asNumber(pageSchema['minimum']) ?? asNumber(pageSchema['default']) ?? 1) === 0 ? 0 : 1,
    items: rows.items,
    total: findTotal(document, envelope, operation),
    capped: 'capped' in envelope ? 'capped' : undefined,
    gap: 'gap' in envelope ? 'gap' : undefined,
    next,
    max: asNumber(limitSchema['maximum']),
    sort,
    keyword,
    ...operation.notes.page,
  });
}

type PagingParameters = Record<'limit' | 'offset' | 'page' | 'cursor' | 'sort' | 'keyword', string | undefined>;
/** With one of these beside it a `start` or `from` begins a time or a range of values. */
const ENDS = ['end', 'to', 'until', 'stop'];

/** Which query parameters page a list: by name, by type, and by what stands beside them. */
function pagingParameters(document: ContractDocument, queries: RawOperation['params']): PagingParameters {
  const schemaOf = (name: string): JsonObject => document.resolve(queries.find((parameter) => parameter.name === name)?.schema);
  const has = (name: string): boolean => queries.some((parameter) => parameter.name === name);
  const typesOf = (name: string): unknown[] => [schemaOf(name)['type']].flat();
  const isCount = (name: string): boolean => typesOf(name).some((type) => type === undefined || type === 'integer' || type === 'number');
  const isTime = (name: string): boolean => /^date|^time/.test(String(schemaOf(name)['format'] ?? ''));
  const named = (names: string[], fits: (name: string) => boolean = () => true): string | undefined =>
    names.find((name) => has(name) && fits(name));
  const page = named(parameterNames.page, isCount);
  const begins = (name: string): boolean =>
    (name !== 'start' && name !== 'from') || (typesOf(name).includes('integer') && page === undefined && !ENDS.some(has));
  // what comes first, and how many at most
  const pair = has('first') && has('max') && isCount('first') && isCount('max');
  return {
    limit: pair ? 'max' : named(parameterNames.limit, isCount),
    offset: pair ? 'first' : named(parameterNames.offset, (name) => isCount(name) && begins(name)),
    page,
    // a page that is a text is a token
    cursor: named(parameterNames.cursor, (name) => !isTime(name)) ?? named(parameterNames.page, (name) => !isCount(name)),
    sort: named(parameterNames.sort),
    keyword: named(parameterNames.keyword),
  };
}

function findTotal(document: ContractDocument, envelope: JsonObject, operation: RawOperation): string | undefined {
  const own = totalNames.find((name) => name in envelope);
  if (own !== undefined) return own;
  for (const holder of ['meta', 'pagination', 'paging', 'page', 'metadata', '_meta']) {
    const inner = propertiesOf(document, document.resolve(envelope[holder]));
    const name = totalNames.find((candidate) => candidate in inner);
    if (name !== undefined) return `${holder}.${name}`;
  }
  const header = operation.responseHeaders.find((name) => /^(x-)?(total(-count)?|pagination-total|total-records|items-total)$/i.test(name));
  return header === undefined ? undefined : `header:${header}`;
}

function findNext(document: ContractDocument, envelope: JsonObject, operation: RawOperation): string | undefined {
  const isScalar = (schema: unknown): boolean => {
    const type = document.resolve(schema)['type'];
    return type !== 'object' && type !== 'array';
  };
  const own = nextNames.find((name) => name in envelope && isScalar(envelope[name]));
  if (own !== undefined) return own;
  for (const holder of ['meta', 'pagination', 'paging', 'page', 'links', '_links', 'metadata', 'response_metadata']) {
    const inner = propertiesOf(document, document.resolve(envelope[holder]));
    const name = nextNames.find((candidate) => candidate in inner);
    if (name !== undefined) return `${holder}.${name}`;
  }
  const header = operation.responseHeaders.find((name) => /^(link|x-next-(cursor|page|token))$/i.test(name));
  if (header === undefined) return undefined;
  return header.toLowerCase() === 'link' ? 'link' : `header:${header}`;
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

function isObjectSchema(document: ContractDocument, schema: unknown): boolean {
  const resolved = document.resolve(schema);
  return 'properties' in resolved || asText(resolved['type']) === 'object' || 'allOf' in resolved;
}
