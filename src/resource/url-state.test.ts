import { expect, test } from 'vitest';
import { narrowed, nextSort, readState, toTab, writeState } from './url-state.ts';

const read = (text: string) => readState(new URLSearchParams(text));
const write = (text: string, change: Parameters<typeof writeState>[1]) => writeState(new URLSearchParams(text), change).toString();

test('an empty address is the first page', () => {
  expect(read('')).toMatchObject({ page: 1, sort: '', keyword: '', filters: {}, create: false });
});

test('reads everything a shared link carries', () => {
  const state = read(
    'page=2&size=50&sort=-name&keyword=x&f.status=firing&f.status=resolved&p.owner=o&view=a&edit=b&copy=c&mark=m&new=1&tab=Tag',
  );
  expect(state).toEqual({
    page: 2,
    size: 50,
    sort: '-name',
    keyword: 'x',
    filters: { status: ['firing', 'resolved'] },
    parents: { owner: 'o' },
    view: 'a',
    edit: 'b',
    copy: 'c',
    mark: 'm',
    create: true,
    tab: 'Tag',
  });
});

test.each(['0', '-1', '1.5', 'x', '', '1e9', '99999999999'])('page=%s is the first page', (page) => {
  expect(read(`page=${page}`).page).toBe(1);
});

test('writes back what it read, and nothing that is the default', () => {
  const text = 'tab=Tag&p.owner=o&keyword=x&f.status=firing&f.status=resolved&sort=-name&page=2&size=50&view=a%2Fb';
  expect(write(text, {})).toBe(text);
  expect(write(text, { page: 1, keyword: '', filters: {}, sort: '', size: undefined, view: undefined, tab: undefined, parents: {} })).toBe(
    '',
  );
});

test('keeps what belongs to others', () => {
  expect(write('range=30m&page=3', narrowed({ keyword: 'a' }))).toBe('range=30m&keyword=a');
});

test('another tab starts afresh', () => {
  expect(write('range=30m&page=3&f.x=1&view=a', toTab('Zone'))).toBe('range=30m&tab=Zone');
});

test('sort goes up, down, off', () => {
  expect([nextSort('', 'name'), nextSort('name', 'name'), nextSort('-name', 'name'), nextSort('-name', 'type')]).toEqual([
    'name',
    '-name',
    '',
    'type',
  ]);
});

test('a list that opens sorted goes back to that order, and can be turned from it', () => {
  expect([nextSort('name', 'name', 'name'), nextSort('-name', 'name', 'name')]).toEqual(['-name', '']);
  expect([nextSort('-at', 'at', '-at'), nextSort('at', 'at', '-at')]).toEqual(['at', '-at']);
});

test('a list that sorts one way only goes that way, and off', () => {
  const up = { ascending: 'name' };
  expect([nextSort('', 'name', '', up), nextSort('name', 'name', '', up)]).toEqual(['name', '']);
  const down = { descending: '-at' };
  expect([nextSort('', 'at', '', down), nextSort('-at', 'at', '', down)]).toEqual(['-at', '']);
});
