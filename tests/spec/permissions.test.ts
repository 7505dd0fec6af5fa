import { describe, expect, test } from 'vitest';
import { navigationFile, type PermissionEntry as Node, permissionTree } from '#tests/spec/contract-parts.ts';

type Placed = Node & { path: string; above: Node[] };

const nodes = permissionTree().flatMap((node) => below(node));
const leaves = nodes.filter((node) => node.children === undefined);

/** Spec section 6. */
describe('permission tree', () => {
  test('a node has a name, a label, a dash-separated id and children', () => {
    for (const node of nodes) {
      expect([node.path, node.label.zh !== '', node.label.en !== '']).toEqual([node.path, true, true]);
      const parent = node.above.at(-1);
      expect(node.id).toMatch(parent ? new RegExp(`^${parent.id}-\\d+$`) : /^\d+-\d+$/);
    }
    expect(new Set(nodes.map((node) => node.id)).size).toBe(nodes.length);
  });

  test('each menu leaf is readOnly or edit', () => {
    expect(leaves.filter((leaf) => !['readOnly', 'edit'].includes(leaf.name)).map((leaf) => leaf.path)).toEqual([]);
    const pages = nodes.filter((node) => node.children?.some((child) => child.children === undefined));
    expect(pages.every((page) => page.children?.some((child) => child.name === 'readOnly') || page.name === 'spiManage')).toBe(true);
  });

  test('global only', () => {
    const pages = [
      'configuration/service',
      'configuration/circuits',
      'configuration/areaCode',
      'configuration/controller',
      'configuration/saasGroup',
      'resource-planning/backbone-region',
      'resource-planning/backbone-az',
      'resource-planning/backbone-line',
      'resource-planning/pop',
      'monitor/serviceStatus',
      'monitor/apm',
      'monitor/execution',
      'monitor/alarmConfiguration',
      'account/companyManage',
      'account/channelTradeMessage',
      'upgrade/releaseManager',
      'upgrade/policyMananger',
      'upgrade/deviceUpgrade',
      'upgrade/systemConfig',
      'upgrade/appVersion',
      'upgrade/appStore',
    ];
    const edits = ['configuration/spiManage/edit', 'report/reportFormPage/edit'];
    const expected = leaves.filter((leaf) => pages.some((page) => leaf.path.startsWith(`${page}/`)) || edits.includes(leaf.path));
    expect(pathsOf(leaves.filter((leaf) => rolesOf(leaf) === 'global'))).toEqual(pathsOf(expected));
    expect(expected.length).toBeGreaterThan(pages.length);
  });

  test('global and channel: compliance', () => {
    const compliance = leaves.filter((leaf) => leaf.path.startsWith('compliance/'));
    expect(pathsOf(leaves.filter((leaf) => rolesOf(leaf) === 'global,channel'))).toEqual(pathsOf(compliance));
    expect(compliance.length).toBeGreaterThan(0);
  });

  test('administrators only: account edit, role edit, mobile office, report edit', () => {
    const expected = leaves.filter(
      ({ path }) =>
        path.startsWith('mobile-office/') ||
        ['account/accountManage/edit', 'account/roleManage/edit', 'report/reportFormPage/edit'].includes(path),
    );
    expect(pathsOf(leaves.filter((leaf) => [leaf, ...leaf.above].some((node) => node.onlyAdmin === true)))).toEqual(pathsOf(expected));
  });

  test('policy: application read-only, rules, templates and scenarios read-only, edit', () => {
    const policy = leaves.filter((leaf) => leaf.path.startsWith('configuration/spiManage/'));
    expect(policy.map((leaf) => leaf.path.replace('configuration/spiManage/', ''))).toEqual([
      'application/readOnly',
      'rules/readOnly',
      'edit',
    ]);
  });

  test('network monitoring and shared monitoring have nodes of their own', () => {
    expect(nodes.find((node) => node.path === 'monitor/deviceStatus')?.label.en).toBe('Network monitoring');
    expect(nodes.find((node) => node.path === 'monitor/shared')?.label.en).toBe('Shared monitoring');
  });

  test('every page of the navigation that has a node finds it', () => {
    const { routes } = navigationFile();
    const known = new Set(nodes.map((node) => node.path));
    expect(routes.filter(({ node }) => node !== undefined && !known.has(node)).map(({ path }) => path)).toEqual([]);
  });
});

/** The roles list nearest above a leaf, its own first. */
function rolesOf(leaf: Placed): string {
  return ([leaf, ...leaf.above.toReversed()].find((node) => node.roles !== undefined)?.roles ?? []).join(',');
}

function pathsOf(placed: Placed[]): string[] {
  return placed.map((node) => node.path).toSorted();
}

function below(node: Node, above: Node[] = []): Placed[] {
  const path = [...above, node].map(({ name }) => name).join('/');
  return [{ ...node, path, above }, ...(node.children ?? []).flatMap((child) => below(child, [...above, node]))];
}
