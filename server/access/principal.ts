import { isRunning } from '#domain/access/entrust.ts';
import { type Principal as Decided } from '#domain/access/decide.ts';
import { type Role } from '#domain/access/permission-tree.ts';
import { type Json } from '#domain/model.ts';
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

/** Name of the region that means every site (spec 3). */
const ALL = 'all';
const MOST = 100_000;

/** Loads the account with its roles, companies, regions and delegations (spec 4, 6). Undefined if it is gone or disabled. */
export async function loadPrincipal(store: Store, system: Handle, username: string): Promise<Principal | undefined> {
  const account = await system.get(specOf(store, 'User'), username);
  if (!account || account.doc['enable'] === false) return undefined;
  const { doc } = account;
  const now = store.clock.now();
  const given = await rows(store, system, 'Entrust', 'delegateTo', username);
  const live = given.filter((entrust) => entrust['status'] === 'running');
  const running = live.filter((entrust) => isRunning({ startTime: text(entrust['startTime']), endTime: text(entrust['endTime']) }, now));
  const entrusts = await Promise.all(running.map((entrust) => describe(store, system, entrust)));
  const role = text(doc['accountType']) as Role;
  const channels = role === 'channel' || role === 'global' ? [...texts(doc['channelTradeId']), ...texts(doc['channelList'])] : [];
  const ofChannels = (await Promise.all(channels.map((id) => rows(store, system, 'Company', 'channelTradeId', id)))).flat();
  const listed = [...texts(doc['companyId']), ...texts(doc['companyList'])];
  const own = [...listed, ...ofChannels.map((company) => text(company['companyId']))];
  const lent = entrusts.flatMap((entrust) => entrust.companies);
  const cities =
    role === 'superAdmin' ? new Map<string, string[]>() : await citiesOf(store, system, texts(doc['regions']), new Set(own), entrusts);
  const roles = await Promise.all(texts(doc['rolesId']).map((id) => system.get(specOf(store, 'Role'), id)));
  return {
    username,
    account,
    role,
    admin: role === 'superAdmin' || doc['admin'] === true,
    scopes: new Set([
      ...roles.flatMap((each) => texts(each?.doc['scopes'])),
      ...entrusts.flatMap((each) => each.roles).flatMap((each) => each.scopes),
    ]),
    tenants: role === 'superAdmin' ? 'all' : new Set([...own, ...lent]),
    channels: role === 'global' ? [...new Set([...channels, ...(await channelsOf(store, system, listed))])] : channels,
    companyList: [...new Set([...(role === 'global' ? listed : own), ...lent])],
    entrusts,
    cities,
    sites: await sitesOf(store, system, cities),
    alertFilters: role === 'superAdmin' ? [] : await alertFilters(store),
    until: nextChange(live, now),
  };
}

/** Own regions narrow own companies; a delegation opens its company within its region, or whole. */
async function citiesOf(
  store: Store,
  system: Handle,
  regions: string[],
  own: Set<string>,
  entrusts: RunningEntrust[],
): Promise<Map<string, string[]>> {
  const cities = new Map<string, string[]>();
  const whole = new Set<string>();
  const open = async (ids: string[], companies: Iterable<string>): Promise<void> => {
    const docs = await Promise.all(ids.map((id) => system.get(specOf(store, 'Region'), id)));
    for (const company of companies) {
      const here = docs.filter((region) => region?.owner === company);
      // regions of another company say nothing about this one
      if (ids.length === 0 || here.length === 0 || here.some((region) => region?.doc['name'] === ALL)) whole.add(company);
      else cities.set(company, [...(cities.get(company) ?? []), ...here.flatMap((region) => texts(region?.doc['cities']))]);
    }
  };
  await open(regions, own);
  for (const entrust of entrusts) await open(entrust.regions, entrust.companies);
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

async function describe(store: Store, system: Handle, entrust: Doc): Promise<RunningEntrust> {
  const role = await system.get(specOf(store, 'Role'), text(entrust['role']));
  return {
    startTime: text(entrust['startTime']),
    endTime: text(entrust['endTime']),
    roles: role ? [{ roleId: role.id, name: text(role.doc['name']), scopes: texts(role.doc['scopes']) }] : [],
    companies: texts(entrust['company']),
    regions: texts(entrust['region']),
  };
}

/** Global users look after the channels of their companies. */
async function channelsOf(store: Store, system: Handle, companies: string[]): Promise<string[]> {
  const found = await Promise.all(companies.map((id) => system.get(specOf(store, 'Company'), id)));
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

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

function texts(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}
