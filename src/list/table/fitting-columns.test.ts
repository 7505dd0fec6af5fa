import { expect, test } from 'vitest';
import { fittingColumns } from './fitting-columns.ts';

const columns = [200, 100, 150, 120, 180].map((width) => ({ width }));

test('columns are left out from the end on until the others stand side by side', () => {
  expect(fittingColumns(columns, 750)).toBe(columns);
  expect(fittingColumns(columns, 749)).toEqual(columns.slice(0, 4));
  // the last one would find room by itself, but what is named first goes first
  expect(fittingColumns(columns, 460)).toEqual(columns.slice(0, 3));
});

test('three stay, however narrow the page is', () => {
  expect(fittingColumns(columns, 120)).toEqual(columns.slice(0, 3));
});

test('before the page is measured nothing is left out', () => {
  expect(fittingColumns(columns, Infinity)).toBe(columns);
});
