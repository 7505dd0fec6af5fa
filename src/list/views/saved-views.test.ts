import { expect, test } from 'vitest';
import { readState } from '#resource/url-state.ts';
import { isBare, kept, nameProblem, queryOf, removed, renamed, stateOf } from './saved-views.ts';

const state = (query: string) => readState(new URLSearchParams(query));
const known = { sorts: (property: string) => property === 'name' || property === '', columns: new Set(['name', 'city']) };

test('a view keeps filters, sort, columns and size, not the page nor what is open', () => {
  const query = queryOf(
    state('page=3&size=50&sort=-name&f.status=firing&f.status=resolved&f.option=5&keyword=x&cols=name,city&view=s-1&tab=Site'),
  );
  expect(new URLSearchParams(query).getAll('f.status')).toEqual(['firing', 'resolved']);
  expect(stateOf(query, known)).toEqual({
    keyword: 'x',
    filters: { status: ['firing', 'resolved'], option: ['5'] },
    sort: '-name',
    size: 50,
    columns: ['name', 'city'],
  });
});

test('the order in which filters were set makes no other view', () => {
  expect(queryOf(state('f.a=1&f.b=2'))).toBe(queryOf(state('f.b=2&f.a=1')));
});

test('what a list no longer has is left out', () => {
  expect(stateOf('sort=gone&cols=gone%2Cname', known)).toMatchObject({ sort: '', columns: ['name'] });
  expect(stateOf('cols=gone', known).columns).toBeUndefined();
});

test('a bare address is one that says nothing', () => {
  expect(isBare(state(''))).toBe(true);
  expect(isBare(state('tab=Site'))).toBe(true);
  for (const query of ['f.a=1', 'page=2', 'view=x', 'new=1', 'sort=name', 'size=50']) expect(isBare(state(query)), query).toBe(false);
});

test('keeping, renaming and removing; the standard follows', () => {
  const one = kept({}, { name: 'Mine', query: 'sort=name' });
  expect(kept(one, { name: 'Mine', query: 'sort=-name' }).views).toEqual([{ name: 'Mine', query: 'sort=-name' }]);
  const standard = { ...one, standard: 'Mine' };
  expect(renamed(standard, 'Mine', 'Ours')).toEqual({ views: [{ name: 'Ours', query: 'sort=name' }], standard: 'Ours' });
  expect(removed(standard, 'Mine')).toEqual({ views: [] });
  expect(nameProblem(one, ' ')).toBe('empty');
  expect(nameProblem(one, 'mine')).toBe('taken');
  expect(nameProblem(one, 'mine', 'Mine')).toBeUndefined();
  expect(nameProblem({ views: Array.from({ length: 50 }, (_, index) => ({ name: `${index}`, query: '' })) }, 'x')).toBe('full');
});
