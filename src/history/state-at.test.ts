import { expect, test } from 'vitest';
import type { JsonObject } from '#domain/json.ts';
import { stateAt } from './state-at.ts';

const entry = (revision: number, before: JsonObject | null, after: JsonObject) => ({
  revision,
  before,
  after,
  at: '',
  actor: '',
  operation: '',
  patch: [],
});
const revisions = [
  entry(3, { remark: 'b' }, { remark: 'c', global: true }),
  entry(2, { remark: 'a' }, { remark: 'b' }),
  entry(1, null, { name: 'x', remark: 'a' }),
];

test('undoes later revisions one by one', () => {
  const item = { name: 'x', remark: 'c', global: true };
  expect(stateAt(item, revisions, 3)).toEqual(item);
  expect(stateAt(item, revisions, 2)).toEqual({ name: 'x', remark: 'b' });
  expect(stateAt(item, revisions, 1)).toEqual({ name: 'x', remark: 'a' });
  expect(item).toEqual({ name: 'x', remark: 'c', global: true });
});
