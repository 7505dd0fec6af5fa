import { type Role, roles as kinds } from '#domain/access/permission-tree.ts';
import type { Json } from '#domain/model.ts';
import type { Doc, Stored } from '#server/store/items/tables.ts';

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

/** Where rights are looked up: committed rows, or a transaction that is about to change them. */
export type RightsSource = {
  get: (resource: string, id: string) => Promise<Stored | undefined>;
  /** Every item with this value of a property. */
  where: (resource: string, path: string, value: string) => Promise<Doc[]>;
};

/** Name of the region that means every site (spec 3). */
export const ALL_SITES = 'all';

/** What an account's document gives it (spec 4, 6). */
export async function rightsOf(source: RightsSource, doc: Doc): Promise<Rights> {
  const kind = kinds.find((each) => each === doc.accountType) ?? 'company';
  const everything = kind === 'superAdmin';
  const channels = kind === 'channel' || kind === 'global' ? [...texts(doc.channelTradeId), ...texts(doc.channelList)] : [];
  const listed = [...texts(doc.companyId), ...texts(doc.companyList)];
  const tenants = new Set(listed);
  for (const id of channels)
    for (const company of await source.where('Company', 'channelTradeId', id)) tenants.add(text(company.companyId));
  const roles = await Promise.all(texts(doc.rolesId).map((id) => source.get('Role', id)));
  return {
    kind,
    admin: everything || doc.admin === true,
    scopes: new Set(roles.flatMap((role) => texts(role?.doc.scopes))),
    tenants: everything ? 'all' : tenants,
    listed,
    channels,
    cities: everything ? new Map() : await limitedTo(source, texts(doc.regions), tenants),
  };
}

type Region = Stored | undefined;

export function regionsOf(source: RightsSource, ids: readonly string[]): Promise<Region[]> {
  return Promise.all(ids.map((id) => source.get('Region', id)));
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

export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** One text or several; nothing for none. */
export function texts(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.filter((each): each is string => typeof each === 'string');
  return typeof value === 'string' && value !== '' ? [value] : [];
}
