import { describe, expect, test } from 'vitest';

import { levels } from '#domain/access/example-levels.ts';
import { changedBeyond, heldLeaves, leavesAmong } from '#domain/access/holdings.ts';
import type { PermissionTree, Role } from '#domain/access/permission-tree.ts';

const tree: PermissionTree = [
  {
    name: 'configuration',
    id: '0',
    label: 'Configuration',
    children: [
      { name: 'tag', id: '0-0', label: 'Tags', children: levels('0-0') },
      { name: 'service', id: '0-1', label: 'Services', roles: ['global'], children: levels('0-1') },
    ],
  },
  { name: 'account', id: '1', label: 'Accounts', children: levels('1', { onlyAdmin: true }) },
];

const held = (scopes: string[], role: Role = 'company', admin = false): string[] => [
  ...heldLeaves(tree, { role, admin, scopes: new Set(scopes) }),
];

describe('what somebody holds', () => {
  test.each([
    ['what the roles name', ['0-0-0'], 'company', false, ['0-0-0']],
    ['editing includes reading', ['0-0-1'], 'company', false, ['0-0-0', '0-0-1']],
    ['a parent alone is nothing', ['0', '0-0'], 'company', false, []],
    ['not what is for other kinds of account', ['0-1-0', '0-1-1'], 'company', false, []],
    ['what is for the own kind', ['0-1-1'], 'global', false, ['0-1-0', '0-1-1']],
    ['not what is for administrators', ['1-0', '1-1'], 'company', false, ['1-0']],
    ['as an administrator', ['1-1'], 'company', true, ['1-0', '1-1']],
    ['a super administrator holds everything', [], 'superAdmin', true, ['0-0-0', '0-0-1', '0-1-0', '0-1-1', '1-0', '1-1']],
  ] as const)('%s', (_, scopes, role, admin, expected) => {
    expect(held([...scopes], role, admin)).toEqual(expected);
  });

  test('leaves among ids', () => {
    expect([...leavesAmong(tree, ['0', '0-0', '0-0-1', '9-9', '1-0'])]).toEqual(['0-0-1', '1-0']);
  });
});

describe('a change beyond the giver', () => {
  const own = new Set(['0-0-0', '0-0-1']);
  test.each([
    ['gives what is held', ['0-0-0'], ['0-0-0', '0-0-1'], []],
    ['takes what is held', ['0-0-0', '0-0-1'], [], []],
    ['keeps what is not held', ['1-0', '0-0-0'], ['0-0', '0-0-0', '0-0-1', '1-0'], []],
    ['gives what is not held', [], ['0-0-0', '0-1-1', '1-0'], ['0-1-1', '1-0']],
    ['takes what is not held', ['0-1', '0-1-0', '0-1-1'], ['0-1-1'], ['0-1-0']],
  ] as const)('%s', (_, before, after, expected) => {
    expect(changedBeyond(tree, before, after, own)).toEqual(expected);
  });
});
