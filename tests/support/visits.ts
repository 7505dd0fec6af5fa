import type { PermissionNode } from '#domain/access/permission-tree.ts';
import type { Field, Labels, Language, Mode, NavigationEntry, Operation, Panel, Resource } from '#domain/model.ts';
import { covering, firstOfItsKind, thorough } from '#tests/support/effort.ts';
import { formOf, labelsOf, model, resourceOf } from '#tests/support/model.ts';
import { neededBy } from '#tests/support/needed.ts';

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
 * What was seen, so that it is not looked at again: other rights make another page, another language does not. The super
 * administrator sees every page, one in Chinese, the next in English, in further modes one for each kind of calls; pictures of
 * measurements, whose numbers are held to the answers, in Chinese in any case. Of pages that somebody with more rights has seen,
 * one is looked at for each set of calls that those of his kind leave open: the rest is the same code with other words. By night
 * every page that his rights make another one, and every page in both languages.
 */
export class Seen {
  readonly #pages = new Set<string>();
  readonly #kinds = firstOfItsKind();

  /** Whether this stop shows this caller something new. */
  isNew(stop: Stop, { mode }: Visit, caller: Caller, language: Language): boolean {
    const { address, resource, panels, screen } = stop;
    if (caller.accountType === 'superAdmin') {
      const draws = language === 'zh' && (panels ?? screen) !== undefined;
      if ((!isItsTurn(stop, language) && !draws) || !isFirst(this.#pages, `${mode} ${address} ${language}`)) return false;
      // what is listed is seen in another mode as well, one of each kind of calls that it has there
      return thorough || draws || isFirst(this.#pages, `${address} ${language}`) || this.#kinds(`${mode} ${callsIn(stop, mode)}`);
    }
    // the words are those that the super administrator sees
    if (language === 'en') return false;
    const rights = rightsOn(resource, caller);
    if (!isFirst(this.#pages, `${mode} ${address} ${rights}`)) return false;
    return this.#kinds(`${caller.accountType} ${mode} ${resource || panels ? openCalls(stop, caller) : `${address} ${rights}`}`);
  }
}

/** In which languages somebody goes round. */
export function languagesOf({ username }: Visit): readonly Language[] {
  return username === 'super' ? ['zh', 'en'] : ['zh'];
}

/**
 * What a page without anything is made of: a list says what comes first, what it is for and how the first one is made, all from
 * the contract. What nobody makes comes from code of its own, as what is drawn and what a screen shows.
 */
export function emptinessOf({ address, resource, labels }: Stop): string {
  const [create] = resource?.operations.create ?? [];
  if (!resource || !create || resource.operations.list.length === 0) return address;
  const first = neededBy(resource.name, { companyId: '' }).map(({ name }) => name);
  return ['list', create.body !== undefined, labels?.help[''] !== undefined, ...first].join();
}

const everyStop = model.navigation.flatMap((entry) => stopsOf(entry, 'en'));
/** All addresses in the order of the menu. */
const order = [...new Set(everyStop.map(({ address }) => address))];

/**
 * As few addresses as show everything that pages are made of: each kind of cell, of filter and of call that some list has. What is
 * drawn, and what a screen shows, comes from code of its own. By night all.
 */
export function ofEachMake(): ReadonlySet<string> {
  return new Set([...covering(everyStop, madeOf)].map(({ address }) => address));
}

function madeOf({ address, resource, labels }: Stop): string[] {
  if (!resource || resource.operations.list.length === 0) return [address];
  const row = resource.schemas[resource.row];
  const kindOf = ({ kind, widget, format, ref, values, items }: Field): string =>
    [kind, widget, format, ref !== undefined, values !== undefined, items?.kind, items?.widget].join();
  const shown = (row?.fields ?? []).filter(({ name }) => (row?.columns ?? resource.columns).includes(name));
  const asked = resource.operations.list.flatMap(({ query }) => query).filter(({ name }) => resource.filters.includes(name));
  const calls = Object.entries(resource.operations).filter(([, operations]) => operations.length > 0);
  return [
    ...shown.map((field) => `cell ${kindOf(field)}`),
    ...asked.map((field) => `filter ${kindOf(field)}`),
    ...calls.map(([kind]) => kind),
    ...(labels?.help[''] === undefined ? [] : ['help']),
    ...(resource.settings ? ['settings'] : []),
  ];
}

/** One of them for an address, the next for the one after it, or after so many; by night all. */
export function byTurns<T>({ address }: Stop, each: readonly T[], stay = 1): readonly T[] {
  const turn = Math.floor(order.indexOf(address) / stay) % each.length;
  return thorough ? each : each.filter((_, index) => index === turn);
}

/** Every second page is in Chinese, the others in English; by night all in both. */
function isItsTurn(stop: Stop, language: Language): boolean {
  return byTurns(stop, ['zh', 'en'] as const).includes(language);
}

function isFirst(known: Set<string>, what: string): boolean {
  return known.size !== known.add(what).size;
}

/** Which of the calls of a list have what they need in a mode. */
function callsIn({ resource }: Stop, mode: Mode): string {
  const isBound = ({ pathParams }: Operation): boolean => mode === 'company' || pathParams.every(({ name }) => name !== 'companyId');
  return Object.entries(resource?.operations ?? {})
    .flatMap(([kind, all]) => all.map((operation) => `${kind} ${isBound(operation)}`))
    .toSorted()
    .join();
}

/** Which kinds of calls of a page an account may make, those included that find the names of what is referred to. */
function openCalls({ resource, panels = [] }: Stop, caller: Caller): string {
  const own = Object.entries(resource?.operations ?? {}).flatMap(([kind, all]) => all.map((operation) => ({ kind, operation })));
  const drawn = panels.map((panel) => ({ kind: 'panel', operation: formOf(panel.operation).operation }));
  const calls = [...own, ...drawn];
  const shown = resource?.schemas[resource.row]?.fields ?? [];
  const asked = calls.flatMap(({ operation }) => [...operation.query, ...operation.pathParams]);
  const named = [...shown, ...asked].flatMap(({ ref }) => (ref && 'resource' in ref ? resourceOf(ref.resource).operations.list : []));
  const all = [...calls, ...named.map((operation) => ({ kind: 'names', operation }))];
  return [...new Set(all.map(({ kind, operation }) => `${kind} ${isOpen(operation, caller)}`))].toSorted().join();
}

function isOpen({ access }: Operation, { accountType, scopes }: Caller): boolean {
  const node = typeof access === 'object' ? access.node : undefined;
  return node === undefined || accountType === 'superAdmin' || leavesBelow(node).some((id) => scopes.includes(id));
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

  /** Pages are measured as this visit sees them; those that it does not have, as whoever with all rights comes first. */
  constructor(visit: Visit) {
    this.#visit = visit;
    const { menu, hidden } = sorted(visit, { accountType: 'superAdmin', admin: true, scopes: [] });
    this.#there = new Set([...menu, ...hidden].flatMap((entry) => stopsOf(entry, 'en')).map(({ address }) => address));
  }

  isNew(stop: Stop, visit: Visit, language: Language): boolean {
    const { address } = stop;
    if (visit.username !== this.#visit.username || (visit !== this.#visit && this.#there.has(address))) return false;
    if (!isItsTurn(stop, language)) return false;
    return !this.addresses[language].has(address);
  }
}
