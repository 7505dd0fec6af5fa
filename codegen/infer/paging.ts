import type { Paging } from '#domain/paging.ts';
import { asNumber, compact, type JsonObject } from '#domain/json.ts';
import type { ContractDocument } from '../read/document.ts';
import type { RawOperation } from '../read/operations.ts';
import { propertiesOf, type Rows } from './answer.ts';
import { findOrder, findSorts, isWay, namesProperties } from './orders.ts';

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
  'next_marker',
  'nextMarker',
  'pagination_token',
  'next_pagination_token',
  'continue',
  'continueToken',
  'continuationToken',
  'nextLink',
  '@odata.nextLink',
  'next_url',
  'cursor',
  'endCursor',
  'continuation',
  'after',
];
/** What holds such a name in an answer. */
const nextHolders = [
  'meta',
  'pagination',
  'paging',
  'page',
  'page_info',
  'pageInfo',
  'links',
  '_links',
  'metadata',
  'response_metadata',
  'cursors',
  'next_page',
];
const moreNames = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage', 'more'];
/** Cursors that are the id of the row after which a page begins. */
const afterRow = /^(?:after|starting_after|startingAfter|last_id|lastId|after_id|afterId|page\[after\])$/;
const backNames: Readonly<Record<string, string[]>> = {
  after: ['before'],
  starting_after: ['ending_before'],
  startingAfter: ['endingBefore'],
  after_id: ['before_id'],
  afterId: ['beforeId'],
  'page[after]': ['page[before]'],
};
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
    'rowCount',
    'row_count',
  ],
  offset: ['skip', 'offset', 'page[offset]', '_start', 'startIndex', 'start', 'from'],
  page: ['page', 'page_number', 'pageNumber', 'pageNo', 'pageNum', 'p', 'page[number]', '_page', 'currentPage', 'pageIndex', 'current'],
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
    'pagination_token',
    'paginationToken',
    'continue',
    'after_id',
    'afterId',
  ],
  sort: ['sort', 'order_by', 'orderBy', 'ordering', 'sortBy', 'sort_by', '_sort'],
  keyword: ['keyword', 'q', 'query', 'search', 'filter[search]', 'searchTerm', '_q', 'term', 'searchPhrase', 'search_phrase'],
};

/** Paging of a list, from its parameters, its envelope and its headers; annotations win. */
export function findPaging(document: ContractDocument, operation: RawOperation, rows: Rows): Paging {
  const queries = operation.params.filter((parameter) => parameter.in === 'query');
  const { limit, offset, page, cursor, sort: named, keyword, back } = pagingParameters(document, queries);
  const limitSchema = document.resolve(queries.find((parameter) => parameter.name === limit)?.schema);
  const pageSchema = document.resolve(queries.find((parameter) => parameter.name === page)?.schema);
  const envelope = rows.envelope === undefined ? {} : propertiesOf(document, rows.envelope);
  const row = propertiesOf(document, document.resolve(rows.row));
  const sorting = queries.find(({ name }) => name === named) ?? queries.find((query) => namesProperties(document, query, row));
  const sort = sorting?.name;
  const order = sorting && findOrder(document, queries, sorting.name);
  const more = moreNames.find((name) => name in envelope);
  const next = findNext(document, envelope, operation, cursor) ?? (afterRow.test(cursor ?? '') ? lastRow(envelope, row) : undefined);
  const goesOn = cursor !== undefined && (next !== undefined || (page === undefined && offset === undefined));
  return compact<Paging>({
    limit,
    offset,
    page,
    cursor: goesOn ? cursor : undefined,
    back: goesOn ? back : undefined,
    base: page === undefined ? undefined : (asNumber(pageSchema['minimum']) ?? asNumber(pageSchema['default']) ?? 1) === 0 ? 0 : 1,
    items: rows.items,
    total: findTotal(document, { envelope, items: rows.items }, operation),
    capped: 'capped' in envelope ? 'capped' : undefined,
    gap: 'gap' in envelope ? 'gap' : undefined,
    next,
    more,
    max: asNumber(limitSchema['maximum']),
    sort,
    sorts: sorting && findSorts(document, sorting, row, order !== undefined),
    order,
    keyword,
    ...operation.notes.page,
  });
}

/** What the last row of an answer is known by. */
function lastRow(envelope: JsonObject, row: JsonObject): string | undefined {
  return ['last_id', 'lastId'].find((name) => name in envelope) ?? ('id' in row ? 'last:id' : undefined);
}

type PagingParameters = Record<'limit' | 'offset' | 'page' | 'cursor' | 'sort' | 'keyword' | 'back', string | undefined>;
/** With one of these beside it a `start` or `from` begins a time or a range of values. */
const ENDS = ['end', 'to', 'until', 'stop'];

/** Which query parameters page a list: by name, by type, and by what stands beside them. */
function pagingParameters(document: ContractDocument, queries: RawOperation['params']): PagingParameters {
  const schemaOf = (name: string): JsonObject => document.resolve(queries.find((parameter) => parameter.name === name)?.schema);
  const has = (name: string): boolean => queries.some((parameter) => parameter.name === name);
  const typesOf = (name: string): unknown[] => [schemaOf(name)['type']].flat();
  const isCount = (name: string): boolean => typesOf(name).some((type) => type === undefined || type === 'integer' || type === 'number');
  const isTime = (name: string): boolean =>
    /^date|^time/.test(String(schemaOf(name)['format'] ?? '')) ||
    /\b(?:date|time|timestamp|ISO ?8601)\b/i.test(queries.find((parameter) => parameter.name === name)?.description ?? '');
  const named = (names: string[], fits: (name: string) => boolean = () => true): string | undefined =>
    names.find((name) => has(name) && fits(name));
  const page = named(parameterNames.page, (name) => isCount(name) && (name !== 'current' || has('rowCount') || has('row_count')));
  const begins = (name: string): boolean =>
    (name !== 'start' && name !== 'from') || (typesOf(name).includes('integer') && page === undefined && !ENDS.some(has));
  const isText = (name: string): boolean => typesOf(name).includes('string');
  // what comes first, and how many at most
  const pair = has('first') && has('max') && isCount('first') && isCount('max');
  const cursor =
    named(parameterNames.cursor, (name) => !isTime(name)) ??
    // a page or an offset that is a text is a token
    named([...parameterNames.page, 'offset', 'page[offset]'], (name) => !isCount(name) && isText(name));
  return {
    limit: pair ? 'max' : named(parameterNames.limit, isCount),
    offset: pair ? 'first' : named(parameterNames.offset, (name) => isCount(name) && begins(name)),
    page,
    // where another parameter must ask for them, tokens are not what one is paged by
    cursor: ['usemarker', 'use_marker'].some(has) ? undefined : cursor,
    back: cursor === undefined ? undefined : named(backNames[cursor] ?? []),
    // what takes ways alone says them of another
    sort: named(parameterNames.sort, (name) => !isWay(document, schemaOf(name))),
    keyword: named(parameterNames.keyword),
  };
}

function findTotal(
  document: ContractDocument,
  { envelope, items }: { envelope: JsonObject; items: string },
  operation: RawOperation,
): string | undefined {
  const own = totalNames.find((name) => name in envelope);
  if (own !== undefined) return own;
  // beside the rows, where these stand in an object of the answer
  const beside = items.includes('.') ? [items.slice(0, items.lastIndexOf('.'))] : [];
  for (const holder of [...beside, 'meta', 'pagination', 'paging', 'page', 'metadata', '_meta']) {
    const inner = propertiesOf(document, document.resolve(envelope[holder]));
    const name = totalNames.find((candidate) => candidate in inner);
    if (name !== undefined) return `${holder}.${name}`;
  }
  const header = operation.responseHeaders.find((name) => /^(x-)?(total(-count)?|pagination-total|total-records|items-total)$/i.test(name));
  return header === undefined ? undefined : `header:${header}`;
}

function findNext(
  document: ContractDocument,
  envelope: JsonObject,
  operation: RawOperation,
  cursor: string | undefined,
): string | undefined {
  const isScalar = (schema: unknown): boolean => {
    const type = document.resolve(schema)['type'];
    return type !== 'object' && type !== 'array';
  };
  const own = nextNames.find((name) => name in envelope && isScalar(envelope[name]));
  if (own !== undefined) return own;
  for (const holder of nextHolders) {
    const inner = propertiesOf(document, document.resolve(envelope[holder]));
    // what is the next page says it as it is asked for
    const name = [...nextNames, ...(holder === 'next_page' && cursor !== undefined ? [cursor] : [])].find(
      (candidate) => candidate in inner,
    );
    if (name === undefined) continue;
    const deeper = isScalar(inner[name]) ? undefined : 'href' in propertiesOf(document, document.resolve(inner[name])) ? 'href' : '';
    if (deeper !== '') return [holder, name, ...(deeper === undefined ? [] : [deeper])].join('.');
  }
  const header = operation.responseHeaders.find((name) => /^(link|x-next-(cursor|page|token))$/i.test(name));
  if (header === undefined) return undefined;
  return header.toLowerCase() === 'link' ? 'link' : `header:${header}`;
}
