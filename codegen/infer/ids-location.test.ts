import { describe, expect, test } from 'vitest';
import type { Json } from '#domain/model.ts';
import { ContractDocument } from '../read/document.ts';
import { readOperations } from '../read/operations.ts';
import { findResources } from './resources.ts';
import { onMany } from './ids-location.ts';

const text: Json = { type: 'string' };
const listOf = (items: Json, more: object = {}): Json => ({ type: 'array', items, ...more });
const object = (properties: Record<string, Json>, ...required: string[]): Json => ({ type: 'object', properties, required });
const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const sends = (schema: Json): Json => ({ requestBody: json(schema), responses: { '204': {} } });
const answers = (schema: Json): Json => ({ responses: { '200': { description: 'It', ...Object(json(schema)) } } });
const query = (name: string, schema: Json, required = false): Json => ({ name, in: 'query', schema, required });
const takes = (...parameters: Json[]): Json => ({ parameters, responses: { '204': {} } });

/** What is made of a call at or below `/things`, whose rows have these properties. */
function found(path: string, method: string, call: Json, row: string[] = ['id', 'name', 'mac']) {
  const document = new ContractDocument({ paths: { [path]: { [method]: call } } });
  const [operation] = readOperations(document, '');
  return operation && onMany(document, operation, { path: '/things', row });
}

describe('a call takes ids of rows', () => {
  test.each<[string, ReturnType<typeof found>, ReturnType<typeof found>]>([
    [
      'in its body',
      found('/things/bulk-delete', 'post', sends(object({ ids: listOf(text) }))),
      { kind: 'bulkDelete', ids: { in: 'body', at: 'ids' } },
    ],
    [
      'called after them, so many at most',
      found('/things/ban', 'post', sends(object({ thing_ids: listOf(text, { maxItems: 50 }) }, 'thing_ids'))),
      { kind: 'bulkUpdate', ids: { in: 'body', at: 'thing_ids', max: 50 } },
    ],
    [
      'as what they are',
      found('/things:archive', 'post', sends(object({ things: listOf(text) }))),
      { kind: 'bulkUpdate', ids: { in: 'body', at: 'things' } },
    ],
    [
      'with more that it needs, so that nothing is deleted by the ids alone',
      found('/things/remove', 'post', sends(object({ ids: listOf(text), reason: text }, 'ids', 'reason'))),
      { kind: 'bulkUpdate', ids: { in: 'body', at: 'ids' } },
    ],
    [
      'to be taken from somewhere else',
      found('/things/remove-from-group', 'post', sends(object({ ids: listOf(text), group_id: text }))),
      { kind: 'bulkUpdate', ids: { in: 'body', at: 'ids' } },
    ],
    ['that are the whole body', found('/things', 'delete', sends(listOf(text))), { kind: 'bulkDelete', ids: { in: 'body', at: '' } }],
    [
      'each in an object',
      found('/things/batchRemove', 'post', sends(listOf(object({ id: text })))),
      { kind: 'bulkDelete', ids: { in: 'body', at: '', each: 'id' } },
    ],
    [
      'by another property than the id',
      found('/things/block', 'post', sends(object({ macs: listOf(text) }))),
      { kind: 'bulkUpdate', ids: { in: 'body', at: 'macs', from: 'mac' } },
    ],
    [
      'in a query',
      found('/things', 'delete', takes(query('id', listOf({ type: 'integer' })))),
      { kind: 'bulkDelete', ids: { in: 'query', at: 'id' } },
    ],
    [
      'as one text',
      found('/things', 'delete', takes(query('ids', text, true))),
      { kind: 'bulkDelete', ids: { in: 'query', at: 'ids', joined: true } },
    ],
    [
      'to change them',
      found('/things', 'patch', sends(object({ ids: listOf(text), enabled: { type: 'boolean' } }, 'ids'))),
      { kind: 'bulkUpdate', ids: { in: 'body', at: 'ids' } },
    ],
  ])('%s', (_what, made, expected) => {
    expect(made).toEqual(expected);
  });

  test.each<[string, ReturnType<typeof found>]>([
    ['of something else', found('/things/invite', 'post', sends(object({ group_ids: listOf(text) })))],
    ['to make one of them', found('/things', 'post', sends(object({ ids: listOf(text) })))],
    ['and a list of new ones', found('/things/bulk', 'post', sends(listOf(object({ name: text, size: text }))))],
    ['among a few words', found('/things/show', 'post', sends(object({ ids: listOf({ type: 'string', enum: ['a'] }) })))],
    [
      'beside a query that it needs',
      found('/things/move', 'post', { ...Object(sends(object({ ids: listOf(text) }))), ...Object(takes(query('to', text, true))) }),
    ],
    ['not at all', found('/things', 'delete', takes())],
    ['by a GET', found('/things/report', 'get', takes(query('ids', text)))],
  ])('but not: %s', (_what, made) => {
    expect(made).toBeUndefined();
  });
});

function read(paths: Record<string, Json>): { lines: string[]; left: string[] } {
  const document = new ContractDocument({ paths });
  const { drafts, others } = findResources(document, readOperations(document, ''));
  return {
    lines: drafts.flatMap(({ name, operations }) =>
      operations.map(({ kind, operation, ids }) => [name, kind, operation.wire, ...(ids ? [ids.at] : [])].join(' ')),
    ),
    left: others.map(({ method, path }) => `${method} ${path}`),
  };
}

const thing = object({ id: text, name: text });
const listed = answers(listOf(thing));

test('what is done to rows by their ids is done on the page that lists them', () => {
  expect(
    read({
      '/things': { get: listed, delete: sends(object({ ids: listOf(text) })) },
      '/things/archive': { put: sends(object({ ids: listOf(text) })) },
      '/things/{id}': { get: answers(thing) },
    }),
  ).toEqual({
    lines: ['Thing list /things', 'Thing bulkDelete /things ids', 'Thing bulkUpdate /things/archive ids', 'Thing get /things/{id}'],
    left: [],
  });
});

test('where nothing lists them their ids are typed, in a form; so is any other call on many', () => {
  expect(
    read({ '/things/archive': { put: sends(object({ ids: listOf(text) })) }, '/things/{id}': { get: answers(thing) } }).left,
  ).toContain('put /things/archive');
  expect(read({ '/things': { get: listed, delete: takes() }, '/things/bulk': { post: sends(listOf(thing)) } }).left).toEqual([
    'delete /things',
    'post /things/bulk',
  ]);
});

test('a list of new ones makes one of them', () => {
  expect(read({ '/things': { get: listed, post: sends(listOf(thing)) } })).toEqual({
    lines: ['Thing list /things', 'Thing create /things'],
    left: [],
  });
});

test('a verb that names no row is done to those that it is given', () => {
  expect(read({ '/things/list': { get: listed }, '/things/delete': { post: sends(object({ ids: listOf(text) })) } }).lines).toEqual([
    'Thing list /things/list',
    'Thing bulkDelete /things/delete ids',
  ]);
});
