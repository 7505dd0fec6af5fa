import { expect, test } from 'vitest';
import type { Role } from '#domain/access/permission-tree.ts';
import type { Field } from '#domain/model.ts';
import { model, resourceOf } from '#tests/support/model.ts';
import { type FieldViewer, fieldAt, isDrawn, isVisible, itemField, schemaOf, visibleTo } from './fields.ts';

const kinds: readonly Role[] = ['superAdmin', 'global', 'channel', 'company'];
const viewer = (kind: Role, more: Partial<FieldViewer> = {}): FieldViewer => ({ mode: 'global', kind, holds: () => true, ...more });

function within(field: Field): Field[] {
  return [field, ...[...(field.fields ?? []), ...(field.items ? [field.items] : [])].flatMap(within)];
}

/** Every property of the contract that only some kinds of account may set. */
const limited = Object.keys(model.resources).flatMap((name) => {
  const root = itemField(resourceOf(name));
  return within(root).flatMap((field) => (field.kinds ? [{ name: `${name}.${field.path}`, root, field, may: field.kinds }] : []));
});

test('the switch of maintenance is one of those that only some kinds of account may set', () => {
  expect(limited.map(({ name, may }) => [name, may])).toContainEqual(['SystemConfig.enable', ['superAdmin']]);
});

test.each(limited)('$name is left out of the form of who may not set it, and shown to everybody', ({ root, field, may }) => {
  for (const kind of kinds) {
    expect(isDrawn(field, viewer(kind)), kind).toBe(may.includes(kind));
    expect(isVisible(field, 'detail', viewer(kind)), kind).toBe(true);
    expect(fieldAt(visibleTo(root, viewer(kind)), field.path) !== undefined, kind).toBe(may.includes(kind));
  }
});

test('what nobody sets on the own account is left out there only', () => {
  const user = resourceOf('User');
  const enable = fieldAt(schemaOf(user, user.operations.update[0]?.body?.schema ?? ''), 'enable');
  expect(enable?.own).toBe('kept');
  expect(enable && [false, true].map((own) => isDrawn(enable, viewer('superAdmin', { own })))).toEqual([true, false]);
});
