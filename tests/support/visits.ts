import type { PermissionNode } from '#domain/access/permission-tree.ts';
import type { Labels, Language, Mode, NavigationEntry, Panel, Resource } from '#domain/model.ts';
import { firstOfItsKind, thorough } from '#tests/support/effort.ts';
import { labelsOf, model, resourceOf } from '#tests/support/model.ts';

/** Who goes round, and where he works. */
export type Visit = { username: string; mode: Mode; company?: { id: string; name: string; auditType: string } };

/** What the server says of him at log-in. */
export type Caller = { accountType: string; admin: boolean; scopes: string[] };

/** One tab of a page, or a page without tabs. */
export type Stop = {
  address: string;
  title: string;
  /** Where it is not the page's title. */ heading?: string;
  resource?: Resource;
  labels?: Labels;
  /** What it draws of measurements. */ panels?: readonly Panel[];
  screen?: string;
};

/** Pages that exist in the product, by what is open to this caller: worked out here once more, from the contract and the specification alone. */
export function sorted(visit: Visit, caller: Caller): { menu: NavigationEntry[]; hidden: NavigationEntry[]; closed: NavigationEntry[] } {
  const existing = model.navigation.filter((entry) => entry.missing !== true && entry.group !== 'public');
  const here = existing.filter((entry) => isHere(entry, visit));
  const hidden = here.filter((entry) => entry.hidden === true);
  const menu = here.filter((entry) => entry.hidden !== true && mayOpen(entry, caller));
  return { menu, hidden, closed: existing.filter((entry) => !hidden.includes(entry) && !menu.includes(entry)) };
}

/** Why a page is closed to him: one of each reason is tried in the browser. */
export function reasonOf({ modes, audit, node, hidden, screen }: NavigationEntry, { mode, company }: Visit, caller: Caller): string {
  const elsewhere = modes.length > 0 && !modes.includes(mode) ? modes.join() : undefined;
  const audited = audit !== undefined && audit !== company?.auditType ? audit : undefined;
  return [mode, caller.accountType, elsewhere ?? audited ?? node?.split('/')[0], hidden, screen !== undefined].join();
}

function isHere({ modes, audit }: NavigationEntry, { mode, company }: Visit): boolean {
  return (modes.length === 0 || modes.includes(mode)) && (audit === undefined || audit === company?.auditType);
}

/** Specification section 6: who holds any leaf of the page, or may edit what stands above it, opens it. */
function mayOpen({ node }: NavigationEntry, { accountType, admin, scopes }: Caller): boolean {
  if (node === undefined || accountType === 'superAdmin') return true;
  const held = new Set(scopes);
  const granted = (each: PermissionNode): boolean =>
    suits(each) && (each.children?.length ? each.children.some(granted) : held.has(each.id));
  const suits = (each: PermissionNode): boolean => (each.roles?.includes(accountType) ?? true) && (admin || each.onlyAdmin !== true);
  let level: readonly PermissionNode[] = model.permissions;
  let above = false;
  let at: PermissionNode | undefined;
  for (const name of node.split('/')) {
    above ||= at?.children?.some((leaf) => leaf.name === 'edit' && granted(leaf)) ?? false;
    at = level.find((each) => each.name === name);
    if (at === undefined || !suits(at)) return false;
    level = at.children ?? [];
  }
  return above || (at !== undefined && granted(at));
}

export function stopsOf(entry: NavigationEntry, language: Language): Stop[] {
  const title = entry.title[language];
  const panels = (entry.panels ?? []).map(({ name, title: own, show }, index): Stop => {
    if (entry.screen !== undefined) return { address: entry.path, title, screen: entry.screen };
    if (!entry.tabs?.length) return { address: index === 0 ? entry.path : `${entry.path}?tab=${name}`, title, panels: show };
    return { address: `${entry.path}?tab=${name}`, title, heading: own[language], panels: show };
  });
  if (!entry.tabs?.length) return panels.length > 0 ? panels : [{ address: entry.path, title }];
  // a screen shows something of its own beside its resources
  const own = entry.screen === undefined ? [] : [{ address: entry.path, title }];
  const lists = entry.tabs.map((name, index, { length }): Stop => ({
    address: own.length > 0 || (length > 1 && index > 0) ? `${entry.path}?tab=${name}` : entry.path,
    title,
    resource: resourceOf(name),
    labels: labelsOf(name, language),
  }));
  return [...own, ...lists, ...panels];
}

/**
 * What was seen, so that it is not looked at again: other rights make another page, another language does not. Of pages that
 * somebody with more rights has seen, one is looked at for each set of calls that his own leave open: the rest is the same
 * code with other words. By night every page that his rights make another one.
 */
export class Seen {
  readonly #pages = new Set<string>();
  readonly #words = new Set<string>();
  readonly #kinds = firstOfItsKind();

  /** Whether this stop shows this caller something new: in Chinese every page, in English every page for somebody. */
  isNew({ address, resource }: Stop, { username, mode }: Visit, caller: Caller, language: Language): boolean {
    if (language === 'en') return isFirst(this.#words, address);
    const rights = rightsOn(resource, caller);
    if (!isFirst(this.#pages, `${mode} ${address} ${rights}`)) return false;
    const isUnseen = isFirst(this.#pages, `${mode} ${address}`);
    const kind = resource ? openCalls(resource, caller) : `${address} ${rights}`;
    return this.#kinds(`${username} ${mode} ${kind}`) || isUnseen;
  }
}

function isFirst(known: Set<string>, what: string): boolean {
  return known.size !== known.add(what).size;
}

/** Which kinds of calls of a page an account may make. */
function openCalls({ operations }: Resource, { accountType, scopes }: Caller): string {
  const held = new Set(scopes);
  return Object.entries(operations)
    .flatMap(([kind, all]) =>
      all.map(({ access }) => {
        const node = typeof access === 'object' ? access.node : undefined;
        const open = node === undefined || accountType === 'superAdmin' || leavesBelow(node).some((id) => held.has(id));
        return `${kind} ${open}`;
      }),
    )
    .toSorted()
    .join();
}

/** What an account holds of all that the calls of a page ask for. */
function rightsOn(resource: Resource | undefined, { accountType, admin, scopes }: Caller): string {
  if (accountType === 'superAdmin') return 'all';
  const nodes = Object.values(resource?.operations ?? {})
    .flat()
    .flatMap(({ access }) => (typeof access === 'object' ? [access.node] : []));
  const asked = new Set(nodes.flatMap(leavesBelow));
  return [accountType, admin, ...scopes.filter((id) => asked.has(id)).toSorted()].join(' ');
}

function leavesBelow(path: string): string[] {
  let level: readonly PermissionNode[] = model.permissions;
  let found: PermissionNode | undefined;
  for (const name of path.split('/')) {
    found = level.find((each) => each.name === name);
    level = found?.children ?? [];
  }
  const leaves = (node: PermissionNode): string[] => (node.children?.length ? node.children.flatMap(leaves) : [node.id]);
  return found ? leaves(found) : [];
}

/** What was measured, an address once where the most is shown of it: one in Chinese, the next in English; by night each in both. */
export class Measured {
  readonly addresses: Record<Language, Set<string>> = { zh: new Set(), en: new Set() };
  readonly #visit: Visit;
  readonly #there: Set<string>;
  readonly #order = [...new Set(model.navigation.flatMap((entry) => stopsOf(entry, 'en')).map(({ address }) => address))];

  /** Pages are measured as this visit sees them; those that it does not have, as whoever with all rights comes first. */
  constructor(visit: Visit) {
    this.#visit = visit;
    const { menu, hidden } = sorted(visit, { accountType: 'superAdmin', admin: true, scopes: [] });
    this.#there = new Set([...menu, ...hidden].flatMap((entry) => stopsOf(entry, 'en')).map(({ address }) => address));
  }

  isNew({ address }: Stop, visit: Visit, language: Language): boolean {
    if (visit.username !== this.#visit.username || (visit !== this.#visit && this.#there.has(address))) return false;
    if (!thorough && language !== (this.#order.indexOf(address) % 2 === 0 ? 'zh' : 'en')) return false;
    return !this.addresses[language].has(address);
  }
}
