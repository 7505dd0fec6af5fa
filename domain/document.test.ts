import { expect, test } from 'vitest';
import { fieldAt, initialDocument, prune, withoutSecrets } from '#domain/document.ts';
import { variantOf } from '#domain/variant.ts';
import type { Field, Json } from '#domain/model.ts';

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const object = (name: string, fields: Field[], more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'object', fields, ...more });
const list = (name: string, items: Field, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'array', items, ...more });

test('defaults and constants start a document, an existing one is taken as it is', () => {
  const root = object('', [
    text('name'),
    text('mode', { default: 'gateway' }),
    text('kind', { const: 'site' }),
    text('id', { default: 'x', readOnly: true }),
  ]);
  expect(initialDocument(root)).toEqual({ mode: 'gateway', kind: 'site' });
  const source = { name: 'a' };
  expect(initialDocument(root, source)).toBe(source);
});

test('an optional object starts only when its defaults make it complete', () => {
  const root = object('', [
    object('ntp', [text('zone', { default: 'Asia/Shanghai', required: true })]),
    object('ha', [text('sn', { required: true }), text('mode', { default: 'cold' })]),
    object('site', [text('label')], { required: true }),
  ]);
  expect(initialDocument(root)).toEqual({ ntp: { zone: 'Asia/Shanghai' }, site: {} });
});

test('an optional object of a branch starts with its defaults, too, and is sent only where the branch holds', () => {
  const ha = object('ha', [text('mode', { default: 'cold', required: true }), text('ip')], { when: { property: 'sn', present: true } });
  const root = object('', [text('sn'), ha], { closed: true });
  const begun = initialDocument(root) ?? {};
  expect(begun).toEqual({ ha: { mode: 'cold' } });
  expect(prune(root, begun, 'create')).toEqual({});
  expect(prune(root, { ...Object(begun), sn: 'x' }, 'create')).toEqual({ sn: 'x', ha: { mode: 'cold' } });
  // one name for two shapes: which of them it will be is not known yet
  const other = object('ha', [text('ip', { default: '::' })], { when: { property: 'sn', in: ['x'] } });
  expect(initialDocument(object('', [text('sn'), ha, other]))).toEqual({});
});

test('what is incomplete deep inside is not complete', () => {
  const limit = object('tokens', [{ ...text('on'), kind: 'boolean', required: true }, text('cap', { required: true })], { required: true });
  expect(initialDocument(object('', [object('limits', [limit])]))).toEqual({});
});

test('prune drops readOnly and undefined, and of a closed object what is unknown and branches that do not hold', () => {
  const fields = [
    text('id', { readOnly: true }),
    text('mode'),
    text('as', { when: { property: 'mode', in: ['bgp'] } }),
    list('wan', object('', [text('name'), text('state', { readOnly: true }), text('ip', { when: { property: 'name', in: ['static'] } })])),
    object('dns', [text('first')]),
    object('empty', [text('first')]),
  ];
  const root = object('', fields, { closed: true });
  const doc = {
    id: '1',
    mode: 'ospf',
    as: 65_000,
    wan: [{ name: 'a', state: 'up', ip: '1.1.1.1' }],
    dns: { first: undefined },
    empty: {},
    revision: 3,
  };
  expect(prune(root, doc, 'update')).toEqual({ mode: 'ospf', wan: [{ name: 'a', ip: '1.1.1.1' }], empty: {} });
  expect(doc.as).toBe(65_000);
  const open = { mode: 'ospf', as: 65_000, wan: [{ name: 'a', ip: '1.1.1.1' }], empty: {}, revision: 3 };
  expect(prune(object('', fields), doc, 'update')).toEqual(open);
  const forbidding = object('', fields, { without: [{ name: 'as', when: { property: 'mode', in: ['ospf'] } }] });
  expect(prune(forbidding, doc, 'update')).toEqual({ ...open, as: undefined });
});

test('what nothing draws stays as it came, in its place: by name where the object is closed, without what is readOnly in it', () => {
  const shape = object('', [text('id', { readOnly: true }), text('note')]);
  const root = object('', [text('name')], { closed: true, others: [{ names: '^x-', shape }, { names: '^y$' }] });
  const doc = { y: [1, { z: null }], zz: 1, 'x-a': { more: 2, id: '7', note: 'n' }, name: 'a', 'x-b': 'no object' };
  expect(JSON.stringify(prune(root, doc, 'update'))).toBe(
    JSON.stringify({ y: [1, { z: null }], 'x-a': { more: 2, note: 'n' }, name: 'a', 'x-b': 'no object' }),
  );
  const named = JSON.parse('{"b":1,"__proto__":{"a":1},"name":"n"}') as Json;
  expect(JSON.stringify(prune(object('', [text('name')]), named, 'update'))).toBe(JSON.stringify(named));
});

test('an optional object that was emptied goes, one that holds what is readOnly only stays as empty', () => {
  const root = object('', [
    object('a', [text('x')]),
    object('b', [text('state', { readOnly: true })]),
    object('c', [object('d', [text('x')])]),
  ]);
  expect(prune(root, { a: { x: undefined }, b: { state: 'up' }, c: { d: { x: null } } }, 'update')).toEqual({ b: {} });
});

test('prune keeps null where it is allowed, false, 0 and empty text, and long plain arrays untouched', () => {
  const root = object('', [
    text('a', { nullable: true }),
    text('b'),
    text('c'),
    { name: 'd', path: 'd', kind: 'boolean' },
    list('e', text('')),
  ]);
  const rules = ['1.1.1.1', '2.2.2.2'];
  const pruned = prune(root, { a: null, b: null, c: '', d: false, e: rules }, 'create') as { e: unknown };
  expect(pruned).toEqual({ a: null, c: '', d: false, e: rules });
  expect(pruned.e).toBe(rules);
  expect(prune(list('', text('')), ['a', undefined, 'b'], 'create')).toEqual(['a', 'b']);
});

test('an absent secret stays absent, a given one is sent, none is kept in a draft', () => {
  const root = object('', [
    text('user'),
    text('password', { writeOnly: true }),
    list('wan', object('', [text('account'), text('key', { format: 'secret' })])),
  ]);
  expect(prune(root, { user: 'a' }, 'update')).toEqual({ user: 'a' });
  expect(prune(root, { user: 'a', password: 'x' }, 'update')).toEqual({ user: 'a', password: 'x' });
  expect(withoutSecrets(root, { user: 'a', password: 'x', wan: [{ account: 'b', key: 'k' }] })).toEqual({
    user: 'a',
    wan: [{ account: 'b' }],
  });
});

test('a secret in a list of one of several shapes is not kept in a draft either', () => {
  const field: Field = {
    name: '',
    path: '',
    kind: 'variants',
    variants: [text(''), list('', object('', [text('key', { writeOnly: true })]))],
  };
  expect(withoutSecrets(field, [{ key: 'k', name: 'a' }])).toEqual([{ name: 'a' }]);
});

test('the variant is the one that takes the value; of what no variant takes, none is guessed', () => {
  const field: Field = {
    name: 'range',
    path: 'range',
    kind: 'variants',
    variants: [
      object('', [text('type', { const: 'weekday' }), list('days', text(''))], { closed: true }),
      object('', [text('type', { const: 'dates' }), text('from')], { closed: true }),
    ],
  };
  const [weekday, dates] = field.variants ?? [];
  expect(variantOf(field, { type: 'weekday', days: ['x'] })).toBe(weekday);
  expect(variantOf(field, { type: 'dates' })).toBe(dates);
  expect(variantOf(field, { from: '2026-01-01' })).toBe(dates);
  // wrong as it stands, and yet its constant says what it is meant to be
  expect(variantOf(field, { type: 'dates', from: 4 })).toBe(dates);
  expect(variantOf(field, { type: 'other' })).toBeUndefined();
  expect(variantOf(field, undefined)).toBeUndefined();
  expect(prune(field, { type: 'dates', from: 'x' }, 'create')).toEqual({ type: 'dates', from: 'x' });
});

test('finds the field of a pointer', () => {
  const root = object('', [list('wan', object('', [text('ip')]))]);
  expect(fieldAt(root, { wan: [{}] }, ['wan', '0', 'ip'])?.name).toBe('ip');
  expect(fieldAt(root, {}, ['nowhere', 'x'])).toBeUndefined();
});

test('an item that is answered where its id is asked for is its id, and an object that may stand there stays whole', () => {
  const text: Field = { name: 'site', path: 'site', kind: 'text' };
  const root = (field: Field): Field => ({ name: '', path: '', kind: 'object', fields: [field] });
  const doc = { site: { id: 5, x: 1 } };
  expect(initialDocument(root(text), doc)).toEqual({ site: 5 });
  expect(initialDocument(root({ ...text, keepsObject: true }), doc)).toEqual(doc);
  // of several branches with the property, that one counts which holds
  const branch: Field = { ...text, when: { property: 'kind', in: ['a'] } };
  expect(initialDocument(root(branch), { ...doc, kind: 'b' })).toEqual({ ...doc, kind: 'b' });
});
