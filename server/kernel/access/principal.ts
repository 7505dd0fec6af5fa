import type { DocOf } from '#server/store/items/typed.ts';
import { isRunning } from '#domain/access/entrust.ts';
import {
  type Access,
  type Holding as DecidedHolding,
  grantedBy,
  type PermissionIndex,
  type Principal as Decided,
} from '#domain/access/decide.ts';
import { choicesOf, isChoice } from '#server/kernel/access/choice.ts';
import { citiesIn, regionsOf, type Rights, rightsOf, type RightsSource, rightsSourceIn, texts } from '#server/kernel/access/rights.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { Store } from '#server/store/store.ts';
import type { Stored } from '#server/store/items/tables.ts';

type RunningEntrust = {
  startTime: string;
  endTime: string;
  roles: { roleId: string; name: string; scopes: string[] }[];
  companies: string[];
  regions: string[];
};

/** The account of somebody who logs in, its secrets beside it. */
export type Account = Stored<DocOf<'User'>>;

/** Cities of companies in which not all sites are meant. */
type Cities = ReadonlyMap<string, readonly string[]>;

/** Scopes with the companies, and the cities in them, in which they hold. */
export type Holding = DecidedHolding & { cities: Cities };

/** What some holdings reach together. */
type Extent = {
  holdings: readonly Holding[];
  tenants: 'all' | ReadonlySet<string>;
  cities: Cities;
};

/**
 * Who calls, with everything that access depends on, delegations that run now included. Its extent is that of everything it
 * holds; `principalFor` narrows it to where a call is allowed.
 */
export type Principal = Omit<Decided, 'holdings'> &
  Extent & {
    username: string;
    account: Account;
    /** What may be given on: the above without what is delegated. */
    own: Rights;
    /** Permission ids of all holdings: for menu and routes, never for a decision. */
    scopes: ReadonlySet<string>;
    channels: string[];
    /** Companies that may be entered: the own list and what is delegated. A global user enters those of channels in channel mode only (spec 6). */
    companyList: string[];
    entrusts: RunningEntrust[];
    /** What features keep for this person, by its name (`choice`). */
    choices: ReadonlyMap<string, unknown>;
    /** Until when the above holds, if nothing is written: a delegation starts or ends then. */
    until: number;
  };

const deciding = new Set(['User', 'Role', 'Region', 'Entrust', 'Company']);

/** Whether a change of such a resource may change what somebody may do, or hears. */
export function decidesAccess(resource: string): boolean {
  return deciding.has(resource) || isChoice(resource);
}

const MOST = 100_000;

/** Loads the account with its roles, companies, regions and delegations (spec 4, 6). Undefined if it is gone or disabled. */
export async function loadPrincipal(store: Store, system: Handle, username: string): Promise<Principal | undefined> {
  const account = await system.get(store.spec('User'), username);
  if (!account || !account.doc.enable) return undefined;
  const source = rightsSourceIn(system);
  const now = store.clock.now();
  const given = await system.docs(store.spec('Entrust'), { where: { delegateTo: username }, skip: 0, limit: MOST });
  const live = given.filter((entrust) => entrust.status === 'running' || entrust.status === 'scheduled');
  const running = live.filter(({ startTime, endTime }) => isRunning({ startTime, endTime }, now));
  const entrusts = await Promise.all(running.map((entrust) => describe(source, entrust)));
  const own = await rightsOf(source, account.doc);
  const holdings: Holding[] = [
    { scopes: own.scopes, tenants: own.tenants, cities: own.cities, delegated: false },
    ...(await Promise.all(entrusts.map((entrust) => holdingOf(source, entrust)))),
  ];
  const delegated = entrusts.flatMap((entrust) => entrust.companies);
  return {
    username,
    account,
    own,
    role: own.kind,
    admin: own.admin,
    ...extentOf(holdings),
    scopes: new Set(holdings.flatMap(({ scopes }) => [...scopes])),
    channels: own.kind === 'global' ? [...new Set([...own.channels, ...(await channelsOf(source, own.listed))])] : [...own.channels],
    companyList: [...new Set([...(own.kind === 'global' || own.tenants === 'all' ? own.listed : own.tenants), ...delegated])],
    entrusts,
    choices: await choicesOf(store, own.kind),
    until: nextChange(live, now),
  };
}

const narrowed = new WeakMap<Principal, Map<string, Principal>>();

/** The same person as far as a call is allowed: only the companies and regions in which the scopes hold that it asks for (decision 30). */
export function principalFor(principal: Principal, access: Access, permissions: PermissionIndex): Principal {
  if (typeof access !== 'object' || principal.holdings.length === 1) return principal;
  const granted = grantedBy(access, principal, permissions);
  return narrowedTo(
    principal,
    access.tenant === 'none' && access.level === 'edit' ? granted.filter(({ delegated }) => !delegated) : granted,
  );
}

/** The same person as far as of each group of calls one is allowed. */
export function principalForEach(principal: Principal, groups: readonly (readonly Access[])[], permissions: PermissionIndex): Principal {
  const granted = groups.map((accesses) => new Set(accesses.flatMap((access) => grantedBy(access, principal, permissions))));
  return narrowedTo(
    principal,
    principal.holdings.filter((holding) => granted.every((group) => group.has(holding))),
  );
}

/** One object for each set of holdings: what is worked out from it is kept with it. */
function narrowedTo(principal: Principal, holdings: readonly Holding[]): Principal {
  if (holdings.length === principal.holdings.length) return principal;
  let known = narrowed.get(principal);
  if (!known) narrowed.set(principal, (known = new Map()));
  const key = principal.holdings.map((holding) => (holdings.includes(holding) ? 1 : 0)).join('');
  let found = known.get(key);
  if (!found) known.set(key, (found = { ...principal, ...extentOf(holdings) }));
  return found;
}

function extentOf(holdings: readonly Holding[]): Extent {
  const tenants = holdings.flatMap((holding) => (holding.tenants === 'all' ? [] : [...holding.tenants]));
  const everywhere = holdings.some((holding) => holding.tenants === 'all');
  return { holdings, tenants: everywhere ? 'all' : new Set(tenants), cities: citiesOf(holdings) };
}

/** A company is narrowed to cities where every holding narrows it; one that opens it whole opens it. */
function citiesOf(holdings: readonly Holding[]): Map<string, readonly string[]> {
  if (holdings.some(({ tenants }) => tenants === 'all')) return new Map();
  const found = new Map<string, readonly string[]>();
  const whole = new Set<string>();
  for (const { tenants, cities } of holdings)
    for (const company of tenants) {
      const names = cities.get(company);
      if (names === undefined) whole.add(company);
      else found.set(company, [...new Set([...(found.get(company) ?? []), ...names])]);
    }
  for (const company of whole) found.delete(company);
  return found;
}

/** A delegation opens its companies within its region, or whole. */
async function holdingOf(source: RightsSource, { roles, companies, regions }: RunningEntrust): Promise<Holding> {
  const found = await regionsOf(source, regions);
  const cities = new Map<string, readonly string[]>();
  for (const company of companies) {
    const names = citiesIn(found, company);
    if (names !== 'all') cities.set(company, names);
  }
  return { scopes: new Set(roles.flatMap((role) => role.scopes)), tenants: new Set(companies), cities, delegated: true };
}

async function describe(source: RightsSource, entrust: DocOf<'Entrust'>): Promise<RunningEntrust> {
  const { startTime, endTime, company, region } = entrust;
  const role = await source.role(entrust.role);
  return {
    startTime,
    endTime,
    roles: role ? [{ roleId: role.id, name: role.doc.name, scopes: texts(role.doc.scopes) }] : [],
    companies: texts(company),
    regions: texts(region),
  };
}

/** Global users look after the channels of their companies. */
async function channelsOf(source: RightsSource, companies: readonly string[]): Promise<string[]> {
  const found = await Promise.all(companies.map((id) => source.company(id)));
  return [...new Set(found.flatMap((company) => texts(company?.doc.channelTradeId)))];
}

function nextChange(entrusts: readonly DocOf<'Entrust'>[], now: number): number {
  const times = entrusts.flatMap(({ startTime, endTime }) => [Date.parse(startTime), Date.parse(endTime) + 1]);
  return Math.min(Infinity, ...times.filter((time) => time > now));
}
