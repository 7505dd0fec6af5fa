import { expect, test } from 'vitest';
import type { Model, Operation } from '#domain/model.ts';
import { canCall, canOpen, holdsAny, scopesOf } from '#api/can.ts';
import { modelWith, operationWith } from '#tests/support/fixtures.ts';
import type { UserInfo } from '#api/user.ts';

const label = { zh: '', en: '' };
const leaves = (id: string): Model['permissions'] => [
  { name: 'readOnly', id: `${id}-0`, label },
  { name: 'edit', id: `${id}-1`, label },
];
const model = modelWith({
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
});

function user(accountType: UserInfo['accountType'], scopes: string[]): UserInfo {
  return { username: 'u', accountType, role: accountType, scopes, extra: { accountType } };
}
function operation(node: string, level: 'read' | 'edit'): Operation {
  return operationWith({ id: `${level}Tag`, kind: level === 'edit' ? 'update' : 'list', access: { node, level, tenant: 'none' } });
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

test('a delegate may do in each company what holds there; menu and routes are of all of it', () => {
  const delegate: UserInfo = {
    ...user('company', ['0-0-0', '0-0-1']),
    holdings: [
      { scopes: ['0-0-0'], companies: ['c-home'], delegated: false },
      { scopes: ['0-0-0', '0-0-1'], companies: ['c-delegated'], delegated: true },
    ],
  };
  const shared = operation('configuration/tag', 'edit');
  const create: Operation = { ...shared, access: { node: 'configuration/tag', level: 'edit', tenant: { in: 'path', name: 'companyId' } } };
  expect(canCall(model, delegate, { companyId: 'c-home' })(create)).toBe(false);
  expect(canCall(model, delegate, { companyId: 'c-delegated' })(create)).toBe(true);
  // no company is named: the menu opens, and what belongs to nobody stays as it is
  expect(canCall(model, delegate)(create)).toBe(true);
  expect(canCall(model, delegate)(shared)).toBe(false);
  const page = { node: 'configuration/tag' };
  expect([canOpen(model, delegate)(page, 'edit'), canOpen(model, delegate, 'c-home')(page, 'edit')]).toEqual([true, false]);
});

test('the scope directive: one of the scopes is enough, none is not, a super administrator needs none', () => {
  expect(scopesOf(model, 'configuration/tag')).toEqual(['0-0-0', '0-0-1']);
  expect(scopesOf(model, 'configuration/unknown')).toEqual([]);
  expect(holdsAny(user('company', ['0-0-0']), scopesOf(model, 'configuration/tag'))).toBe(true);
  expect(holdsAny(user('company', ['0-1-0']), scopesOf(model, 'configuration/tag'))).toBe(false);
  expect(holdsAny(user('superAdmin', []), scopesOf(model, 'configuration/tag'))).toBe(true);
});
