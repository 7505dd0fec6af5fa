import type { Role } from '#domain/access/permission-tree.ts';
import type { Json } from '#domain/model.ts';
import type { EntityName } from '#generated/server/entities.ts';
import type { Handle } from '#server/store/items/handle.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** What an account holds for good: by its roles, companies, channels and regions, without what is delegated to it for a time. */
export type Rights = {
  kind: Role;
  admin: boolean;
  /** Permission ids of its roles. */
  scopes: ReadonlySet<string>;
  tenants: 'all' | ReadonlySet<string>;
  /** Companies that it names itself; the others are those of its channels. */
  listed: readonly string[];
  channels: readonly string[];
  /** Cities of companies in which not all sites are this account's. */
  cities: ReadonlyMap<string, readonly string[]>;
};

type Find<Name extends EntityName> = (id: string) => Promise<Stored<DocOf<Name>> | undefined>;
/** Where rights are looked up: committed rows, or a transaction that is about to change them. */
export type RightsSource = {
  user: Find<'User'>;
  role: Find<'Role'>;
  region: Find<'Region'>;
  company: Find<'Company'>;
  /** Every company of a channel. */
  companiesOf: (channelId: string) => Promise<DocOf<'Company'>[]>;
};
type Get = <Name extends EntityName>(spec: ItemSpec<Name>, id: string) => Promise<Stored<DocOf<Name>> | undefined>;

const MOST = 100_000;

/** Rights as the server's own handle sees them; single items as `get` does. */
export function rightsSourceIn(system: Handle, get: Get = (spec, id) => system.get(spec, id)): RightsSource {
  const { store } = system;
  return {
    user: (id) => get(store.spec('User'), id),
    role: (id) => get(store.spec('Role'), id),
    region: (id) => get(store.spec('Region'), id),
    company: (id) => get(store.spec('Company'), id),
    companiesOf: (channelTradeId) => system.docs(store.spec('Company'), { where: { channelTradeId }, skip: 0, limit: MOST }),
  };
}

/** Name of the region that means every site (spec 3). */
export const ALL_SITES = 'all';

/** What an account's document gives it (spec 4, 6). */
export async function rightsOf(source: RightsSource, doc: DocOf<'User'>): Promise<Rights> {
  const kind = doc.accountType;
  const everything = kind === 'superAdmin';
  const channels = kind === 'channel' || kind === 'global' ? [...texts(doc.channelTradeId), ...texts(doc.channelList)] : [];
  const listed = [...texts(doc.companyId), ...texts(doc.companyList)];
  const tenants = new Set(listed);
  for (const id of channels) for (const { companyId } of await source.companiesOf(id)) tenants.add(companyId);
  const roles = await Promise.all(texts(doc.rolesId).map((id) => source.role(id)));
  return {
    kind,
    admin: everything || doc.admin,
    scopes: new Set(roles.flatMap((role) => texts(role?.doc.scopes))),
    tenants: everything ? 'all' : tenants,
    listed,
    channels,
    cities: everything ? new Map() : await limitedTo(source, texts(doc.regions), tenants),
  };
}

type Region = Stored<DocOf<'Region'>> | undefined;

export function regionsOf(source: RightsSource, ids: readonly string[]): Promise<Region[]> {
  return Promise.all(ids.map((id) => source.region(id)));
}

/** The cities that regions open in one company; regions of another company say nothing about this one. */
export function citiesIn(regions: readonly Region[], company: string): 'all' | string[] {
  const here = regions.filter((region) => region?.owner === company);
  if (here.length === 0 || here.some((region) => region?.doc.name === ALL_SITES)) return 'all';
  return here.flatMap((region) => texts(region?.doc.cities));
}

async function limitedTo(source: RightsSource, ids: string[], companies: Iterable<string>): Promise<Map<string, string[]>> {
  const regions = await regionsOf(source, ids);
  const limited = new Map<string, string[]>();
  for (const company of regions.length === 0 ? [] : companies) {
    const cities = citiesIn(regions, company);
    if (cities !== 'all') limited.set(company, cities);
  }
  return limited;
}

/** One text or several; nothing for none. */
export function texts(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}
