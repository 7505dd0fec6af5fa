import { expect, test } from 'vitest';
import type { Model, Operation } from '#domain/model.ts';
import { canCall, canOpen, holdsAny, scopesOf } from '#api/can.ts';
import type { UserInfo } from '#api/user.ts';

const label = { zh: '', en: '' };
const leaves = (id: string): Model['permissions'] => [
  { name: 'readOnly', id: `${id}-0`, label },
  { name: 'edit', id: `${id}-1`, label },
];
const model = {
  permissions: [
    {
      name: 'configuration',
      id: '0',
      label,
      children: [
        { name: 'tag', id: '0-0', label, children: leaves('0-0') },
        { name: 'circuits', id: '0-1', label, roles: ['global'], children: leaves('0-1') },
      ],
    },
  ],
} as unknown as Model;

function user(accountType: UserInfo['accountType'], scopes: string[]): UserInfo {
  return { username: 'u', accountType, role: accountType, scopes, extra: { accountType } };
}
function operation(node: string, level: 'read' | 'edit'): Operation {
  return {
    id: `${level}Tag`,
    method: 'get',
    path: '/',
    kind: level === 'edit' ? 'update' : 'list',
    access: { node, level, tenant: 'none' },
    pathParams: [],
    query: [],
    headers: [],
    success: 200,
  };
}

test('pages and calls follow the tree', () => {
  const reader = user('company', ['0-0-0']);
  expect(canOpen(model, reader)({ node: 'configuration/tag' })).toBe(true);
  expect(canOpen(model, reader)({ node: 'configuration/tag' }, 'edit')).toBe(false);
  expect(canCall(model, reader)(operation('configuration/tag', 'read'))).toBe(true);
  expect(canCall(model, reader)(operation('configuration/tag', 'edit'))).toBe(false);
  const editor = user('company', ['0-0-1']);
  expect(canCall(model, editor)(operation('configuration/tag', 'edit'))).toBe(true);
  expect(canOpen(model, editor)({})).toBe(true);
});

test('a node of other accounts stays closed, a super administrator passes', () => {
  expect(canOpen(model, user('company', ['0-1-0']))({ node: 'configuration/circuits' })).toBe(false);
  expect(canOpen(model, user('global', ['0-1-0']))({ node: 'configuration/circuits' })).toBe(true);
  expect(canOpen(model, user('superAdmin', []))({ node: 'configuration/circuits' })).toBe(true);
});

test("the server's word on the row wins", () => {
  const editor = canCall(model, user('company', ['0-0-1']));
  expect(editor(operation('configuration/tag', 'edit'), { _access: [] })).toBe(false);
  const reader = canCall(model, user('company', ['0-0-0']));
  expect(reader(operation('configuration/tag', 'edit'), { _access: ['editTag'] })).toBe(true);
});

test('the scope directive: one of the scopes is enough, none is not, a super administrator needs none', () => {
  expect(scopesOf(model, 'configuration/tag')).toEqual(['0-0-0', '0-0-1']);
  expect(scopesOf(model, 'configuration/unknown')).toEqual([]);
  expect(holdsAny(user('company', ['0-0-0']), scopesOf(model, 'configuration/tag'))).toBe(true);
  expect(holdsAny(user('company', ['0-1-0']), scopesOf(model, 'configuration/tag'))).toBe(false);
  expect(holdsAny(user('superAdmin', []), scopesOf(model, 'configuration/tag'))).toBe(true);
});
