import { expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import type { Paging } from '#domain/paging.ts';
import { ContractDocument } from '../read/document.ts';
import { readOperations } from '../read/operations.ts';
import { findRows } from './answer.ts';
import { findPaging } from './paging.ts';

const flag: Json = { type: 'boolean' };
const integer: Json = { type: 'integer' };
const text: Json = { type: 'string' };
const time: Json = { type: 'string', format: 'date-time' };

/** How a list is paged that takes these parameters and answers rows with these properties beside them. */
function fullPagingOf(parameters: Record<string, Json>, envelope: Record<string, Json> = {}): Paging {
  const rows: Json = { type: 'array', items: { type: 'object', properties: { id: text } } };
  const document = new ContractDocument({
    paths: {
      '/peers': {
        get: {
          parameters: Object.entries(parameters).map(([name, schema]) => ({ name, in: 'query', schema })),
          responses: {
            '200': { content: { 'application/json': { schema: { type: 'object', properties: { data: rows, ...envelope } } } } },
          },
        },
      },
    },
  });
  const [operation] = readOperations(document, '');
  const found = operation && findRows(document, operation.answer?.schema, 'peers');
  if (!operation || !found) throw new Error('No list was read');
  return findPaging(document, operation, found);
}

function pagingOf(parameters: Record<string, Json>, envelope?: Record<string, Json>): Partial<Paging> {
  const { limit, offset, page, cursor } = fullPagingOf(parameters, envelope);
  return JSON.parse(JSON.stringify({ limit, offset, page, cursor }));
}

test.each([
  ['first and max are an offset and a limit', { first: integer, max: integer }, {}, { offset: 'first', limit: 'max' }],
  ['first alone is a limit', { first: integer, after: text }, { next_cursor: text }, { limit: 'first', cursor: 'after' }],
  ['start and end are times', { start: time, end: time, limit: integer }, {}, { limit: 'limit' }],
  ['from and to of numbers are a range', { from: integer, to: integer, limit: integer }, {}, { limit: 'limit' }],
  ['start as a text is a time, or a name', { start: text, limit: integer }, {}, { limit: 'limit' }],
  ['start as a whole number is an offset', { start: integer, limit: integer }, {}, { offset: 'start', limit: 'limit' }],
  ['start beside a page is none', { start: integer, page: integer, limit: integer }, {}, { page: 'page', limit: 'limit' }],
  ['rows after one of them', { startingAfter: text, perPage: integer }, {}, { cursor: 'startingAfter', limit: 'perPage' }],
  ['rows after the last one', { last_id: text, limit: integer }, {}, { cursor: 'last_id', limit: 'limit' }],
  ['a page that is a text is a token', { page: text, limit: integer }, { next: text }, { cursor: 'page', limit: 'limit' }],
  ['changed after a time is no cursor', { after: time, limit: integer }, {}, { limit: 'limit' }],
  ['a size that is a word is no limit', { size: { type: 'string', enum: ['small', 'large'] } }, {}, {}],
])('%s', (_what, parameters, envelope, paging) => {
  expect(pagingOf(parameters, envelope)).toEqual(paging);
});

const holding = (properties: Record<string, Json>): Json => ({ type: 'object', properties });

test.each<[string, Record<string, Json>, Record<string, Json>, Partial<Paging>]>([
  [
    'the id of the last row, while there are more',
    { after: text, before: text, limit: integer },
    { has_more: flag },
    { cursor: 'after', back: 'before', next: 'last:id', more: 'has_more' },
  ],
  ['a marker', { marker: text, limit: integer }, { next_marker: text }, { cursor: 'marker', next: 'next_marker' }],
  ['a page token', { page_token: text }, { next_page_token: text }, { cursor: 'page_token', next: 'next_page_token' }],
  [
    'what its metadata says',
    { continue: text },
    { metadata: holding({ continue: text }) },
    { cursor: 'continue', next: 'metadata.continue' },
  ],
  ['a pagination token', { pagination_token: text }, { pagination_token: text }, { cursor: 'pagination_token', next: 'pagination_token' }],
  [
    'the address of the next page',
    { 'page[after]': text },
    { links: holding({ next: { type: 'string', format: 'uri' } }) },
    { cursor: 'page[after]', next: 'links.next' },
  ],
  [
    'such an address in an object',
    { cursor: text },
    { _links: holding({ next: holding({ href: text }) }) },
    { cursor: 'cursor', next: '_links.next.href' },
  ],
  [
    'an offset that is a text, as the next page names it',
    { offset: text, limit: integer },
    { next_page: holding({ offset: text, uri: text }) },
    { cursor: 'offset', next: 'next_page.offset' },
  ],
  [
    'a page beside the number of rows',
    { current: integer, rowCount: integer, searchPhrase: text },
    { total: integer },
    { page: 'current', limit: 'rowCount', keyword: 'searchPhrase' },
  ],
  [
    'an offset, where tokens have to be asked for',
    { marker: text, usemarker: flag, offset: integer },
    { next_marker: text },
    { offset: 'offset' },
  ],
])('the next page is found by %s', (_what, parameters, envelope, paging) => {
  const found = fullPagingOf(parameters, envelope);
  expect(found).toMatchObject(paging);
  expect([found.cursor, found.page, found.offset].filter((each) => each !== undefined)).toHaveLength(1);
});

test('`after` that is said to be a time is no cursor, though it is a text', () => {
  const document = new ContractDocument({
    paths: {
      '/events': {
        get: {
          parameters: [{ name: 'after', in: 'query', description: 'Events after this timestamp', schema: text }],
          responses: { '200': { content: { 'application/json': { schema: { type: 'array', items: holding({ id: text }) } } } } },
        },
      },
    },
  });
  const [operation] = readOperations(document, '');
  expect(operation && findPaging(document, operation, { items: '', row: holding({ id: text }) }).cursor).toBeUndefined();
});

test('which way rows are sorted is said beside the property they are sorted by, in words of the contract', () => {
  const way = (...values: string[]): Json => ({ type: 'string', enum: values });
  expect(fullPagingOf({ order_by: text, order: way('ASC', 'DESC') }).order).toEqual({
    parameter: 'order',
    ascending: 'ASC',
    descending: 'DESC',
  });
  expect(fullPagingOf({ order: way('asc', 'desc') }).order).toBeUndefined();
  expect(fullPagingOf({ sort: text, direction: way('north', 'south') }).order).toBeUndefined();
});

test('the number of rows stands beside them, where an object holds both', () => {
  const document = new ContractDocument({});
  const rows: Json = { type: 'array', items: holding({ id: text }) };
  const schema = holding({ data: holding({ results: rows, total: integer }) });
  const [operation] = readOperations(
    new ContractDocument({ paths: { '/things': { get: { responses: { '200': { content: { 'application/json': { schema } } } } } } } }),
    '',
  );
  const found = findRows(document, schema, 'things');
  expect(operation && found && findPaging(document, operation, found)).toMatchObject({ items: 'data.results', total: 'data.total' });
});

test('a direction that is called `sort` says which way, beside what says by what', () => {
  const way: Json = { type: 'string', enum: ['asc', 'desc'] };
  expect(fullPagingOf({ orderBy: text, sort: way })).toMatchObject({
    sort: 'orderBy',
    order: { parameter: 'sort', ascending: 'asc', descending: 'desc' },
  });
  expect(fullPagingOf({ sort: way }).sort).toBeUndefined();
  // an order by what rows have is one
  expect(fullPagingOf({ order: { type: 'string', enum: ['id', '-id'] } })).toMatchObject({ sort: 'order', sorts: { id: {} } });
  expect(fullPagingOf({ order: way }).sort).toBeUndefined();
});
