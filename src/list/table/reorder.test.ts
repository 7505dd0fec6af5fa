import { expect, test } from 'vitest';
import { arranged, reordered } from './reorder.ts';

const rows = (...numbers: (number | null)[]) => numbers.map((priority, index) => ({ id: 'abcdef'.charAt(index), row: { priority } }));
const move = (from: number, to: number, ...numbers: (number | null)[]) => {
  const next = reordered(rows(...numbers), from, to, 'priority');
  return [next.rows.map(({ id }) => id).join(''), next.changes.map(({ keyed, value }) => `${keyed.id}${value}`).join(' ')];
};

test('rows between take over the numbers; the others keep theirs', () => {
  expect(move(0, 2, 10, 20, 30, 40)).toEqual(['bcad', 'b10 c20 a30']);
  expect(move(3, 1, 10, 20, 30, 40)).toEqual(['adbc', 'd20 b30 c40']);
});

test('a falling order stays falling', () => {
  expect(move(0, 1, 40, 30, 20)).toEqual(['bac', 'b40 a30']);
});

test('equal and missing numbers become different ones', () => {
  expect(move(1, 0, 5, 5, 5)).toEqual(['bac', 'a6 c7']);
  expect(move(1, 0, null, null)).toEqual(['ba', 'b1 a2']);
});

test('several rows move together, in the order they have', () => {
  const next = arranged(rows(10, 20, 30, 40, 50), new Set(['d', 'b']), 0, 'priority');
  expect(next.rows.map(({ id }) => id).join('')).toBe('bdace');
  expect(next.changes.map(({ keyed, value }) => `${keyed.id}${value}`)).toEqual(['b10', 'd20', 'a30', 'c40']);
  expect(arranged(rows(10, 20, 30), new Set(['a']), 2, 'priority').rows.map(({ id }) => id)).toEqual(['b', 'c', 'a']);
});
