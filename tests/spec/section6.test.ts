import { there } from '#tests/support/answers.ts';
import { describe, expect, test } from 'vitest';

import { asObject } from '#domain/json.ts';
import { navigationFile, type PermissionEntry as Node, permissionTree } from '#tests/spec/contract-parts.ts';
import { type Access, pathItems, whoMay } from '#tests/support/contract-document.ts';
import { explicit, globalAndChannel, globalOnly, type Item, onlyAdmin, policySplit, readByAll } from '#tests/spec/section6.ts';

type Call = { method: string; path: string; access: Access };

const tree = permissionTree();
const { routes } = navigationFile();
const calls: Call[] = pathItems().flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) => {
    const said = asObject(operation)['x-access'];
    return said === undefined ? [] : [{ method, path: path.replace(/^\/api/, ''), access: whoMay(said) }];
  }),
);

/** The leaves that an item of a table is about, each with what lies above it. */
function leavesOf({ node, what }: Item): Node[][] {
  const trail: Node[] = [];
  for (const name of node.split('/')) {
    const next: Node | undefined = (trail.at(-1)?.children ?? tree).find((each) => each.name === name);
    if (!next) throw new Error(`The contract has no permission ${node}`);
    trail.push(next);
  }
  const below = (above: Node[], each: Node): Node[][] =>
    each.children?.length ? each.children.flatMap((next) => below([...above, each], next)) : [[...above, each]];
  const page = there(trail.at(-1));
  const all = below(trail.slice(0, -1), page);
  return what === 'all' ? all : all.filter((path) => path.at(-1)?.name === 'edit');
}

function kindsOf(path: readonly Node[]): string[] {
  return ['global', 'channel', 'company'].filter((kind) => path.every((node) => node.roles?.includes(kind) ?? true));
}

function callsOf({ calls: pattern, what }: Item): Call[] {
  return calls.filter(
    ({ path, method }) => pattern.test(path) && (what === 'all' || method !== 'get') && !(method === 'get' && readByAll.includes(path)),
  );
}

/** Spec section 6. The tables are written from its words; `permissions.yaml`, `navigation.yaml` and `x-access` must say the same. */
describe('section 6 holds for the contract', () => {
  test.each(globalOnly)('global only: $words ($node)', (item) => {
    for (const path of leavesOf(item)) expect(kindsOf(path)).toEqual(['global']);
    const route = routes.find(({ node }) => node === item.node);
    if (item.what === 'all') expect(route?.modes).toEqual(['global']);
    for (const { access, path } of callsOf(item)) expect([path, typeof access === 'object' && access.node]).toEqual([path, item.node]);
  });

  test.each(globalAndChannel)('global and channel: $words ($node)', (item) => {
    for (const path of leavesOf(item)) expect(kindsOf(path)).toEqual(['global', 'channel']);
    const modes = routes.find(({ node }) => node === item.node)?.modes ?? [];
    expect(modes.length).toBeGreaterThan(0);
    expect(modes).not.toContain('company');
    for (const { access, path } of callsOf(item))
      expect([path, typeof access === 'object' && access.node.startsWith('compliance/')]).toEqual([path, true]);
  });

  test.each(onlyAdmin)('administrators only: $words ($node)', (item) => {
    const leaves = leavesOf(item);
    expect(leaves.length).toBeGreaterThan(0);
    for (const path of leaves) expect(path.some((node) => node.onlyAdmin === true)).toBe(true);
    for (const { access, path } of callsOf(item)) {
      const group = item.node.startsWith('mobile-office/') ? 'mobile-office/' : item.node;
      // what one may do with the own account is asked for by nothing but the session
      if (access === 'session') continue;
      expect([path, typeof access === 'object' && access.node.startsWith(group)]).toEqual([path, true]);
    }
  });

  test('nothing else is kept from kinds of accounts or from those who are no administrators', () => {
    const listed = (items: readonly Item[]): Set<string> => new Set(items.flatMap(leavesOf).map((path) => path.at(-1)?.id ?? ''));
    const every = tree.flatMap((node) => leavesOf({ words: '', node: node.name, what: 'all', calls: /^$/ }));
    const limited = every.filter((path) => kindsOf(path).length < 3).map((path) => path.at(-1)?.id);
    const known = listed([...globalOnly, ...globalAndChannel, { ...globalOnly[0]!, node: 'upgrade/systemConfig', what: 'all' }]);
    expect(limited.filter((id) => !known.has(id ?? ''))).toEqual([]);
    const administrators = every.filter((path) => path.some((node) => node.onlyAdmin === true)).map((path) => path.at(-1)?.id);
    expect(administrators.filter((id) => !listed(onlyAdmin).has(id ?? ''))).toEqual([]);
  });

  test('the policy is split in three', () => {
    const leaves = leavesOf({ words: '', node: 'configuration/spiManage', what: 'all', calls: /^$/ });
    expect(leaves.map((path) => ({ leaf: path.map(({ name }) => name).join('/'), kinds: kindsOf(path) }))).toEqual(policySplit);
  });

  test.each(explicit)('%s has a permission of its own that no other page gives', (page) => {
    const ids = leavesOf({ words: '', node: page, what: 'all', calls: /^$/ }).map((path) => path.at(-1)?.id);
    expect(ids).toHaveLength(1);
    expect(routes.filter(({ node }) => node === page)).toHaveLength(1);
  });
});
