import { describe, expect, test } from 'vitest';

import { levels } from '#domain/access/example-levels.ts';
import { decide, decideAnywhere, grantedBy, indexPermissions, type Access, type Holding, type Principal } from '#domain/access/decide.ts';
import type { PermissionTree } from '#domain/access/permission-tree.ts';

const tree: PermissionTree = [
  {
    name: 'configuration',
    id: '0',
    label: 'Configuration',
    children: [
      { name: 'tag', id: '0-0', label: 'Tags', children: levels('0-0') },
      { name: 'service', id: '0-1', label: 'Services', roles: ['global', 'channel'], children: levels('0-1', { roles: ['global'] }) },
      {
        name: 'policy',
        id: '0-2',
        label: 'Policy',
        children: [
          { name: 'application', id: '0-2-0', label: 'Application', children: [{ name: 'readOnly', id: '0-2-0-0', label: 'Read' }] },
          { name: 'rules', id: '0-2-1', label: 'Rules', children: [{ name: 'readOnly', id: '0-2-1-0', label: 'Read' }] },
          { name: 'edit', id: '0-2-2', label: 'Edit', roles: ['global'] },
        ],
      },
      { name: 'about', id: '0-3', label: 'About' },
    ],
  },
  {
    name: 'mobile',
    id: '1',
    label: 'Mobile office',
    onlyAdmin: true,
    children: [{ name: 'status', id: '1-0', label: 'Status', children: levels('1-0') }],
  },
  { name: 'report', id: '2', label: 'Report', children: levels('2', { onlyAdmin: true }) },
];
const index = indexPermissions(tree);

function who(scopes: string[], { tenants, ...more }: Partial<Principal> & { tenants?: Holding['tenants'] } = {}): Principal {
  return { role: 'company', admin: false, holdings: [holding(scopes, tenants ?? new Set(['c1', 'c2']))], ...more };
}
function holding(scopes: string[], tenants: Holding['tenants'], delegated = false): Holding {
  return { scopes: new Set(scopes), tenants, delegated };
}
function at(node: string, level: 'read' | 'edit'): Access {
  return { node, level, tenant: 'none' };
}
function outcome(access: Access, principal?: Principal, tenantIds?: string[]): string {
  const decision = decide(access, principal, tenantIds, index);
  return decision.allowed ? 'allowed' : decision.reason;
}

describe('decide', () => {
  test('public and session', () => {
    expect(outcome('public')).toBe('allowed');
    expect(outcome('session')).toBe('unauthenticated');
    expect(outcome('session', who([]))).toBe('allowed');
    expect(outcome(at('configuration/tag', 'read'))).toBe('unauthenticated');
  });

  test.each([
    ['read with readOnly', 'configuration/tag', 'read', who(['0-0-0']), 'allowed'],
    ['read with edit', 'configuration/tag', 'read', who(['0-0-1']), 'allowed'],
    ['edit with edit', 'configuration/tag', 'edit', who(['0-0-1']), 'allowed'],
    ['edit with readOnly', 'configuration/tag', 'edit', who(['0-0-0']), 'scope'],
    ['nothing held', 'configuration/tag', 'read', who([]), 'scope'],
    ["another page's scope", 'configuration/tag', 'read', who(['2-0', '0-1-1']), 'scope'],
    ['the id of a page is no level of it', 'configuration/tag', 'edit', who(['0-0', '0']), 'scope'],
    ['an unknown node', 'configuration/nothing', 'read', who(['0-0-0']), 'scope'],
    ['an unknown node, super administrator', 'configuration/nothing', 'read', who([], { role: 'superAdmin' }), 'scope'],
    ['an inherited name', 'toString', 'read', who(['0-0-0']), 'scope'],
    ['a level is no node', 'configuration/tag/edit', 'read', who(['0-0-1']), 'scope'],
    ['no level to edit', 'configuration/about', 'edit', who(['0-3']), 'scope'],
    ['a page that is a leaf', 'configuration/about', 'read', who(['0-3']), 'allowed'],
    ['role of the node', 'configuration/service', 'read', who(['0-1-0']), 'role'],
    ['role of the node met', 'configuration/service', 'read', who(['0-1-0'], { role: 'channel' }), 'allowed'],
    ['role of the leaf too', 'configuration/service', 'edit', who(['0-1-1'], { role: 'channel' }), 'role'],
    [
      'an edit scope that the role cannot hold implies nothing',
      'configuration/service',
      'read',
      who(['0-1-1'], { role: 'channel' }),
      'scope',
    ],
    ['role of the leaf met', 'configuration/service', 'edit', who(['0-1-1'], { role: 'global' }), 'allowed'],
    ['onlyAdmin inherited', 'mobile/status', 'read', who(['1-0-0']), 'onlyAdmin'],
    ['onlyAdmin met', 'mobile/status', 'read', who(['1-0-0'], { admin: true }), 'allowed'],
    ['an administrator still needs the scope', 'mobile/status', 'edit', who(['1-0-0'], { admin: true }), 'scope'],
    ['onlyAdmin on the edit leaf leaves reading', 'report', 'read', who(['2-0']), 'allowed'],
    ['onlyAdmin on the edit leaf', 'report', 'edit', who(['2-1']), 'onlyAdmin'],
    ['onlyAdmin on the edit leaf met', 'report', 'edit', who(['2-1'], { admin: true }), 'allowed'],
    ['a part of a split page', 'configuration/policy/rules', 'read', who(['0-2-1-0']), 'allowed'],
    ['the other part of it', 'configuration/policy/application', 'read', who(['0-2-1-0']), 'scope'],
    ['the page itself by any part', 'configuration/policy', 'read', who(['0-2-1-0']), 'allowed'],
    ['edit of the page reads its parts', 'configuration/policy/rules', 'read', who(['0-2-2'], { role: 'global' }), 'allowed'],
    ['edit of the page, company user', 'configuration/policy', 'edit', who(['0-2-2']), 'role'],
    ['super administrator', 'configuration/service', 'edit', who([], { role: 'superAdmin' }), 'allowed'],
    ['super administrator, onlyAdmin', 'mobile/status', 'edit', who([], { role: 'superAdmin' }), 'allowed'],
  ] as const)('%s', (_, node, level, principal, expected) => {
    expect(outcome(at(node, level), principal)).toBe(expected);
  });

  describe('tenants', () => {
    const access: Access = { node: 'configuration/tag', level: 'read', tenant: { in: 'path', name: 'companyId' } };
    const reader = who(['0-0-0']);
    test.each([
      ['own', reader, ['c1'], 'allowed'],
      ['all of several own', reader, ['c1', 'c2'], 'allowed'],
      ['foreign', reader, ['c3'], 'tenant'],
      ['one of several foreign', reader, ['c1', 'c3'], 'tenant'],
      ['none named', reader, [], 'tenant'],
      ['not known', reader, undefined, 'tenant'],
      ['every company', who(['0-0-0'], { tenants: 'all' }), ['c3'], 'allowed'],
      ['every company, none named', who(['0-0-0'], { tenants: 'all' }), undefined, 'allowed'],
      ['a super administrator without companies', who([], { role: 'superAdmin' }), ['c3'], 'tenant'],
      ['the scope comes first', who([]), ['c3'], 'scope'],
    ] as const)('%s', (_, principal, ids, expected) => {
      expect(outcome(access, principal, ids && [...ids])).toBe(expected);
    });
  });

  describe('what holds where (decision 30)', () => {
    // tags are edited at home and read in c9; the policy is read in c9 only
    const delegate: Principal = {
      role: 'company',
      admin: false,
      holdings: [holding(['0-0-1'], new Set(['c1'])), holding(['0-0-0', '0-2-1-0'], new Set(['c9', 'c1x']), true)],
    };
    const place = (node: string, level: 'read' | 'edit'): Access => ({ node, level, tenant: { in: 'path', name: 'companyId' } });

    test.each([
      ['own scope, own company', place('configuration/tag', 'edit'), ['c1'], 'allowed'],
      ['own scope, delegating company', place('configuration/tag', 'edit'), ['c9'], 'scope'],
      ['delegated scope, delegating company', place('configuration/policy/rules', 'read'), ['c9'], 'allowed'],
      ['delegated scope, own company', place('configuration/policy/rules', 'read'), ['c1'], 'scope'],
      ['both by different scopes', place('configuration/tag', 'read'), ['c1', 'c9'], 'allowed'],
      ['one of both', place('configuration/tag', 'edit'), ['c1', 'c9'], 'scope'],
      ["nobody's company", place('configuration/tag', 'edit'), ['c5'], 'tenant'],
      ['a scope held nowhere', place('report', 'read'), ['c1'], 'scope'],
      ['no company, an own scope', at('configuration/tag', 'edit'), undefined, 'allowed'],
      ['no company, read with a delegated scope', at('configuration/policy/rules', 'read'), undefined, 'allowed'],
    ] as const)('%s', (_, access, ids, expected) => {
      expect(outcome(access, delegate, ids && [...ids])).toBe(expected);
    });

    test('what belongs to no company is not changed with a delegated scope, though the page is open', () => {
      const guest = { ...delegate, holdings: [holding([], new Set(['c1'])), holding(['0-0-1'], new Set(['c9']), true)] };
      expect(outcome(at('configuration/tag', 'edit'), guest)).toBe('scope');
      expect(decideAnywhere(at('configuration/tag', 'edit'), guest, index)).toEqual({ allowed: true });
      expect(grantedBy(at('configuration/tag', 'edit'), guest, index)).toEqual([guest.holdings[1]]);
    });
  });

  test('two nodes of one path are refused when the index is built', () => {
    expect(() => indexPermissions([...tree, { name: 'report', id: '9', label: 'Again' }])).toThrow('report');
  });
});
