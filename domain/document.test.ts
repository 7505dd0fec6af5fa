import { expect, test } from 'vitest';
import { fieldAt, initialDocument, matchVariant, prune, withoutSecrets } from '#domain/document.ts';
import type { Field } from '#domain/model.ts';

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

test('prune drops readOnly, undefined, unknown, and branches that do not hold', () => {
  const root = object('', [
    text('id', { readOnly: true }),
    text('mode'),
    text('as', { when: { property: 'mode', in: ['bgp'] } }),
    list('wan', object('', [text('name'), text('state', { readOnly: true }), text('ip', { when: { property: 'name', in: ['static'] } })])),
    object('dns', [text('first')]),
    object('empty', [text('first')]),
  ]);
  const doc = {
    id: '1',
    mode: 'ospf',
    as: 65_000,
    wan: [{ name: 'a', state: 'up', ip: '1.1.1.1' }],
    dns: { first: undefined },
    empty: {},
    revision: 3,
  };
  expect(prune(root, doc, 'update')).toEqual({ mode: 'ospf', wan: [{ name: 'a' }], empty: {} });
  expect(doc.as).toBe(65_000);
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

test('the variant is the one whose constant, then whose properties fit', () => {
  const field: Field = {
    name: 'range',
    path: 'range',
    kind: 'variants',
    variants: [
      object('', [text('type', { const: 'weekday' }), list('days', text(''))]),
      object('', [text('type', { const: 'dates' }), text('from')]),
    ],
  };
  expect(matchVariant(field, { type: 'dates' })).toBe(1);
  expect(matchVariant(field, { from: '2026-01-01' })).toBe(1);
  expect(matchVariant(field, undefined)).toBe(0);
  expect(prune(field, { type: 'dates', from: 'x', days: ['1'] }, 'create')).toEqual({ type: 'dates', from: 'x' });
});

test('finds the field of a pointer', () => {
  const root = object('', [list('wan', object('', [text('ip')]))]);
  expect(fieldAt(root, { wan: [{}] }, ['wan', '0', 'ip'])?.name).toBe('ip');
  expect(fieldAt(root, {}, ['nowhere', 'x'])).toBeUndefined();
});
