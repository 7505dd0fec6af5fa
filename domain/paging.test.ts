import { expect, test } from 'vitest';
import { pageQuery, sortQuery } from './paging.ts';

test.each([
  ['rows left out', { limit: 'limit', offset: 'skip' }, { limit: 20, skip: 40 }],
  ['pages from one', { limit: 'size', page: 'page' }, { size: 20, page: 3 }],
  ['pages from nought', { page: 'page', base: 0 }, { page: 2 }],
  ['a cursor, whatever else there is', { limit: 'limit', offset: 'skip', cursor: 'after' }, { limit: 20, after: 'abc' }],
  ['nothing', {}, {}],
])('the third page by %s', (_, paging, query) => {
  expect(pageQuery({ items: '', ...paging }, 20, { index: 2, cursor: 'abc' })).toEqual(query);
});

test('rows that were read decide where the next page begins, and a first page has no cursor', () => {
  expect(pageQuery({ items: '', offset: 'skip' }, 20, { index: 2, skip: 37 })).toEqual({ skip: 37 });
  expect(pageQuery({ items: '', cursor: 'after' }, 20, { index: 0 })).toEqual({});
  expect(pageQuery(undefined, 20, { index: 2 })).toEqual({});
});

test('an order is one parameter, or two where the contract says its way apart', () => {
  expect(sortQuery({ items: '', sort: 'sort' }, '-name')).toEqual({ sort: '-name' });
  const apart = { items: '', sort: 'by', order: { parameter: 'order', ascending: 'ASC', descending: 'DESC' } };
  expect([sortQuery(apart, 'name'), sortQuery(apart, '-name')]).toEqual([
    { by: 'name', order: 'ASC' },
    { by: 'name', order: 'DESC' },
  ]);
});

test('an order that a list spells in its own way is asked for so, and one that it has not is not asked for', () => {
  const fixed = {
    items: '',
    sort: 'sort',
    sorts: { createdAt: { ascending: 'created_at', descending: '-created_at' }, name: { ascending: 'NAME' } },
  };
  expect(['createdAt', '-createdAt', 'name', '-name', 'size'].map((wanted) => sortQuery(fixed, wanted))).toEqual([
    { sort: 'created_at' },
    { sort: '-created_at' },
    { sort: 'NAME' },
    {},
    {},
  ]);
  const order = { parameter: 'order', ascending: 'ASC', descending: 'DESC' };
  const apart = { items: '', sort: 'by', sorts: { duration_ms: { ascending: 'duration', descending: 'duration' } }, order };
  expect([sortQuery(apart, '-duration_ms'), sortQuery(apart, 'size')]).toEqual([{ by: 'duration', order: 'DESC' }, {}]);
});
