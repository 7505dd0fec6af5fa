import { expect, test } from 'vitest';
import type { Operation } from '#domain/model.ts';
import { applies, isRowAction } from './actions.ts';

const op = (change: Partial<Operation>): Operation => ({
  id: 'resolve',
  method: 'post',
  path: '/companies/{companyId}/alerts/{alertId}/resolve',
  kind: 'action',
  access: 'session',
  pathParams: ['companyId', 'alertId'].map((name) => ({ name, path: name, kind: 'text' })),
  query: [],
  headers: [],
  success: 200,
  ...change,
});

test('an action needs a row where the context leaves a parameter open', () => {
  expect(isRowAction(op({}), { companyId: 'c' })).toBe(true);
  expect(isRowAction(op({ pathParams: [{ name: 'companyId', path: 'companyId', kind: 'text' }] }), { companyId: 'c' })).toBe(false);
  expect(isRowAction(op({ pathParams: [], bulk: true }), {})).toBe(true);
});

test('an action is offered in the states it names', () => {
  const resolve = op({ when: { status: ['firing', 'muted'] } });
  expect(applies(resolve, { status: 'firing' })).toBe(true);
  expect(applies(resolve, { status: 'resolved' })).toBe(false);
  expect(applies(resolve, {})).toBe(false);
  expect(applies(op({}), {})).toBe(true);
});
