import { expect, test } from 'vitest';
import { type Keyed, NOTHING, pageToggled, ranged, toggled, without } from './selection.ts';

const row = (id = ''): Keyed => ({ id, row: { id } });
const page = ['a', 'b', 'c', 'd'].map(row);
const at = (index: number): Keyed => row('abcd'[index]);
const ids = (selection: { ids: ReadonlySet<string> }) => [...selection.ids].toSorted().join('');

test('toggles', () => {
  const one = toggled(NOTHING, at(1));
  expect(ids(one)).toBe('b');
  expect(ids(toggled(one, at(1)))).toBe('');
});

test('shift selects from the anchor, in both directions, and unselects likewise', () => {
  const down = ranged(toggled(NOTHING, at(1)), page, at(3));
  expect(ids(down)).toBe('bcd');
  expect(ids(ranged(toggled(NOTHING, at(2)), page, at(0)))).toBe('abc');
  expect(ids(ranged(toggled(down, at(2)), page, at(3)))).toBe('b');
  expect(ids(ranged(NOTHING, page, at(2)))).toBe('c');
});

test('the whole page, keeping rows of other pages', () => {
  const other = toggled(NOTHING, { id: 'x', row: {} });
  const all = pageToggled(other, page);
  expect(ids(all)).toBe('abcdx');
  expect(ids(pageToggled(all, page))).toBe('x');
  expect(ids(without(all, ['a', 'x']))).toBe('bcd');
});

test('a row is selected by its id alone: nothing of what it was is kept', () => {
  const selection = toggled(NOTHING, { id: 'a', row: { id: 'a', enable: true } });
  expect(JSON.stringify(Object.values(selection).map((part) => (part instanceof Set ? [...part] : part)))).toBe('[["a"],"a"]');
});
