import { expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import type { Paging } from '#domain/paging.ts';
import { ContractDocument } from '../read/document.ts';
import { readOperations } from '../read/operations.ts';
import { findPaging, findRows } from './answer.ts';

const integer: Json = { type: 'integer' };
const text: Json = { type: 'string' };
const time: Json = { type: 'string', format: 'date-time' };

/** How a list is paged that takes these parameters and answers rows with these properties beside them. */
function pagingOf(parameters: Record<string, Json>, envelope: Record<string, Json> = {}): Partial<Paging> {
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
  const { limit, offset, page, cursor } = findPaging(document, operation, found);
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
