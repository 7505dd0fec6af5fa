import { asObject } from '#domain/json.ts';
import type { Json } from '#domain/model.ts';
import { sure } from '#tests/support/shape.ts';
import type { TestServer } from '#tests/server/harness.ts';

/**
 * Who may do what, computed a second time and in another way than the server does: from the words of the contract
 * (`x-access`, the permission tree) and from what the seed says of an account, by plain search. Nothing of the server's own
 * decision is imported here.
 */
export type Kind = 'superAdmin' | 'global' | 'channel' | 'company';
const isKind = (value: unknown): value is Kind => ['superAdmin', 'global', 'channel', 'company'].some((kind) => kind === value);
export type Account = {
  username: string;
  /** No session, or one that must not work. */
  alive: boolean;
  kind: Kind;
  admin: boolean;
  /** The default account, which may only rename itself. */
  initial: boolean;
  /** All companies of all holdings. */
  companies: Set<string>;
  home: string | undefined;
  /** What is the account's own, and what each delegation gives: every scope with the companies in which it holds. */
  holdings: Holding[];
};
type Holding = {
  delegated: boolean;
  companies: Set<string>;
  leaves: Set<string>;
  /** Cities of companies in which not everything is seen. */
  cities: Map<string, Set<string>>;
};
/** Where a level must be held: in a company, in the account's own right, or anywhere. */
type Where = { company?: string; own?: boolean };

export type TreeNode = { name: string; id: string; roles?: string[]; onlyAdmin?: boolean; children?: TreeNode[] };
/** As a row is read, or a body is written: what is undefined is left out. */
export type Doc = { [name: string]: Json | undefined };

export const nobody: Account = {
  username: '',
  alive: false,
  kind: 'company',
  admin: false,
  initial: false,
  companies: new Set(),
  home: undefined,
  holdings: [],
};

/** Every stored row of a resource. */
export async function rowsOf(server: TestServer, resource: string): Promise<Doc[]> {
  const spec = server.services.store.specNamed(resource);
  if (!spec) return [];
  const rows = await server.services.store.engine.read.selectFrom(spec.table).select('doc').orderBy('id').execute();
  return rows.map((row) => asObject(JSON.parse(row.doc)));
}

/** The accounts of the seed with what each holds at this moment. */
export async function accountsOf(server: TestServer): Promise<Account[]> {
  const [users, roles, companies, entrusts, regions] = await Promise.all(
    ['User', 'Role', 'Company', 'Entrust', 'Region'].map((name) => rowsOf(server, name)),
  );
  const now = server.clock.now();
  const runs = (entrust: Doc): boolean =>
    entrust['status'] === 'running' && Date.parse(String(entrust['startTime'])) <= now && now <= Date.parse(String(entrust['endTime']));
  return (users ?? []).map((user) => {
    const kind = sure(user['accountType'], isKind);
    const delegated = (entrusts ?? []).filter((entrust) => entrust['delegateTo'] === user['username'] && runs(entrust));
    const ownCompanies = companiesOf(user, kind, companies ?? []);
    const leavesOf = (roleIds: readonly string[]): Set<string> =>
      new Set((roles ?? []).filter((role) => roleIds.includes(String(role['roleId']))).flatMap((role) => list(role['scopes'])));
    return {
      username: String(user['username']),
      alive: user['enable'] !== false,
      kind,
      admin: kind === 'superAdmin' || user['admin'] === true,
      initial: user['username'] === 'admin',
      companies: new Set([...ownCompanies, ...delegated.map((entrust) => String(entrust['company']))]),
      home: kind === 'company' ? String(user['companyId']) : undefined,
      holdings: [
        {
          delegated: false,
          companies: new Set(ownCompanies),
          leaves: leavesOf(list(user['rolesId'])),
          cities: citiesOf(ownCompanies, list(user['regions']), regions ?? []),
        },
        ...delegated.map((entrust) => ({
          delegated: true,
          companies: new Set([String(entrust['company'])]),
          leaves: leavesOf([String(entrust['role'])]),
          cities: citiesOf([String(entrust['company'])], typeof entrust['region'] === 'string' ? [entrust['region']] : [], regions ?? []),
        })),
      ],
    };
  });
}

/** Whether a page's level is held there: the leaf itself, or one that includes it. */
export function holdsNode(tree: readonly TreeNode[], account: Account, path: string, level: 'read' | 'edit', where: Where = {}): boolean {
  return account.kind === 'superAdmin' || holdingsWith(tree, account, path, level, where).length > 0;
}

function holdingsWith(
  tree: readonly TreeNode[],
  account: Account,
  path: string,
  level: 'read' | 'edit',
  { company, own }: Where,
): Holding[] {
  return account.holdings.filter(
    (holding) =>
      (company === undefined || holding.companies.has(company)) &&
      !(own && holding.delegated) &&
      includesNode(tree, account, holding.leaves, path, level),
  );
}

/** Companies in which a page's level is held. */
export function companiesWith(tree: readonly TreeNode[], account: Account, path: string, level: 'read' | 'edit'): Set<string> {
  return new Set(holdingsWith(tree, account, path, level, {}).flatMap(({ companies }) => [...companies]));
}

function includesNode(tree: readonly TreeNode[], account: Account, leaves: Set<string>, path: string, level: 'read' | 'edit'): boolean {
  const trail: TreeNode[] = [];
  let nodes: readonly TreeNode[] = tree;
  for (const name of path.split('/')) {
    const node = nodes.find((each) => each.name === name);
    if (!node) return false;
    trail.push(node);
    nodes = node.children ?? [];
  }
  const open = (nodesDown: readonly TreeNode[]): boolean =>
    nodesDown.every((node) => (node.roles?.includes(account.kind) ?? true) && (account.admin || node.onlyAdmin !== true));
  const held = (above: readonly TreeNode[], leaf: TreeNode | undefined): boolean =>
    leaf !== undefined && leaves.has(leaf.id) && open([...above, leaf]);
  const child = (name: string): TreeNode | undefined => nodes.find((node) => node.name === name);
  if (held(trail, child('edit'))) return true;
  if (level === 'edit') return false;
  // to edit the whole page is to read its parts
  for (let depth = 1; depth < trail.length; depth++) {
    const above = trail.slice(0, depth);
    if (
      held(
        above,
        above.at(-1)?.children?.find((node) => node.name === 'edit'),
      )
    )
      return true;
  }
  if (child('readOnly')) return held(trail, child('readOnly'));
  const below = (above: readonly TreeNode[], node: TreeNode): boolean =>
    node.children?.length ? node.children.some((next) => below([...above, node], next)) : held(above, node);
  return nodes.some((node) => below(trail, node));
}

/** Whether the account sees a row at a site in this city by what holds a page's level there; by anything without a page. */
export function seesCity(
  account: Account,
  company: string,
  city: string,
  page?: { tree: readonly TreeNode[]; node: string; level: 'read' | 'edit' },
): boolean {
  if (account.kind === 'superAdmin') return true;
  const holdings = page ? holdingsWith(page.tree, account, page.node, page.level, { company }) : account.holdings;
  return holdings.some(({ companies, cities }) => companies.has(company) && (cities.get(company)?.has(city) ?? true));
}

function companiesOf(user: Doc, kind: Kind, companies: readonly Doc[]): string[] {
  const own = [...(typeof user['companyId'] === 'string' ? [user['companyId']] : []), ...list(user['companyList'])];
  if (kind !== 'channel' && kind !== 'global') return own;
  const channels = [String(user['channelTradeId'] ?? ''), ...list(user['channelList'])];
  const through = companies.filter((company) => channels.includes(String(company['channelTradeId'] ?? '-')));
  return [...own, ...through.map((company) => String(company['companyId']))];
}

/** No region, one of another company, or the one named all: everything. */
function citiesOf(companies: readonly string[], ids: readonly string[], regions: readonly Doc[]): Map<string, Set<string>> {
  const narrowed = new Map<string, Set<string>>();
  for (const company of companies) {
    const here = regions.filter((region) => region['companyId'] === company && ids.includes(String(region['regionId'])));
    if (here.length > 0 && !here.some((region) => region['name'] === 'all'))
      narrowed.set(company, new Set(here.flatMap((region) => list(region['cities']))));
  }
  return narrowed;
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
