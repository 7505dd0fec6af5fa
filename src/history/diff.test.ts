import { expect, test } from 'vitest';
import type { Field, Json } from '#domain/model.ts';
import { diff, placesOf } from './diff.ts';

const text = (name: string, path = name): Field => ({ name, path, kind: 'text' });
const root: Field = {
  name: '',
  path: '',
  kind: 'object',
  fields: [
    text('name'),
    { name: 'dns', path: 'dns', kind: 'array', items: text('', 'dns[]') },
    { name: 'wan', path: 'wan', kind: 'array', items: { name: '', path: 'wan[]', kind: 'object', fields: [text('ip', 'wan[].ip')] } },
  ],
};
const places = (before: Json | undefined, after: Json | undefined) =>
  diff(root, before, after).map(({ pointer, before: b, after: a }) => [pointer, b, a]);

test('nothing differs', () => {
  expect(diff(root, { name: 'a', dns: ['1'] }, { name: 'a', dns: ['1'] })).toEqual([]);
});

test('a value, an absent one, one that no field knows', () => {
  expect(places({ name: 'a', x: 1 }, { name: 'b', remark: 'r' })).toEqual([
    ['/name', 'a', 'b'],
    ['/x', 1, undefined],
    ['/remark', undefined, 'r'],
  ]);
});

test('inside rows, with the field', () => {
  const changes = diff(root, { wan: [{ ip: '1' }, { ip: '2' }] }, { wan: [{ ip: '1' }, { ip: '3' }] });
  expect(changes).toMatchObject([{ pointer: '/wan/1/ip', field: { path: 'wan[].ip' }, before: '2', after: '3' }]);
});

test('a row that went shifts no others', () => {
  expect(places({ dns: ['a', 'b', 'c'] }, { dns: ['a', 'c'] })).toEqual([['/dns/1', 'b', undefined]]);
  expect(places({ dns: ['a', 'c'] }, { dns: ['a', 'b', 'c', 'd'] })).toEqual([
    ['/dns/1', undefined, 'b'],
    ['/dns/3', undefined, 'd'],
  ]);
});

test('only the order', () => {
  expect(places({ dns: ['a', 'b'] }, { dns: ['b', 'a'] })).toEqual([['/dns', ['a', 'b'], ['b', 'a']]]);
});

test('from nothing, to nothing', () => {
  expect(places(undefined, { name: 'a' })).toEqual([['', undefined, { name: 'a' }]]);
});

test('65,535 rows replaced are cut off at the limit, quickly', () => {
  const rows = (from: number) => ({ dns: Array.from({ length: 65_535 }, (_, index) => String(from + index)) });
  expect(diff(root, rows(0), rows(70_000), 100)).toHaveLength(100);
});

test('a row that came is told place by place, a list of scalars as one', () => {
  const [change] = diff(root, { wan: [] }, { wan: [{ ip: '10.0.0.1' }] });
  expect(placesOf(change!).map(({ pointer, field, before, after }) => [pointer, field?.path, before, after])).toEqual([
    ['/wan/0/ip', 'wan[].ip', undefined, '10.0.0.1'],
  ]);
  expect(placesOf({ pointer: '/dns', after: ['1', '2'] })).toEqual([{ pointer: '/dns', after: ['1', '2'] }]);
  expect(placesOf({ pointer: '/name', before: 'a', after: 'b' })).toHaveLength(1);
});
