import { expect, test } from 'vitest';

import type { Field, Json } from '#domain/model.ts';
import { keepReadOnly } from '#server/kernel/resource/defaults.ts';

const text = (path: string, readOnly?: true): Field => ({
  name: path.split('.').at(-1) ?? '',
  path,
  kind: 'text',
  ...(readOnly ? { readOnly } : {}),
});
const row: Field = { name: '', path: 'steps[]', kind: 'object', fields: [text('steps[].name'), text('steps[].state', true)] };
const root: Field = { name: '', path: '', kind: 'object', fields: [{ name: 'steps', path: 'steps', kind: 'array', items: row }] };
const keep = (before: Json[], sent: Json[]): unknown => keepReadOnly(root, { steps: before }, { steps: sent })['steps'];

const before = [
  { name: 'a', state: 'done' },
  { name: 'b', state: 'open' },
];

test('what nobody can set stays in the rows of an array, wherever they are moved', () => {
  expect(keep(before, [{ name: 'b' }, { name: 'a' }])).toEqual([
    { name: 'b', state: 'open' },
    { name: 'a', state: 'done' },
  ]);
  expect(keep(before, [{ name: 'a', state: 'forged' }, { name: 'b' }])).toEqual(before);
});

test('a row that was changed keeps it in its place, a new one begins without', () => {
  expect(keep(before, [{ name: 'a' }, { name: 'c' }])).toEqual([
    { name: 'a', state: 'done' },
    { name: 'c', state: 'open' },
  ]);
  expect(keep(before, [{ name: 'n', state: 'forged' }, { name: 'a' }, { name: 'b' }])).toEqual([{ name: 'n' }, ...before]);
  expect(keep([], [{ name: 'n', state: 'forged' }])).toEqual([{ name: 'n' }]);
});
