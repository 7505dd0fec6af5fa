import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { mergePatched } from '#domain/merge-patch.ts';
import { operationWith } from '#tests/support/fixtures.ts';
import { bodyOf, checkedBodyOf } from './body.ts';

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, path: name, kind: 'text', ...more });
const root: Field = { name: '', path: '', kind: 'object', fields: [text('name', { required: true }), text('note'), text('place')] };
const patch = operationWith({
  id: 'changeGauge',
  kind: 'update',
  method: 'patch',
  path: '/gauges/{id}',
  body: { mediaType: 'application/json', required: true, schema: 'Gauge', merge: true },
});

test('a merge sends what changed, null for what was taken away, and what no body may lack', () => {
  const base = { name: 'Harbour', note: 'low', place: 'pier' };
  expect(bodyOf(patch, root, { name: 'Harbour', note: 'high' }, base, 'update')).toEqual({ name: 'Harbour', note: 'high', place: null });
});

test('what was taken away within an object goes as null, and a server that merges has it no more', () => {
  const inner: Field = { name: 'at', path: 'at', kind: 'object', fields: [text('x'), text('y'), text('z', { required: true })] };
  const nested: Field = { ...root, fields: [...(root.fields ?? []), inner] };
  const base = { name: 'Harbour', at: { x: '1', y: '2', z: '3' } };
  const doc = { name: 'Harbour', at: { y: '4', z: '3' } };
  const body = bodyOf(patch, nested, doc, base, 'update');
  expect(body).toEqual({ name: 'Harbour', at: { x: null, y: '4', z: '3' } });
  expect(mergePatched(base, body)).toEqual(doc);
  expect(checkedBodyOf(patch, nested, doc, base, 'update')).toEqual(doc);
});

test('a property that a patch takes away is no value that its schema judges', () => {
  const base = { name: 'Harbour', note: 'low', place: 'pier' };
  expect(checkedBodyOf(patch, root, { name: 'Harbour', note: 'low' }, base, 'update')).toEqual({ name: 'Harbour' });
});
