import { expect, test } from 'vitest';
import { DUPLICATE, ERROR, OVERLAP, distinct, readLines, reportOf, search, sorted } from './line-set.ts';

const lines = ['10.0.0.0/8', '10.1.0.0/16', 'example.com', '10.0.0.0/8', 'bad line', '192.0.2.7'];

test('every line is marked with what is wrong with it', () => {
  const report = reportOf(lines, 'address-rule');
  expect([...report.flags].map((flag) => Boolean(flag & ERROR))).toEqual([false, false, false, false, true, false]);
  expect([...report.flags].map((flag) => Boolean(flag & DUPLICATE))).toEqual([false, false, false, true, false, false]);
  expect(report.flags[1]! & OVERLAP).toBe(OVERLAP);
  expect(report.counts).toMatchObject({ errors: 1, duplicates: 1 });
});

test('a search for an address finds the rules that hold it', () => {
  expect([...search(lines, '10.1.2.3')]).toEqual([0, 1, 3]);
  expect([...search(lines, 'EXAMPLE')]).toEqual([2]);
  expect([...search(lines, '10.2.0.0/16')]).toEqual([0, 3]);
});

test('sorts by number, names last; drops later repeats', () => {
  expect(sorted(['example.com', '10.0.0.10', '9.0.0.1', '10.0.0.9'], 'address-rule')).toEqual([
    '9.0.0.1',
    '10.0.0.9',
    '10.0.0.10',
    'example.com',
  ]);
  expect(distinct(lines, 'address-rule')).toEqual(lines.toSpliced(3, 1));
});

test('other formats are checked by their own rule', () => {
  const report = reportOf(['example.com', 'no domain!', 'example.com'], 'domain');
  expect(report.counts).toEqual({ errors: 1, duplicates: 1, overlaps: 0 });
});

test('pasted text: every kind of line end, no blank lines', () => {
  expect(readLines('a\r\n\n b \rc\n\n')).toEqual(['a', 'b', 'c']);
});

test('65,535 lines are listed up to a limit and counted beyond it', () => {
  const report = reportOf(
    Array.from({ length: 65_535 }, () => 'nonsense!'),
    'address-rule',
  );
  expect(report.counts.errors).toBe(65_535);
  expect(report.errors).toHaveLength(200);
});
