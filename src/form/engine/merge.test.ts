import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { rebased, differences, merged } from './merge.ts';

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const root: Field = {
  name: '',
  path: '',
  kind: 'object',
  fields: [
    text('name'),
    text('remark'),
    text('city'),
    text('key', { writeOnly: true }),
    text('revision', { readOnly: true }),
    { name: 'ntp', path: 'ntp', kind: 'object', fields: [text('first'), text('second')] },
  ],
};
const base = { name: 'a', remark: 'r', city: 'x', revision: 1, ntp: { first: '1', second: '2' } };
const mine = { ...base, name: 'mine', remark: 'same', ntp: { first: '9', second: '2' } };
const theirs = { ...base, name: 'theirs', remark: 'same', city: 'y', revision: 2, ntp: { first: '1', second: '3' } };

test('what both changed is undecided, what one changed is decided, what is equal is no difference', () => {
  expect(differences(root, base, mine, theirs).map(({ pointer, choice }) => [pointer, choice])).toEqual([
    ['/name', undefined],
    ['/city', 'theirs'],
    ['/ntp/first', 'mine'],
    ['/ntp/second', 'theirs'],
  ]);
});

test('the merge is theirs with what was decided for mine', () => {
  const all = differences(root, base, mine, theirs);
  expect(merged(theirs, all, new Map([['/name', 'mine']]))).toEqual({ ...theirs, name: 'mine', ntp: { first: '9', second: '3' } });
});

test('an untouched secret is no difference, a new one stays mine', () => {
  expect(differences(root, base, base, base)).toEqual([]);
  expect(differences(root, base, { ...base, key: 'new' }, base)).toMatchObject([{ pointer: '/key', choice: 'mine' }]);
});

test('what nobody draws stays theirs, and a document without properties is one value', () => {
  const root: Field = { name: '', path: '', kind: 'object', fields: [{ name: 'name', path: 'name', kind: 'text' }] };
  const base = { name: 'a', seen: 1 };
  expect(rebased(root, base, { name: 'b', seen: 1 }, { name: 'a', seen: 2 })).toEqual({ name: 'b', seen: 2 });
  const map: Field = { name: '', path: '', kind: 'map', items: { name: '', path: '', kind: 'text' } };
  expect(differences(map, { a: '1' }, { a: '2' }, { a: '1', b: '1' }).map(({ pointer, choice }) => [pointer, choice])).toEqual([
    ['', undefined],
  ]);
});

test('a property of two branches is compared with the fields of both', () => {
  const branch = (name: string, kind: string): Field => ({
    name: 'net',
    path: 'net',
    kind: 'object',
    when: { property: 'kind', in: [kind] },
    fields: [{ name, path: `net.${name}`, kind: 'text' }],
  });
  const root: Field = { name: '', path: '', kind: 'object', fields: [branch('x', 'a'), branch('y', 'b')] };
  const base = { kind: 'b', net: { y: '1' } };
  expect(rebased(root, base, { kind: 'b', net: { y: '2' } }, base)).toEqual({ kind: 'b', net: { y: '2' } });
});

const lines: Field = {
  name: 'wan',
  path: 'wan',
  kind: 'array',
  items: {
    name: '',
    path: 'wan[]',
    kind: 'object',
    fields: [
      { name: 'port', path: 'wan[].port', kind: 'text', required: true },
      { name: 'medium', path: 'wan[].medium', kind: 'text', required: true, values: ['ethernet'] },
      { name: 'up', path: 'wan[].up', kind: 'integer' },
      { name: 'ip', path: 'wan[].ip', kind: 'text' },
    ],
  },
};
const site: Field = { name: '', path: '', kind: 'object', fields: [lines] };
const wan = (...rows: [port: string, up: number, ip: string][]) => ({
  wan: rows.map(([port, up, ip]) => ({ port, medium: 'ethernet', up, ip })),
});

test('rows that every side has are compared place by place: what two people changed in one row comes together', () => {
  const before = wan(['eth0', 300, '198.18.2.194'], ['eth1', 100, '198.18.3.2']);
  const mine = wan(['eth0', 500, '198.18.2.195'], ['eth1', 100, '198.18.3.2']);
  const theirs = wan(['eth0', 300, '198.18.2.196'], ['eth1', 200, '198.18.3.2']);
  const all = differences(site, before, mine, theirs);
  expect(all.map(({ pointer, choice }) => [pointer, choice])).toEqual([
    ['/wan/0/up', 'mine'],
    ['/wan/0/ip', undefined],
    ['/wan/1/up', 'theirs'],
  ]);
  expect(merged(theirs, all, new Map([['/wan/0/ip', 'theirs']]))).toEqual(wan(['eth0', 500, '198.18.2.196'], ['eth1', 200, '198.18.3.2']));
});

test('rows that are not the same on every side stay one value: two rows are never mixed into one', () => {
  const before = wan(['eth0', 300, 'a'], ['eth1', 100, 'b']);
  const moved = wan(['eth1', 100, 'b'], ['eth2', 50, 'c']);
  const changed = wan(['eth0', 400, 'a'], ['eth1', 100, 'b']);
  expect(differences(site, before, moved, changed).map(({ pointer, choice }) => [pointer, choice])).toEqual([['/wan', undefined]]);
  const alike = wan(['eth0', 1, 'a'], ['eth0', 2, 'b']);
  expect(differences(site, alike, wan(['eth0', 1, 'a'], ['eth0', 3, 'b']), alike).map(({ pointer }) => pointer)).toEqual(['/wan']);
});

test('in an island a name that was taken away here is gone, and one that was added there stays', () => {
  const island: Field = { name: '', path: '', kind: 'object', fields: [], island: 'X' };
  const [base, mine, theirs] = [{ a: 1, b: 2 }, { b: 2 }, { a: 1, b: 2, c: 3 }];
  expect(merged(theirs, differences(island, base, mine, theirs), new Map())).toEqual({ b: 2, c: 3 });
});
