import { expect, test } from 'vitest';
import { rowId } from './row-id.ts';

test('a row is told by its id', () => {
  expect(rowId({ id: 'id' }, { id: 'a' })).toBe('a');
  expect(rowId({ id: 'meta.id' }, { meta: { id: 7 } })).toBe('7');
});

test('rows that no property tells apart are told by several, whatever stands in these', () => {
  const of = (kind: string, of: string, start?: number): string =>
    rowId({ id: 'of', key: ['kind', 'of', 'start'] }, { kind, of, ...(start === undefined ? {} : { start }) });
  const ids = [
    of('user', 'a', 1),
    of('user', 'a', 2),
    of('group', 'a', 1),
    of('user', 'b', 1),
    of('user', 'a'),
    of('user","a', '', 1),
    of('user', '","a', 1),
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
