import { expect, test } from 'vitest';
import { labelPaths, rowLabel } from './label.ts';

test.each([
  ['{name} ({sn})', { name: 'HQ', sn: 'A1' }, 'HQ (A1)'],
  ['{name} ({sn})', { name: 'HQ' }, 'HQ'],
  ['{name} ({sn})', { name: 'HQ', sn: ['A1', 'A2'] }, 'HQ (A1, A2)'],
  ['{name}（{sn}）', { name: '总部', sn: null }, '总部'],
  ['{a.b}', { a: { b: 0 } }, '0'],
  ['{name}', {}, 's-1'],
])('%s of %j is %s', (template, row, label) => {
  expect(rowLabel(template, row, 's-1')).toBe(label);
});

test('values are taken as they are, not as templates', () => {
  expect(rowLabel('{name}', { name: '{id} $& <b>' }, '')).toBe('{id} $& <b>');
});

test('lists what a template reads', () => {
  expect(labelPaths('{name} ({ sn })')).toEqual(['name', 'sn']);
});
