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

test('names give way before a column is left out, and take back what is over, the first ones first', () => {
  const named = [{ width: 200, least: 140 }, { width: 100 }, { width: 160, least: 120 }, { width: 180 }, { width: 90 }];
  const widths = (room: number): number[] => fittingColumns(named, room).map(({ width }) => width);
  expect(widths(730)).toEqual([200, 100, 160, 180, 90]);
  expect(widths(729)).toEqual([200, 100, 159, 180, 90]);
  expect(widths(630)).toEqual([140, 100, 120, 180, 90]);
  expect(widths(629)).toEqual([200, 100, 149, 180]);
  expect(widths(100)).toEqual([140, 100, 120]);
});
