import { expect, test } from 'vitest';
import { query } from '#api/operation.ts';

const list = { id: 'listSites', method: 'get', path: '/companies/{companyId}/sites' } as const;

test('the key of a query is its address, then its parameters if it has any', () => {
  expect(query(list, { path: { companyId: 'c' } }).queryKey).toEqual(['/companies/c/sites']);
  expect(query(list, { path: { companyId: 'c' }, query: { skip: 20 } }).queryKey).toEqual(['/companies/c/sites', { skip: 20 }]);
});
