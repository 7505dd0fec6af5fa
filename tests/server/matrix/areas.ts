import { objects } from '#tests/support/answers.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { PermissionNode } from '#domain/model.ts';
import { clientOf, type Client, type TestServer } from '#tests/server/harness.ts';
import { type Account, accountsOf, type Doc, rowsOf } from '#tests/server/matrix/oracle.ts';

/**
 * A company of which one account of each kind looks after some cities, and another of the same kind and role after all: what
 * the one is refused, the other does. How rows stand at sites is told here from the rows themselves, wherever the id of a
 * site occurs in them, and from which properties refer to sites; nothing is read of what the server goes by.
 */
export const COMPANY_ID = 'c-huaxin';
const REGION = 'r-areas';
/** A row of these without a site stands nowhere; of all others everywhere. */
const NOWHERE = new Set([
  'ScheduledChange',
  'Device',
  'Alert',
  'OnlineStatus',
  'DeviceUpgrade',
  'LanUser',
  'SlaReport',
  'DialingResult',
  'DiagnosisTask',
  'AuditLog',
  'AuditService',
  'AuthReport',
  'DnsAudit',
]);
/** Refers to another site, and does not stand there. */
const BESIDE = new Set(['hubSite']);

export type Standing = 'within' | 'part' | 'beyond' | 'everywhere' | 'nowhere';
export type Person = { account: Account; client: Client; token: string };
/** `some` looks after the region, `all` after the company. */
export type Pair = { some: Person; all: Person };
export type World = {
  pairs: Pair[];
  /** Sites of the region and of the rest of the company, with their names. */
  near: Doc[];
  far: Doc[];
  cities: string[];
};

export async function areasOf(server: TestServer): Promise<World> {
  const tree = server.services.contract.model.permissions;
  const leaves = (nodes: readonly PermissionNode[]): string[] =>
    nodes.flatMap((node) => (node.children?.length ? leaves(node.children) : [node.id]));
  const sites = (await rowsOf(server, 'Site')).filter((site) => site['companyId'] === COMPANY_ID);
  const byCity = [...Map.groupBy(sites, (site) => String(site['city']))].toSorted((a, b) => b[1].length - a[1].length);
  const cities = byCity.slice(0, 2).map(([city]) => city);
  const people = (['company', 'global'] as const).flatMap((kind) =>
    (['some', 'all'] as const).map((part) => ({
      username: `${kind}-${part}@areas.example`,
      name: `${kind} ${part}`,
      accountType: kind,
      admin: true,
      enable: true,
      ...(kind === 'company' ? { companyId: COMPANY_ID } : { companyList: [COMPANY_ID] }),
      rolesId: [`areas-${kind}`],
      regions: part === 'some' ? [REGION] : [],
    })),
  );
  const store = async (resource: string, doc: JsonObject): Promise<void> => {
    const spec = server.services.store.specNamed(resource);
    if (spec) await server.services.system.write((tx) => tx.insert(spec, doc));
  };
  await store('Region', { regionId: REGION, companyId: COMPANY_ID, name: 'Some cities', cities });
  for (const kind of ['company', 'global'])
    await store('Role', {
      roleId: `areas-${kind}`,
      name: `areas ${kind}`,
      type: kind,
      scopes: leaves(tree),
      ...(kind === 'company' ? { companyId: COMPANY_ID } : {}),
    });
  for (const person of people) await store('User', person);
  const accounts = await accountsOf(server);
  const person = async (username: string): Promise<Person> => {
    const { token } = await server.services.sessions.create(username);
    const account = accounts.find((each) => each.username === username);
    if (!account) throw new Error(`no ${username}`);
    return { account, token, client: clientOf(server, token) };
  };
  const pairs = await Promise.all(
    ['company', 'global'].map(async (kind) => ({
      some: await person(`${kind}-some@areas.example`),
      all: await person(`${kind}-all@areas.example`),
    })),
  );
  const isNear = (site: Doc): boolean => cities.includes(String(site['city']));
  return { pairs, cities, near: sites.filter(isNear), far: sites.filter((site) => !isNear(site)) };
}

/** Whether a row of this kind without a site is nowhere. */
export function isNowhere(resource: string): boolean {
  return NOWHERE.has(resource);
}

/** Where a row stands to who looks after the region. */
export function standingOf(resource: string, doc: Doc, { near, far, cities }: World): Standing {
  if (resource === 'Site') return cities.includes(String(doc['city'])) ? 'within' : 'beyond';
  const named = new Set(textsIn(doc));
  const [inside, outside] = [near, far].map((sites) => sites.some((site) => named.has(String(site['siteId']))));
  if (inside) return outside ? 'part' : 'within';
  if (outside) return 'beyond';
  return NOWHERE.has(resource) ? 'nowhere' : 'everywhere';
}

/** Every text of a row, but for references to what stands beside it. */
export function textsIn(value: unknown, key = ''): string[] {
  if (BESIDE.has(key)) return [];
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each));
  return value !== null && typeof value === 'object' ? Object.entries(value).flatMap(([name, each]) => textsIn(each, name)) : [];
}

/** Paths to sites of every resource that refers to them: `siteId`, `siteIds[]`, `sites[].siteId`. */
export function sitePaths(server: TestServer): Map<string, string[]> {
  const { document } = server.services.contract;
  const schemas = asObject(asObject(document['components'])['schemas']);
  const follow = (schema: Doc): Doc =>
    typeof schema['$ref'] === 'string' ? { ...asObject(schemas[schema['$ref'].split('/').at(-1) ?? '']), ...schema } : schema;
  const refersTo = (schema: Doc): boolean => {
    const ref = asObject(schema['x-ui'])['ref'];
    return ref === 'Site' || asObject(ref)['resource'] === 'Site';
  };
  const walk = (given: Doc, path: string, depth: number): string[] => {
    const schema = follow(given);
    if (depth > 6) return [];
    if (path !== '' && refersTo(schema)) return [schema['type'] === 'array' ? `${path}[]` : path];
    const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => objects(schema[name]));
    const branches = ['then', 'else'].flatMap((name) => (schema[name] ? [asObject(schema[name])] : []));
    const properties = Object.entries(asObject(schema['properties']));
    return [
      ...[...parts, ...branches].flatMap((part) => walk(part, path, depth + 1)),
      ...properties.flatMap(([name, each]) =>
        BESIDE.has(name) ? [] : walk(asObject(each), path === '' ? name : `${path}.${name}`, depth + 1),
      ),
      ...(schema['items'] ? walk(asObject(schema['items']), `${path}[]`, depth + 1) : []),
    ];
  };
  const found = new Map<string, string[]>();
  for (const { name } of server.services.store.specs) {
    const paths = [...new Set(walk(asObject(schemas[name]), '', 0))];
    if (paths.length > 0 && name !== 'Site') found.set(name, paths);
  }
  return found;
}

/** The row with other sites at a path; rows of an array are made of the ones it has. */
export function placedAt(doc: Doc, path: string, sites: readonly string[], row: JsonObject = {}): Doc {
  const cut = path.indexOf('[]');
  if (cut < 0) {
    const { [path]: _, ...rest } = doc;
    return sites.length === 0 ? rest : { ...rest, [path]: sites[0] };
  }
  const [head, inner] = [path.slice(0, cut), path.slice(cut + 3)];
  if (inner === '') return { ...doc, [head]: [...sites] };
  const rows = objects(doc[head]);
  return { ...doc, [head]: sites.map((id, index) => ({ ...row, ...(rows[index] ?? rows[0]), [inner]: id })) };
}
