import { expect, test } from 'vitest';
import type { Field, Operation, OperationKind } from '#domain/model.ts';
import { choose, workspaceArgs, pathArgs } from '#api/choose.ts';

function operation(path: string, kind: OperationKind): Operation {
  const pathParams: Field[] = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, path: name, kind: 'text' }));
  return { id: path, method: 'get', path, kind, access: 'session', pathParams, query: [], headers: [], success: 200 };
}

const lists = [operation('/tags', 'list'), operation('/companies/{companyId}/tags', 'list')];
const items = [operation('/tags/{tagId}', 'get'), operation('/companies/{companyId}/tags/{tagId}', 'get')];

test('of several scopes the one that the context binds, and most of it', () => {
  expect(choose(lists, {})?.path).toBe('/tags');
  expect(choose(lists, { companyId: 'c' })?.path).toBe('/companies/{companyId}/tags');
  expect(choose(items, {})?.path).toBe('/tags/{tagId}');
  expect(choose(items, { companyId: 'c' })?.path).toBe('/companies/{companyId}/tags/{tagId}');
});

test('a collection whose parent is not known cannot be called, an item of it can: its row names the parent', () => {
  const only = operation('/companies/{companyId}/tags', 'list');
  expect(choose([only], {})).toBeUndefined();
  const item = operation('/companies/{companyId}/tags/{tagId}', 'update');
  expect(choose([item], {})).toBe(item);
  expect(pathArgs(item, { params: {}, row: { id: 't', companyId: 'c' } })).toEqual({ companyId: 'c', tagId: 't' });
  expect(choose([], {})).toBeUndefined();
});

test('parameters come from the context, then from the row, then from the id', () => {
  const item = operation('/companies/{companyId}/tags/{tagId}', 'update');
  expect(pathArgs(item, { params: { companyId: 'here' }, row: { id: 't', companyId: 'there' } })).toEqual({
    companyId: 'here',
    tagId: 't',
  });
  expect(pathArgs(item, { params: { companyId: 'here' }, id: 'given' })).toEqual({ companyId: 'here', tagId: 'given' });
  expect(pathArgs(item, { params: {} })).toEqual({});
});

test('an item that the context is made of is still named by its own id', () => {
  const company = operation('/companies/{companyId}', 'delete');
  expect(pathArgs(company, { params: { companyId: 'mine' }, row: { companyId: 'other' }, idProperty: 'companyId' })).toEqual({
    companyId: 'other',
  });
});

test('settings of a tenant are named by the context alone', () => {
  const settings = operation('/companies/{companyId}/parameters', 'get');
  expect(workspaceArgs(settings, { companyId: 'mine', channelTradeId: 'north' })).toEqual({ companyId: 'mine' });
  expect(workspaceArgs(settings, {})).toEqual({});
});

test('a call that knows its item by another property than the others takes that of the row', () => {
  const item = operation('/articles/{slug}', 'delete');
  item.pathParams[0]!.from = 'slug';
  expect(pathArgs(item, { params: {}, row: { id: 7, slug: 'high-tide' }, id: '7' })).toEqual({ slug: 'high-tide' });
  // without its row there is the id alone
  expect(pathArgs(item, { params: {}, id: '7' })).toEqual({ slug: '7' });
});
