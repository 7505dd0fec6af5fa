import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { operationWith } from '#tests/support/fixtures.ts';
import { filtersOf } from './filters.ts';

const field = (name: string): Field => ({ name, path: name, kind: 'text' });

test('how a list is answered, and in which order, is no filter of it', () => {
  const list = operationWith({
    id: 'list',
    method: 'get',
    path: '/things',
    kind: 'list',
    query: ['paginated', 'status', 'by', 'order'].map(field),
    paging: { items: '', sort: 'by', order: { parameter: 'order', ascending: 'asc', descending: 'desc' } },
  });
  expect(filtersOf([list])).toEqual(['status']);
});

test('what an answer is to hold is no filter where nobody said so', () => {
  const list = operationWith({ id: 'list', method: 'get', path: '/things', kind: 'list', query: ['status', 'expand'].map(field) });
  expect(filtersOf([list], ({ name }) => name === 'expand')).toEqual(['status']);
});
