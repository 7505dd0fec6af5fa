import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { noLabels, resourceWith } from '#tests/support/fixtures.ts';
import { columnsOf } from './columns.ts';

const field = (name: string): Field => ({ name, path: name, kind: 'text' });
const row: Field = { name: '', path: '', kind: 'object', fields: ['name', 'size', 'created_at'].map(field) };
const resource = resourceWith({ columns: ['name', 'created_at'], schemas: { Tag: row } });
const where = { labels: noLabels, viewer: { mode: 'global', kind: 'superAdmin', holds: () => true }, mixed: false, sorts: true } as const;
const sortable = (more: object): string[] =>
  columnsOf(resource, { ...where, ...more }).flatMap((column) => (column.sortable ? [column.key] : []));

test('where a list counts up its orders, its columns sort by these alone', () => {
  expect(sortable({})).toEqual(['name', 'created_at', 'size']);
  expect(sortable({ by: { created_at: { ascending: 'created' } } })).toEqual(['created_at']);
  expect(sortable({ by: {} })).toEqual([]);
  expect(sortable({ sorts: false })).toEqual([]);
});
