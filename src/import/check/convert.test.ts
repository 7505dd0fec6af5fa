import { expect, test } from 'vitest';
import type { Field, Json, Labels } from '#domain/model.ts';
import { documentOf, valueOf } from './convert.ts';

const zh: Labels = {
  title: '',
  plural: '',
  fields: {},
  help: {},
  enums: { type: { site: '站点', line: '线路' } },
  groups: {},
  actions: {},
};
const field = (kind: Field['kind'], more: Partial<Field> = {}): Field => ({ name: 'x', path: 'x', kind, ...more });
const enumeration = field('text', { path: 'type', values: ['site', 'line'] });
const list = field('array', { items: field('text') });

test.each([
  [field('text'), ' a ', ' a '],
  [field('text'), '007', '007'],
  [field('integer'), ' 42 ', 42],
  [field('integer'), '4x', '4x'],
  [field('integer'), '0x10', '0x10'],
  [field('number'), '-1.5e3', -1500],
  [field('boolean'), 'TRUE', true],
  [field('boolean'), '否', false],
  [field('boolean'), 'maybe', 'maybe'],
  [enumeration, 'site', 'site'],
  [enumeration, '线路', 'line'],
  [enumeration, 'SITE', 'site'],
  [enumeration, 'other', 'other'],
  [list, 'a; b\nc', ['a', 'b', 'c']],
  [list, '["a;b"]', ['a;b']],
  [field('array', { items: field('integer') }), '1;x', [1, 'x']],
  [field('json'), '{"a":1}', { a: 1 }],
  [field('object'), '{oops', undefined],
])('%j reads %j as %j', (each, text, value) => {
  expect(valueOf(each, text, { languages: [zh] })).toEqual(value);
});

const root: Field = {
  name: '',
  path: '',
  kind: 'object',
  fields: [
    { name: 'name', path: 'name', kind: 'text' },
    { name: 'global', path: 'global', kind: 'boolean', default: false },
    { name: 'extra', path: 'extra', kind: 'json' },
    {
      name: 'wan',
      path: 'wan',
      kind: 'array',
      items: { name: '', path: 'wan[]', kind: 'object', fields: [{ name: 'ip', path: 'wan[].ip', kind: 'text' }] },
    },
  ],
};

test('a line becomes a document with defaults; empty cells say nothing', () => {
  const { document, errors } = documentOf(["'=x", '', '192.0.2.1', '192.0.2.3'], ['name', 'global', 'wan.0.ip', 'wan.2.ip'], root, {
    languages: [zh],
  });
  expect(document).toEqual({ name: '=x', global: false, wan: [{ ip: '192.0.2.1' }, { ip: '192.0.2.3' }] });
  expect(errors).toEqual([]);
});

test('what cannot be read is an error at its place', () => {
  expect(documentOf(['{'], ['extra'], root, { languages: [zh] }).errors).toEqual([{ path: 'extra', code: 'json' }]);
});

test('an update starts from what is there', () => {
  expect(documentOf(['b'], ['name'], root, { languages: [zh] }, { name: 'a', global: true }).document).toEqual({ name: 'b', global: true });
});

const called: Record<string, Json[]> = { 's-1': ['s-1'], 'head office': ['s-1'], branch: ['s-2', 's-3'] };
const references = {
  valueOf: (_: Field, text: string) => (called[text.toLowerCase()]?.length === 1 ? called[text.toLowerCase()]?.[0] : undefined),
  isAmbiguous: (_: Field, text: string) => (called[text.toLowerCase()]?.length ?? 0) > 1,
};
const site: Field = { name: 'siteId', path: 'siteId', kind: 'text', ref: { resource: 'Site' } };
const sites: Field = {
  name: 'siteIds',
  path: 'siteIds',
  kind: 'array',
  ref: { resource: 'Site' },
  items: { name: '', path: 'siteIds[]', kind: 'text' },
};

test('a reference is written as an id or as a name; what neither is stays for the server to refuse', () => {
  const reading = { languages: [zh], references };
  const referring: Field = { name: '', path: '', kind: 'object', fields: [site, sites] };
  const read = (...cells: string[]) => documentOf(cells, ['siteId', 'siteIds'], referring, reading);
  expect(read('s-1', 'Head office; nowhere').document).toEqual({ siteId: 's-1', siteIds: ['s-1', 'nowhere'] });
  expect(read(' head office ', '["branch"]').document).toEqual({ siteId: 's-1', siteIds: ['branch'] });
  expect(read('', 'Head office;Branch').errors).toEqual([{ path: 'siteIds', code: 'ambiguous' }]);
});
