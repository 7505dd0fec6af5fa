import { expect, test } from 'vitest';
import type { Field } from '#domain/model.ts';
import { operationWith } from '#tests/support/fixtures.ts';
import { bodyOf } from './body.ts';

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
