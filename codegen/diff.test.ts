import { expect, test } from 'vitest';
import type { Resource } from '#domain/model.ts';
import { describeChanges } from '#codegen/diff.ts';

const resource = (change: Partial<Resource>): Resource => ({
  name: 'Thing',
  file: 'thing',
  tag: 't',
  path: '/things',
  route: '/things',
  id: 'id',
  label: '{name}',
  schemas: {
    Thing: { name: '', path: '', kind: 'object', fields: [{ name: 'name', path: 'name', kind: 'text', limits: { maxLength: 40 } }] },
  },
  item: 'Thing',
  row: 'Thing',
  columns: ['name'],
  filters: [],
  operations: { list: [], get: [], create: [], update: [], delete: [], bulk: [], actions: [] },
  rules: [],
  ...change,
});

const compare = (before: Resource | undefined, after: Resource | undefined): string[] =>
  describeChanges(new Map(before === undefined ? [] : [['Thing', before]]), new Map(after === undefined ? [] : [['Thing', after]])).filter(
    (line) => line.startsWith('-'),
  );

test('nothing to say where nothing changes', () => {
  expect(compare(resource({}), resource({}))).toEqual([]);
});

test('a page that comes, and one that goes', () => {
  expect(compare(resource({}), resource({ sort: '-name' }))).toEqual(['- the list opens sorted by -name']);
  expect(compare(undefined, resource({}))).toEqual(['- new page with ', '- columns: name']);
  expect(compare(resource({}), undefined)).toEqual(['- the page is gone']);
});

test('a limit, a column and a field, each in one line', () => {
  const fields = [
    { name: 'name', path: 'name', kind: 'text' as const, limits: { maxLength: 20 } },
    { name: 'ip', path: 'ip', kind: 'text' as const, format: 'ip', required: true as const },
  ];
  const after = resource({ columns: ['name', 'ip'], schemas: { Thing: { name: '', path: '', kind: 'object', fields } } });
  expect(compare(resource({}), after)).toEqual([
    '- column ip appears',
    '- field name: limits {"maxLength":40} becomes {"maxLength":20}',
    '- field ip appears: ip, required',
  ]);
});
