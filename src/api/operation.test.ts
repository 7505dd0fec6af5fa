import { expect, test } from 'vitest';
import { fillPath, query } from '#api/operation.ts';

const list = { id: 'listSites', method: 'get', path: '/companies/{companyId}/sites' } as const;

test('the key of a query is its address, then its parameters if it has any', () => {
  expect(query(list, { path: { companyId: 'c' } }).queryKey).toEqual(['/companies/c/sites']);
  expect(query(list, { path: { companyId: 'c' }, query: { skip: 20 } }).queryKey).toEqual(['/companies/c/sites', { skip: 20 }]);
});

test('path parameters cannot reach another path', () => {
  expect(fillPath('/users/{name}', { name: '../tokens?x=1' })).toBe('/users/..%2Ftokens%3Fx%3D1');
  expect(() => fillPath('/users/{name}', {})).toThrow('{name}');
  expect(() => fillPath('/users/{name}', { name: '' })).toThrow('{name}');
});
