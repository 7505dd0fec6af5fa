import { describe, expect, test } from 'vitest';
import type { Field, Resource } from '#domain/model.ts';
import { duplicateOf } from './duplicate.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const root: Field = {
  ...field('', { kind: 'object', closed: true }),
  fields: [
    field('id', { readOnly: true }),
    field('name', { format: 'name', limits: { maxLength: 12 } }),
    field('code'),
    field('serial', { hide: ['copy'] }),
    field('state', { values: ['draft', 'done'] }),
    field('key', { writeOnly: true }),
    field('hits', { kind: 'integer', readOnly: true }),
    field('priority', { kind: 'integer' }),
    field('hours', { kind: 'object', fields: [field('from'), field('pass', { format: 'password' })] }),
  ],
};
const resource: Pick<Resource, 'id' | 'label' | 'data'> = {
  id: 'id',
  label: '{name}',
  data: {
    owner: 'companyId',
    unique: [['companyId', 'name'], ['code'], ['priority', 'state']],
    sortable: [],
    onDelete: {},
    states: { property: 'state', initial: 'draft', transitions: {} },
  },
};
const item = {
  id: 'x',
  revision: 3,
  name: 'Web',
  code: 'C1',
  serial: 'SN-1',
  state: 'done',
  key: 'secret',
  hits: 9,
  priority: 4,
  hours: { from: '08:00', pass: 'secret' },
};

test('everything but identity, read-only values, secrets, the state and what occurs once', () => {
  expect(duplicateOf(resource, root, item, 'copy')).toEqual({ name: 'Web copy', priority: 4, hours: { from: '08:00' } });
});

describe('the name', () => {
  const named = (name: string, more: Partial<Field> = {}, word = 'copy') =>
    duplicateOf(resource, { ...root, fields: [field('name', { format: 'name', ...more })] }, { name }, word)['name'];
  test.each([
    ['Web copy', 'Web copy 2'],
    ['Web copy 2', 'Web copy 3'],
    ['copy', 'copy copy'],
  ])('%s is followed by %s', (before, after) => expect(named(before)).toBe(after));

  test('stays within its limit and its format', () => {
    expect(named('Office to internet', { limits: { maxLength: 12 } })).toBe('Office copy');
    expect(named('办公网出口', { limits: { maxLength: 8 } }, '副本')).toBe('办公网出口 副本');
    expect(named('office', { format: 'zone-name', limits: { maxLength: 11 } })).toBe('office_copy');
    expect(named('no$dollar', { format: undefined, limits: { pattern: '^[a-z$_]+$' } })).toBe('no$dollar_copy');
  });

  test('that cannot have one is left to be filled in', () => {
    expect(named('a@b.example', { format: 'email' })).toBeUndefined();
  });
});
