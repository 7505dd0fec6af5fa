import { heldLeaves, leavesAmong } from '#domain/access/holdings.ts';
import type { Role } from '#domain/access/permission-tree.ts';
import type { PermissionNode } from '#domain/model.ts';
import { citiesIn, regionsOf, type Rights, rightsOf, type RightsSource, rightsSourceIn, texts } from '#server/kernel/access/rights.ts';
import type { Principal } from '#server/kernel/access/principal.ts';
import type { Call } from '#server/kernel/handler.ts';
import type { Finding } from '#server/kernel/problem.ts';
import { valueLabel } from '#server/kernel/resource/labels.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { DocOf } from '#server/store/items/typed.ts';

/** More than this are counted, not named. */
const NAMED = 5;

/** Kinds of account that somebody of a kind may make, and the types of the roles for them. */
export const KINDS: Readonly<Record<Role, readonly Role[]>> = {
  superAdmin: ['superAdmin', 'global', 'channel', 'company'],
  global: ['global', 'channel', 'company'],
  channel: ['channel', 'company'],
  company: ['company'],
};

const held = new WeakMap<Principal, ReadonlySet<string>>();

/** The leaves that the caller may give on: what is held for good, never what is delegated. */
export function givenBy(principal: Principal, { services }: Pick<Call, 'services'>): ReadonlySet<string> {
  let leaves = held.get(principal);
  if (!leaves) {
    const { kind, admin, scopes } = principal.own;
    held.set(principal, (leaves = heldLeaves(services.contract.tree, { role: kind, admin, scopes })));
  }
  return leaves;
}

/** The permissions of a role that the caller cannot give. */
export function beyondOf({ scopes }: Pick<DocOf<'Role'>, 'scopes'>, principal: Principal, call: Call): string[] {
  const own = givenBy(principal, call);
  return [...leavesAmong(call.services.contract.tree, texts(scopes))].filter((id) => !own.has(id));
}

/** Permissions by their names, `Sites: Edit, Tags: Read only`. */
export function permissionNames(ids: readonly string[], { services, language }: Call): string {
  const names = services.contract.model.permissions.flatMap((node) => named(node, ids, language));
  const rest = names.length - NAMED;
  return `${names.slice(0, NAMED).join(', ')}${rest > 0 ? ` +${rest}` : ''}`;
}

function named(node: PermissionNode, ids: readonly string[], language: Call['language'], above = ''): string[] {
  const label = node.label[language];
  if (node.children?.length) return node.children.flatMap((next) => named(next, ids, language, label));
  return ids.includes(node.id) ? [above === '' ? label : `${above}: ${label}`] : [];
}

/** Whether a company, with all of its sites or those of some cities, is the giver's own. */
function mayGiveCompany(giver: Rights, company: string, cities: 'all' | readonly string[]): 'yes' | 'company' | 'cities' {
  if (giver.tenants === 'all') return 'yes';
  if (!giver.tenants.has(company)) return 'company';
  const own = giver.cities.get(company);
  return own === undefined || (cities !== 'all' && cities.every((city) => own.includes(city))) ? 'yes' : 'cities';
}

/** Rows as a transaction sees them: what an earlier item of the same bulk call wrote counts. */
export function rightsSource(call: Call, tx?: Transaction): RightsSource {
  return rightsSourceIn(call.services.system, tx?.anyOf);
}

const remembered = new WeakMap<Call, RightsSource>();

/** The same for what is asked of many accounts in one call: a role, a region or the companies of a channel are read once. */
export function rightsSourceOnce(call: Call): RightsSource {
  let source = remembered.get(call);
  if (source) return source;
  const { user, role, region, company, companiesOf } = rightsSource(call);
  source = {
    user: once(user),
    role: once(role),
    region: once(region),
    company: once(company),
    companiesOf: once(companiesOf),
  };
  remembered.set(call, source);
  return source;
}

function once<T>(find: (id: string) => T): (id: string) => T {
  const known = new Map<string, T>();
  return (id) => {
    const found = known.get(id) ?? find(id);
    known.set(id, found);
    return found;
  };
}

/** Why an account is not the caller's to manage: it may do what the caller may not. Undefined if it is. */
export async function managesMore(account: DocOf<'User'>, call: Call, source: RightsSource): Promise<boolean> {
  const { principal } = call;
  if (!principal || principal.role === 'superAdmin' || account.username === principal.username) return false;
  const rights = await rightsOf(source, account);
  const giver = principal.own;
  const leaves = givenBy(principal, call);
  return (
    !KINDS[giver.kind].includes(rights.kind) ||
    (rights.admin && !giver.admin) ||
    [...leavesAmong(call.services.contract.tree, rights.scopes)].some((id) => !leaves.has(id)) ||
    rights.tenants === 'all' ||
    [...rights.tenants].some((company) => mayGiveCompany(giver, company, rights.cities.get(company) ?? 'all') !== 'yes') ||
    (await foreignChannels(rights.channels, giver, source)).length > 0
  );
}

/** A channel gives its companies: it is the giver's if all of them are, and it is one of the giver's own or has some. */
export async function foreignChannels(channels: readonly string[], giver: Rights, source: RightsSource): Promise<string[]> {
  const { tenants } = giver;
  if (tenants === 'all') return [];
  const foreign: string[] = [];
  for (const id of channels) {
    const companies = await source.companiesOf(id);
    const all = companies.every(({ companyId }) => tenants.has(companyId));
    if (!all || (companies.length === 0 && !giver.channels.includes(id))) foreign.push(id);
  }
  return foreign;
}

/** What a role gives beyond the caller's own, at the place where the role is named. */
export function roleFindings(role: Stored<DocOf<'Role'>> | undefined, pointer: string, call: Call): Finding[] {
  const { principal } = call;
  if (!role || !principal) return [];
  const beyond = beyondOf(role.doc, principal, call);
  if (beyond.length === 0) return [];
  return [{ pointer, code: 'rule.giving.role', params: { role: role.doc.name, value: permissionNames(beyond, call) } }];
}

/** What a company gives beyond the caller's own: itself at one place, its sites at another. */
export async function companyFindings(
  company: string,
  regions: readonly string[],
  at: { company: string; regions: string },
  call: Call,
  source: RightsSource,
): Promise<Finding[]> {
  const { principal } = call;
  if (!principal) return [];
  const may = mayGiveCompany(principal.own, company, citiesIn(await regionsOf(source, regions), company));
  if (may === 'yes') return [];
  const value = (await source.company(company))?.doc.name ?? company;
  return may === 'company'
    ? [{ pointer: at.company, code: 'rule.giving.company', params: { value } }]
    : [{ pointer: at.regions, code: 'rule.giving.regions', params: { value } }];
}

type User = DocOf<'User'>;
/** Properties of an account that name what it gets. */
type Named = 'rolesId' | 'channelTradeId' | 'channelList' | 'companyId' | 'companyList';

/** What an account would get beyond the caller's own, or of the wrong kind. What it had before is not asked again. */
export async function accountFindings(doc: User, before: User | undefined, call: Call, source: RightsSource): Promise<Finding[]> {
  const { principal, services } = call;
  if (!principal || principal.role === 'superAdmin') return roleTypeFindings(doc, before, call, source);
  const { system, store } = services;
  const had = (path: Named, value: string): boolean => texts(before?.[path]).includes(value);
  const risen = doc.admin && before?.admin !== true;
  const findings: Finding[] = await roleTypeFindings(doc, before, call, source);
  if (risen && !principal.own.admin) findings.push({ pointer: '/admin', code: 'rule.giving.admin' });
  for (const [index, id] of texts(doc.rolesId).entries())
    if (risen || !had('rolesId', id)) findings.push(...roleFindings(await source.role(id), `/rolesId/${index}`, call));
  for (const [pointer, id] of pointed(doc, ['channelTradeId', 'channelList'])) {
    if (had('channelTradeId', id) || had('channelList', id) || (await foreignChannels([id], principal.own, source)).length === 0) continue;
    const value = (await system.get(store.spec('ChannelTrade'), id))?.doc.name ?? id;
    findings.push({ pointer, code: 'rule.giving.channel', params: { value } });
  }
  const regions = texts(doc.regions);
  const sameRegions = before !== undefined && regions.join() === texts(before.regions).join();
  for (const [pointer, id] of pointed(doc, ['companyId', 'companyList'])) {
    if (sameRegions && (had('companyId', id) || had('companyList', id))) continue;
    findings.push(...(await companyFindings(id, regions, { company: pointer, regions: '/regions' }, call, source)));
  }
  return findings;
}

/** A role is for accounts of its type; super administrators need none. */
async function roleTypeFindings(doc: User, before: User | undefined, call: Call, source: RightsSource): Promise<Finding[]> {
  const kind = doc.accountType;
  if (kind === 'superAdmin') return [];
  const old = new Set(before?.accountType === kind ? texts(before.rolesId) : []);
  const findings: Finding[] = [];
  for (const [index, id] of texts(doc.rolesId).entries()) {
    const role = old.has(id) ? undefined : await source.role(id);
    if (!role || role.doc.type === kind) continue;
    const params = {
      role: role.doc.name,
      type: valueLabel(call, 'role', 'type', role.doc.type),
      account: valueLabel(call, 'user', 'accountType', kind),
    };
    findings.push({ pointer: `/rolesId/${index}`, code: 'rule.giving.roleType', params });
  }
  return findings;
}

/** Every id under some properties, with its place. */
function pointed(doc: User, paths: readonly Named[]): [pointer: string, id: string][] {
  return paths.flatMap((path): [string, string][] =>
    texts(doc[path]).map((id, index) => [Array.isArray(doc[path]) ? `/${path}/${index}` : `/${path}`, id]),
  );
}
