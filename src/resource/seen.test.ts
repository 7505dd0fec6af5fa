import { expect, test } from 'vitest';
import type { ListedResource } from '#domain/model.ts';
import { operationWith, resourceWith } from '#tests/support/fixtures.ts';
import { seenIn } from './seen.ts';

const untyped = (): ListedResource => {
  const none = resourceWith({});
  return { ...none, id: 'id', operations: { ...none.operations, list: [operationWith({ kind: 'list', paging: { items: '' } })] } };
};

const rows = [
  { id: 7, name: 'Pier', up: true, at: '2026-01-05T08:00:00Z', tags: ['a'], place: { lat: 1 } },
  { id: 8, name: 'Lock', depth: 2.5 },
];

test('columns are what the rows have, the name first; the id and what is no plain value are none', () => {
  const seen = seenIn(untyped(), rows);
  expect(seen.label).toBe('{name}');
  expect(seen.columns).toEqual(['name', 'up', 'at', 'depth']);
  expect(seen.schemas[seen.row]?.fields?.map(({ name, kind, format }) => [name, kind, format])).toEqual([
    ['id', 'integer', undefined],
    ['name', 'text', undefined],
    ['up', 'boolean', undefined],
    ['at', 'text', 'date-time'],
    ['tags', 'array', undefined],
    ['place', 'json', undefined],
    ['depth', 'number', undefined],
  ]);
});

test.each([
  [{ data: rows }, 'data'],
  [{ meta: { total: 2 }, result: { gauges: rows } }, 'result.gauges'],
  [rows, ''],
])('rows are found where they are', (answer, items) => {
  expect(seenIn(untyped(), answer).operations.list[0]?.paging?.items).toBe(items);
});

test('an answer without rows says nothing', () => {
  const resource = untyped();
  expect(seenIn(resource, { data: [] })).toBe(resource);
});
