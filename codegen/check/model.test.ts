import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Resource } from '#domain/model.ts';
import type { Built } from '../built.ts';
import { checkModel } from './model.ts';
import { buildResources } from '../model.ts';
import { type Contract, readContract } from '../read/contract.ts';

/** What the build says of the contract when one entity of it says less than it does. */
let contract: Contract;
let built: Built;

beforeAll(async () => {
  const root = resolve(import.meta.dirname, '../..');
  contract = await readContract(root, resolve(root, 'openapi/openapi.yaml'));
  built = buildResources(contract);
});

function said(name: string, change: (resource: Resource) => Resource): string[] {
  const resources = built.resources.map((entry) => (entry.resource.name === name ? { ...entry, resource: change(entry.resource) } : entry));
  return checkModel(contract, { ...built, resources }).map(({ file, message }) => `${file}: ${message}`);
}

function silent(resource: Resource): Resource {
  return { ...resource, reach: undefined };
}

test('the contract as it is passes', () => {
  expect(checkModel(contract, built)).toEqual([]);
});

test('every entity whose rows name a site or companies is refused when it does not say whether they stand there', () => {
  const stating = built.resources.flatMap(({ resource: { name, reach } }) => (reach && !('city' in reach) ? [{ name, reach }] : []));
  expect(stating.length).toBeGreaterThan(35);
  for (const { name, reach } of stating) {
    const what = 'sites' in reach ? 'name a site' : 'name a company';
    expect(said(name, silent), name).toEqual([expect.stringMatching(new RegExp(`^schemas/.+: ${name}: its rows ${what} \\(`))]);
  }
});

test('a reach leads along a property that is there, and several sites say how many are not shown', () => {
  expect(said('AclRule', (rule) => ({ ...rule, reach: { sites: ['sites[]'], none: 'everywhere' } }))).toEqual([
    expect.stringContaining('AclRule: x-access names sites[], which is no property.'),
  ]);
  const uncounted = (rule: Resource): Resource => {
    const { [rule.item]: item, ...schemas } = rule.schemas;
    const fields = (item?.fields ?? []).filter(({ name }) => name !== 'otherSites');
    return item ? { ...rule, schemas: { ...schemas, [rule.item]: { ...item, fields } } } : rule;
  };
  expect(said('AclRule', uncounted)).toEqual([expect.stringContaining('AclRule: its rows stand at several sites')]);
});

test('a call for the rows of its caller names properties that they have', () => {
  const misspelt = (delegation: Resource): Resource => {
    const actions = delegation.operations.actions.map((action) => (action.rows ? { ...action, rows: { own: ['giver'] } } : action));
    return { ...delegation, operations: { ...delegation.operations, actions } };
  };
  expect(said('Entrust', misspelt)).toEqual(['openapi/paths: cancelEntrust: x-access.rows names giver, which is no property of Entrust.']);
});

test('a deletion that would make a row of some sites a row of all is refused', () => {
  const clearing = (rule: Resource): Resource =>
    rule.data ? { ...rule, data: { ...rule.data, onDelete: { ...rule.data.onDelete, siteIds: 'clear' } } } : rule;
  expect(said('AclRule', clearing)).toEqual([expect.stringContaining('AclRule: without its last siteIds')]);
});

test('a rule over a property that is not there is refused: it would never find anything', () => {
  const over =
    (...paths: string[]) =>
    (site: Resource): Resource => ({ ...site, rules: [{ use: 'unique', over: paths }] });
  expect(said('Site', over('lan[].nane', 'lan[].name'))).toEqual([
    expect.stringContaining('Site: the rule unique names lan[].nane, which'),
  ]);
  expect(said('Site', over('lan[].additionalIps[].ip', 'lan[].bridge[]', ''))).toEqual([]);
  const when = (site: Resource): Resource => ({ ...site, rules: [{ use: 'unique', over: ['name'], with: { when: { mode: [1] } } }] });
  expect(said('Site', when)).toEqual([expect.stringContaining('Site: the rule unique names mode, which')]);
});
