import { expect, test } from 'vitest';
import type { Field, Labels } from '#domain/model.ts';
import { overlaid, parseTable, readCell, tableOf } from './grid-values.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, path: `rules[].${name}`, kind: 'text', ...more });
const fields = [
  field('name'),
  field('port', { kind: 'integer' }),
  field('on', { kind: 'boolean' }),
  field('action', { values: ['ACCEPT', 'DROP'] }),
];
const labels: Labels = {
  title: '',
  plural: '',
  fields: { 'rules[].name': '名称', 'rules[].port': '端口' },
  help: {},
  enums: { 'rules[].action': { ACCEPT: '允许', DROP: '丢弃' } },
  groups: {},
  actions: {},
};

test.each([
  [fields[1], ' 80 ', 80],
  [fields[1], '８０', 80],
  [fields[1], 'http', 'http'],
  [fields[2], '是', true],
  [fields[2], 'no', false],
  [fields[3], '丢弃', 'DROP'],
  [fields[3], 'accept', 'ACCEPT'],
  [field('mac', { format: 'mac' }), '00-1A-2B-3C-4D-5E', '00:1a:2b:3c:4d:5e'],
  [field('dns', { kind: 'array', items: field('') }), '1.1.1.1; 2.2.2.2', ['1.1.1.1', '2.2.2.2']],
  [fields[0], '', undefined],
])('reads a cell (%#)', (column, text, expected) => expect(readCell(column ?? field(''), text, labels)).toEqual(expected));

test('a first line of names decides the columns, in any order and language', async () => {
  const table = tableOf((await parseTable('端口,名称,nonsense\n80,web,x\n\n443,tls,y\n')) ?? [], fields, labels);
  expect(table.columns.map((column) => column?.name)).toEqual(['port', 'name', undefined]);
  expect(table.ignored).toBe(1);
  expect(overlaid([], 0, table, () => ({}), labels, 10)).toEqual([
    { name: 'web', port: 80 },
    { name: 'tls', port: 443 },
  ]);
});

test('cells from a spreadsheet go from the focused cell to the right and down, and make rows up to the limit', async () => {
  const table = tableOf((await parseTable('8080\tyes\r\n9090\tno\r\n1\tno')) ?? [], fields, labels, 1);
  expect(overlaid([{ name: 'a', action: 'DROP' }], 0, table, () => ({ action: 'ACCEPT' }), labels, 2)).toEqual([
    { name: 'a', action: 'DROP', port: 8080, on: true },
    { action: 'ACCEPT', port: 9090, on: false },
  ]);
});

test.each([
  ['10,000 columns', 'x,'.repeat(10_000)],
  ['a million rows', 'x\n'.repeat(1_000_000)],
])('%s are no table that a page could show', async (_, text) => {
  expect(await parseTable(text)).toBeUndefined();
});
