import { isRunning } from '#domain/access/entrust.ts';
import { type Principal as Decided } from '#domain/access/decide.ts';
import { citiesIn, regionsOf, type Rights, rightsOf, type RightsSource, text, texts } from '#server/access/rights.ts';
import { type Handle, type Stored } from '#server/store/handle.ts';
import { type ItemSpec } from '#server/store/item-spec.ts';
import { type Store } from '#server/store/store.ts';
import { type Doc } from '#server/store/tables.ts';

type RunningEntrust = {
  startTime: string;
  endTime: string;
  roles: { roleId: string; name: string; scopes: string[] }[];
  companies: string[];
  regions: string[];
};

/** Who calls, with everything that access depends on, delegations that run now included. */
export type AlertFilter = { companyId: string; enable: boolean; severity?: string[]; codes?: string[]; neIds?: string[] };

export type Principal = Decided & {
  username: string;
  account: Stored;
  /** What may be given on: the above without what is lent. */
  own: Rights;
  channels: string[];
  /** Companies that may be entered: the own list and what is lent. A global user enters those of channels in channel mode only (spec 6). */
  companyList: string[];
  entrusts: RunningEntrust[];
  /** Cities of companies in which not all sites are this person's. */
  cities: ReadonlyMap<string, readonly string[]>;
  /** Sites of those companies. */
  sites: ReadonlyMap<string, readonly string[]>;
  /** Alerts that companies chose not to see. */
  alertFilters: readonly AlertFilter[];
  /** Until when the above holds, if nothing is written: a delegation starts or ends then. */
  until: number;
};

/** Stands for the filter rules of companies where resources are named. */
export const ALERT_FILTERS = 'AlertFilter';

/** Resources of which a change may change what somebody may do. */
export const accessResources: ReadonlySet<string> = new Set(['User', 'Role', 'Region', 'Entrust', 'Company', ALERT_FILTERS]);

const MOST = 100_000;

/** Loads the account with its roles, companies, regions and delegations (spec 4, 6). Undefined if it is gone or disabled. */
export async function loadPrincipal(store: Store, system: Handle, username: string): Promise<Principal | undefined> {
  const account = await system.get(specOf(store, 'User'), username);
  if (!account || account.doc['enable'] === false) return undefined;
  const source: RightsSource = {
    get: (resource, id) => system.get(specOf(store, resource), id),
    where: (resource, path, value) => rows(store, system, resource, path, value),
  };
  const now = store.clock.now();
  const given = await rows(store, system, 'Entrust', 'delegateTo', username);
  const live = given.filter((entrust) => entrust['status'] === 'running');
  const running = live.filter((entrust) => isRunning({ startTime: text(entrust['startTime']), endTime: text(entrust['endTime']) }, now));
  const entrusts = await Promise.all(running.map((entrust) => describe(source, entrust)));
  const own = await rightsOf(source, account.doc);
  const lent = entrusts.flatMap((entrust) => entrust.companies);
  const cities = await citiesWithLent(source, own, entrusts);
  return {
    username,
    account,
    own,
    role: own.kind,
    admin: own.admin,
    scopes: new Set([...own.scopes, ...entrusts.flatMap((each) => each.roles).flatMap((each) => each.scopes)]),
    tenants: own.tenants === 'all' ? 'all' : new Set([...own.tenants, ...lent]),
    channels: own.kind === 'global' ? [...new Set([...own.channels, ...(await channelsOf(source, own.listed))])] : [...own.channels],
    companyList: [...new Set([...(own.kind === 'global' || own.tenants === 'all' ? own.listed : own.tenants), ...lent])],
    entrusts,
    cities,
    sites: await sitesOf(store, system, cities),
    alertFilters: own.kind === 'superAdmin' ? [] : await alertFilters(store),
    until: nextChange(live, now),
  };
}

/** Own regions narrow own companies; a delegation opens its company within its region, or whole. */
async function citiesWithLent(source: RightsSource, own: Rights, entrusts: RunningEntrust[]): Promise<Map<string, string[]>> {
  if (own.tenants === 'all') return new Map();
  const cities = new Map([...own.cities].map(([company, names]) => [company, [...names]]));
  const whole = new Set([...own.tenants].filter((company) => !cities.has(company)));
  for (const entrust of entrusts) {
    const regions = await regionsOf(source, entrust.regions);
    for (const company of entrust.companies) {
      const lent = citiesIn(regions, company);
      if (lent === 'all') whole.add(company);
      else cities.set(company, [...(cities.get(company) ?? []), ...lent]);
    }
  }
  for (const company of whole) cities.delete(company);
  return cities;
}

async function sitesOf(store: Store, system: Handle, cities: Map<string, string[]>): Promise<Map<string, string[]>> {
  const spec = store.specs.get('Site');
  const found = new Map<string, string[]>();
  for (const [company, names] of spec?.owner ? cities : []) {
    const among = [
      { path: spec?.owner ?? '', in: [company] },
      { path: 'city', in: names },
    ];
    const { rows: sites } = await system.list(spec as ItemSpec, { among, skip: 0, limit: MOST });
    found.set(
      company,
      sites.map((site) => site.id),
    );
  }
  return found;
}

async function alertFilters(store: Store): Promise<AlertFilter[]> {
  const found = await store.engine.read.selectFrom('settings').selectAll().where('name', 'like', 'alertFilter:%').execute();
  return found.map((row) => ({ ...(JSON.parse(row.value) as AlertFilter), companyId: row.name.slice('alertFilter:'.length) }));
}

async function describe(source: RightsSource, entrust: Doc): Promise<RunningEntrust> {
  const role = await source.get('Role', text(entrust['role']));
  return {
    startTime: text(entrust['startTime']),
    endTime: text(entrust['endTime']),
    roles: role ? [{ roleId: role.id, name: text(role.doc['name']), scopes: texts(role.doc['scopes']) }] : [],
    companies: texts(entrust['company']),
    regions: texts(entrust['region']),
  };
}

/** Global users look after the channels of their companies. */
async function channelsOf(source: RightsSource, companies: readonly string[]): Promise<string[]> {
  const found = await Promise.all(companies.map((id) => source.get('Company', id)));
  return [...new Set(found.flatMap((company) => texts(company?.doc['channelTradeId'])))];
}

function nextChange(entrusts: Doc[], now: number): number {
  const times = entrusts.flatMap((entrust) => [Date.parse(text(entrust['startTime'])), Date.parse(text(entrust['endTime'])) + 1]);
  return Math.min(Infinity, ...times.filter((time) => time > now));
}

async function rows(store: Store, system: Handle, resource: string, path: string, value: string): Promise<Doc[]> {
  const spec = specOf(store, resource);
  const { rows: found } = await system.list(spec, { among: [{ path, in: [value] }], skip: 0, limit: MOST });
  return found.map((row) => JSON.parse(row.text) as Doc);
}

function specOf(store: Store, name: string): ItemSpec {
  const spec = store.specs.get(name);
  if (!spec) throw new Error(`The contract has no ${name}`);
  return spec;
}
