import { expect, test } from 'vitest';
import type { Json, Operation } from '#domain/model.ts';
import type { Paging } from '#domain/paging.ts';
import { operationWith, resourceWith } from '#tests/support/fixtures.ts';
import { filledState, listQuery, pageOf } from './list-answer.ts';
import { readState } from './url-state.ts';

const list = operationWith({
  id: 'list',
  method: 'get',
  path: '/alerts',
  kind: 'list',
  query: [
    { name: 'companyId', path: 'companyId', kind: 'text' },
    { name: 'status', path: 'status', kind: 'array', items: { name: '', path: '', kind: 'text' } },
  ],
  paging: { limit: 'limit', offset: 'skip', items: 'results', total: 'total', keyword: 'keyword' },
  rowAccess: true,
});

test('the page of the address becomes parameters of the list', () => {
  const state = readState(new URLSearchParams('page=3&size=50&keyword=x&f.status=firing'));
  expect(listQuery(list, state, {})).toEqual({ limit: 50, skip: 100, keyword: 'x', status: ['firing'], access: true });
});

test('where pages have numbers they count from where the contract does', () => {
  const numbered = (base?: 0 | 1): Operation => ({
    ...list,
    paging: { limit: 'size', page: 'page', items: 'items', ...(base === undefined ? {} : { base }) },
  });
  const pageAsked = (op: Operation): unknown => listQuery(op, readState(new URLSearchParams('page=3')), {})['page'];
  expect([numbered(), numbered(1), numbered(0)].map(pageAsked)).toEqual([3, 3, 2]);
});

test('a row that was just made is asked for while nobody narrows the list', () => {
  const asks: Operation = { ...list, query: [...list.query, { name: 'values', path: 'values', kind: 'array' }] };
  const valuesOf = (search: string, op = asks): unknown => listQuery(op, readState(new URLSearchParams(search)), {}, 't-new')['values'];
  expect(valuesOf('sort=name')).toEqual(['t-new']);
  expect([valuesOf('page=2'), valuesOf('keyword=x'), valuesOf('f.status=firing'), valuesOf('', list)]).toEqual(Array(4).fill(undefined));
});

test('the order of the address is asked for as the contract says its way', () => {
  const order = { parameter: 'sort_order', ascending: 'asc', descending: 'desc' };
  const sorted: Operation = { ...list, paging: { items: '', sort: 'sort_by', order } };
  expect(listQuery(sorted, readState(new URLSearchParams('sort=-at')), {})).toMatchObject({ sort_by: 'at', sort_order: 'desc' });
});

test('what the top bar has chosen wins over a filter of the address', () => {
  const state = readState(new URLSearchParams('f.companyId=c-other'));
  expect(listQuery(list, state, { companyId: 'c-acme' })['companyId']).toBe('c-acme');
  expect(listQuery(list, state, {})['companyId']).toBe('c-other');
});

test('a list opens in the order of the contract until the address says another', () => {
  const resource = resourceWith({ sort: 'name' });
  const sortOf = (search: string): string => filledState(readState(new URLSearchParams(search)), { filled: {}, resource }).sort;
  expect([sortOf(''), sortOf('sort=-at')]).toEqual(['name', '-at']);
});

test.each<[string, Partial<Paging>, Json, string | undefined]>([
  ['its name', { next: 'next_marker' }, { next_marker: 'm' }, 'm'],
  ['a number', { next: 'next' }, { next: 40 }, '40'],
  ['nothing', { next: 'next' }, { next: null }, undefined],
  ['an address, by the name of the cursor', { next: 'links.next' }, { links: { next: 'https://a.example/x?after=abc&limit=20' } }, 'abc'],
  ['an address without its host', { next: 'links.next' }, { links: { next: '/x?limit=20&after=abc' } }, 'abc'],
  ['no other value of an address', { next: 'links.next' }, { links: { next: '/x?page=2&limit=20' } }, undefined],
  ['the last row', { next: 'last:id', more: 'has_more' }, { has_more: true, data: [{ id: 'a' }, { id: 'b' }] }, 'b'],
  ['the last row, but of the last page', { next: 'last:id', more: 'has_more' }, { has_more: false, data: [{ id: 'a' }] }, undefined],
])('the next page is asked for by %s', (_what, paging, data, next) => {
  expect(pageOf({ items: 'data', cursor: 'after', ...paging }, data).next).toBe(next);
});

test('a Link header is read by the name of the cursor', () => {
  const headers = new Headers({ link: '<https://a.example/x?page_token=t&page_size=20>; rel="next"' });
  expect(pageOf({ items: '', cursor: 'page_token', next: 'link' }, [], headers).next).toBe('t');
  expect(pageOf({ items: '', cursor: 'cursor', next: 'link' }, [], headers).next).toBeUndefined();
});

test('rows and totals are found where the contract puts them', () => {
  expect(pageOf(list.paging, { total: 2, results: [{ id: 1 }] })).toEqual({ rows: [{ id: 1 }], total: 2, next: undefined });
  const headers = new Headers({ 'x-total-count': '7', link: '<https://a.example/things?cursor=abc>; rel="next"' });
  expect(pageOf({ items: '', total: 'header:X-Total-Count', next: 'link' }, ['a'], headers)).toEqual({
    rows: [{ value: 'a' }],
    total: 7,
    next: 'abc',
  });
  const paging = { items: 'results', total: 'total', capped: 'capped' };
  expect(pageOf(paging, { total: 10_000, capped: true, results: [] })).toMatchObject({ total: 10_000, capped: true });
  expect(pageOf(paging, { total: 10_000, results: [] })).not.toHaveProperty('capped');
});
