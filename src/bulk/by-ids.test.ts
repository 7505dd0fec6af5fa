import { expect, test } from 'vitest';
import type { IdsLocation } from '#domain/ids-location.ts';
import type { Field, Json, Operation } from '#domain/model.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';
import { operationWith, resourceWith } from '#tests/support/fixtures.ts';
import { asksNothing, begunBody, deletesMany, idSteps, schemasWithout } from './by-ids.ts';

stubBrowser();

const field = (name: string, kind: Field['kind'], more: Partial<Field> = {}): Field => ({ name, path: name, kind, ...more });
const keys = (kind: Field['kind']): Field => field('', kind);
const ids = field('ids', 'array', { items: keys('text'), required: true });
const schemas: Record<string, Field> = {
  Alone: field('', 'object', { fields: [ids] }),
  More: field('', 'object', { fields: [ids, field('reason', 'text'), field('quick', 'boolean', { default: true })] }),
  Fixed: field('', 'object', { fields: [ids, field('cmd', 'text', { const: 'block', required: true })] }),
  Numbers: field('', 'object', { fields: [field('ids', 'array', { items: keys('integer') })] }),
  Objects: field('', 'object', { fields: [field('id', 'text')] }),
};
const resource = resourceWith({ schemas });
const rows = ['1', '2', '3', '4'].map((id) => ({ id, name: `Boat ${id}`, mac: `m${id}` }));

function onMany(taken: Partial<IdsLocation>, schema?: string, more: Partial<Operation> = {}): Operation {
  const body = schema === undefined ? undefined : { mediaType: 'application/json', required: true, schema };
  return operationWith({
    id: 'op',
    kind: 'bulkUpdate',
    method: 'post',
    path: '/boats/op',
    body,
    ids: { in: 'body', at: 'ids', ...taken },
    ...more,
  });
}

const scope = {
  resource,
  key: (row: Record<string, Json>) => ({ id: String(row['id']), row }),
  nameOf: (row: Record<string, Json>) => String(row['name']),
  path: () => ({ harbour: 'h' }),
};
const sent = (op: Operation, rest?: Json): unknown[] => idSteps(scope, op, rows, rest).map(({ args }) => args.body ?? args.query);

test('rows go in one call, or in as few as it takes, each called by its first rows', () => {
  expect(idSteps(scope, onMany({}, 'Alone'), rows)).toMatchObject([
    {
      args: { path: { harbour: 'h' }, body: { ids: ['1', '2', '3', '4'] } },
      name: 'Boat 1、Boat 2、Boat 3、+1',
      rows: rows.map(({ id, name }) => ({ id, name })),
    },
  ]);
  expect(sent(onMany({ max: 3 }, 'Alone'))).toEqual([{ ids: ['1', '2', '3'] }, { ids: ['4'] }]);
});

test('ids are sent as the contract types and places them', () => {
  expect(sent(onMany({}, 'Numbers'))).toEqual([{ ids: [1, 2, 3, 4] }]);
  expect(sent(onMany({ at: '' }, 'Alone'))).toEqual([['1', '2', '3', '4']]);
  expect(sent(onMany({ at: '', each: 'id', max: 2 }, 'Objects'))).toEqual([
    [{ id: '1' }, { id: '2' }],
    [{ id: '3' }, { id: '4' }],
  ]);
  expect(sent(onMany({ from: 'mac', max: 2 }, 'Alone'))).toEqual([{ ids: ['m1', 'm2'] }, { ids: ['m3', 'm4'] }]);
  const query = [field('id', 'array', { items: keys('integer') }), field('ids', 'text')];
  expect(sent(onMany({ in: 'query', at: 'id' }, undefined, { query }))).toEqual([{ id: [1, 2, 3, 4] }]);
  expect(sent(onMany({ in: 'query', at: 'ids', joined: true }, undefined, { query }))).toEqual([{ ids: '1,2,3,4' }]);
});

test('what else a body holds is what a form was filled with, else what it begins with', () => {
  const more = onMany({ max: 3 }, 'More');
  expect(sent(more, { ids: ['9'], reason: 'rust' })).toEqual([
    { ids: ['1', '2', '3'], reason: 'rust' },
    { ids: ['4'], reason: 'rust' },
  ]);
  expect(begunBody(scope, more, rows)).toEqual({ ids: ['1', '2', '3'], quick: true });
  expect(sent(onMany({ max: 4 }, 'Fixed'))).toEqual([{ ids: ['1', '2', '3', '4'], cmd: 'block' }]);
});

test('a form asks for the rest alone, where there is a rest', () => {
  expect(['Alone', 'More', 'Fixed'].map((schema) => asksNothing(resource, onMany({}, schema)))).toEqual([true, false, true]);
  expect(asksNothing(resource, onMany({ at: '' }, 'Objects'))).toBe(true);
  expect(asksNothing(resource, onMany({ in: 'query', at: 'ids' }))).toBe(true);
  const [hidden, ...shown] = schemasWithout(resource, onMany({}, 'More'))['More']?.fields ?? [];
  expect([hidden?.hide, shown.map(({ hide }) => hide)]).toEqual([['form'], [undefined, undefined]]);
  expect(schemasWithout(resource, onMany({ in: 'query', at: 'ids' }, 'More'))).toBe(schemas);
});

test('what deletes several takes the place of deleting one by one, where it is not offered by itself', () => {
  const deletes = onMany({}, 'Alone', { kind: 'bulkDelete' });
  const of = (...bulk: Operation[]): Operation | undefined => deletesMany({ bulk, can: (op): op is Operation => op !== undefined });
  expect(of(onMany({}, 'Alone'), deletes)).toBe(deletes);
  expect(of({ ...deletes, bulk: true })).toBeUndefined();
});
