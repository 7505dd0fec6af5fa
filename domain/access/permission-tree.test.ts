import { describe, expect, test } from 'vitest';

import { levels } from '#domain/access/example-levels.ts';
import {
  ancestorsOf,
  findNode,
  leavesOf,
  normaliseSelection,
  pathsOf,
  visibleTree,
  type PermissionTree,
} from '#domain/access/permission-tree.ts';

const tree: PermissionTree = [
  {
    name: 'configuration',
    id: '0',
    label: 'Configuration',
    children: [
      { name: 'site', id: '0-0', label: 'Sites', children: levels('0-0') },
      { name: 'service', id: '0-1', label: 'Services', roles: ['global'], children: levels('0-1') },
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
const names = (nodes: PermissionTree): unknown[] =>
  nodes.map((node) => (node.children ? { [node.name]: names(node.children) } : node.name));

describe('permission tree', () => {
  test('finds nodes and what is above them', () => {
    expect(findNode(tree, '0-1')?.name).toBe('service');
    expect(findNode(tree, '9')).toBeUndefined();
    expect(ancestorsOf(tree, '0-1-1').map((node) => node.id)).toEqual(['0', '0-1']);
    expect(ancestorsOf(tree, '0')).toEqual([]);
    expect(tree.flatMap(leavesOf).map((node) => node.id)).toEqual(['0-0-0', '0-0-1', '0-1-0', '0-1-1', '1-0-0', '1-0-1', '2-0', '2-1']);
  });

  test.each([
    ['a parent without all its descendants goes', ['0', '0-0', '0-0-0'], ['0-0-0']],
    ['a parent with all of them stays', ['0-0-1', '0-0-0', '0-0'], ['0-0', '0-0-0', '0-0-1']],
    ['its own parent does not', ['0', '0-0', '0-0-0', '0-0-1'], ['0-0', '0-0-0', '0-0-1']],
    ['a parent that was not selected is not added', ['0-0-0', '0-0-1'], ['0-0-0', '0-0-1']],
    ['a grandchild that is missing counts', ['1', '1-0-0', '1-0-1'], ['1-0-0', '1-0-1']],
    ['whole branches stay whole', ['1-0-1', '1-0-0', '1-0', '1'], ['1', '1-0', '1-0-0', '1-0-1']],
    ['unknown ids and repeats go', ['9', '2-0', '2-0'], ['2-0']],
  ])('%s', (_, ids, kept) => {
    expect(normaliseSelection(tree, ids)).toEqual(kept);
  });

  test('leads selected ids to paths through the top-level ancestor', () => {
    expect(pathsOf(tree, ['0-1-1', '2-0'])).toEqual(['configuration', 'configuration/service', 'report']);
    expect(pathsOf(tree, ['1-0'])).toEqual(['mobile', 'mobile/status']);
    expect(pathsOf(tree, ['9'])).toEqual([]);
  });

  test('shows an account what it may be given', () => {
    const own = { site: ['readOnly', 'edit'] };
    expect(names(visibleTree(tree, { role: 'company', admin: false }))).toEqual([{ configuration: [own] }, { report: ['readOnly'] }]);
    expect(names(visibleTree(tree, { role: 'company', admin: true }))).toEqual([
      { configuration: [own] },
      { mobile: [{ status: ['readOnly', 'edit'] }] },
      { report: ['readOnly', 'edit'] },
    ]);
    expect(names(visibleTree(tree, { role: 'global', admin: false }))[0]).toEqual({
      configuration: [own, { service: ['readOnly', 'edit'] }],
    });
    expect(visibleTree(tree, { role: 'superAdmin', admin: false })).toEqual(tree);
  });
});
