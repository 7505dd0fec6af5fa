import { objects } from '#tests/support/answers.ts';
import { type Access, bodyExample, dereference, findRaw, pathItems, type RawParameter, whoMay } from '#tests/support/contract-document.ts';
import { asArray, asObject, isObject, texts } from '#domain/json.ts';
import { methodOf, type TestServer } from '#tests/server/harness.ts';
import { isNowhere, sitePaths, textsIn } from '#tests/server/matrix/areas.ts';
import { type Account, type Doc, rowsOf, seesCity } from '#tests/server/matrix/oracle.ts';

export type Call = {
  id: string;
  method: ReturnType<typeof methodOf>;
  path: string;
  access: Access;
  parameters: RawParameter[];
  body: Doc | undefined;
  /** Properties without which the body is malformed. */
  required: string[];
  kind: string;
  /** The stored resource that the call is about, if any. */
  resource: string | undefined;
  owner: string | undefined;
  itemId: string;
};

/** A row that a call can name, the company that it belongs to, and the cities of its sites: none stands for all of them. */
export type Target = { id: string; owner: string | null; cities: string[] | undefined; doc: Doc };

/** Every operation of the contract, as data, with the arguments of its examples. */
export function callsOf(server: TestServer): Call[] {
  const { document, operations } = server.services.contract;
  const calls = pathItems(asObject(document)).flatMap(([path]): Call[] =>
    (['get', 'post', 'put', 'delete'] as const).flatMap((method) => {
      const raw = findRaw(path, method, asObject(document));
      if (!raw) return [];
      const { parameters } = raw;
      const example = bodyExample(raw);
      const served = operations.get(raw.id);
      const spec = server.services.store.specNamed(served?.resource?.name ?? '');
      return [
        {
          id: raw.id,
          method: methodOf({ method }),
          path,
          access: whoMay(raw.node['x-access']),
          parameters,
          body: isObject(example) ? example : undefined,
          required: requiredOf(raw.body?.schema),
          kind: served?.operation.kind ?? '',
          resource: spec?.name,
          owner: spec?.owner,
          itemId: parameters.filter((each) => each.in === 'path').at(-1)?.name ?? '',
        },
      ];
    }),
  );
  return calls.map((call) => aboutItem(call, calls));
}

/** What is asked below an item is about the item, whatever it is called. */
function aboutItem(call: Call, calls: readonly Call[]): Call {
  if (call.resource !== undefined || call.itemId === '' || call.itemId === 'companyId') return call;
  const item = call.path.slice(0, call.path.indexOf(`{${call.itemId}}`) + call.itemId.length + 2);
  const { resource, owner } = calls.find(({ path, resource: known }) => path === item && known !== undefined) ?? call;
  return { ...call, resource, owner };
}

/** Of every resource one row for each company, for none, and for each set of accounts that see it. */
export async function targetsOf(server: TestServer, accounts: readonly Account[]): Promise<Map<string, Target[]>> {
  const sites = new Map((await rowsOf(server, 'Site')).map((site) => [String(site['siteId']), String(site['city'] ?? '')]));
  const atSites = new Set(sitePaths(server).keys());
  const found = new Map<string, Target[]>();
  for (const spec of server.services.store.specs) {
    const targets = (await rowsOf(server, spec.name)).map((doc): Target => {
      const owner = spec.owner === undefined ? undefined : doc[spec.owner];
      const at = [...new Set(textsIn(doc))].flatMap((text) => sites.get(text) ?? []);
      const nowhere = at.length === 0 && isNowhere(spec.name);
      return {
        id: String(doc[spec.id]),
        owner: typeof owner === 'string' && owner !== '' ? owner : null,
        cities: spec.name === 'Site' ? [String(doc['city'] ?? '')] : !atSites.has(spec.name) ? undefined : nowhere ? [''] : at,
        doc,
      };
    });
    const seenBy = (target: Target): string =>
      accounts
        .flatMap((account) => account.holdings.map((holding) => ({ ...account, holdings: [holding] })))
        .map((account) => (sees(account, target) ? (holdsAll(account, target) ? 'x' : 'o') : '-'))
        .join('');
    const kinds = Map.groupBy(
      targets,
      (target) =>
        `${target.owner ?? ''} ${spec.owner === undefined ? JSON.stringify(companiesNamed(spec.name, target.doc)) : ''} ${String(target.doc['scope'] ?? '')} ${String(target.doc['accountType'] ?? '')} ${seenBy(target)}`,
    );
    found.set(
      spec.name,
      [...kinds.values()].flatMap((group) => group.slice(0, 1)),
    );
  }
  return found;
}

/** Resources whose rows belong to no company and name those that they are for: read off the rows of the seed. */
export function companiesNamed(resource: string | undefined, doc: Doc): string[] | undefined {
  if (resource === undefined || !SEVERAL.has(resource)) return undefined;
  return Array.isArray(doc['companyIds']) ? doc['companyIds'].map(String) : [];
}
/** By hand, so that nothing of the contract that is tested says it. The build refuses another one that says nothing. */
export const SEVERAL: ReadonlySet<string> = new Set(['UpgradePolicy', 'StoreApp']);

type Page = Parameters<typeof seesCity>[3];

/** Whether a row stands at a site that the account looks after, or everywhere. */
export function sees(account: Account, { owner, cities }: Target, page?: Page): boolean {
  return owner === null || !cities || cities.length === 0 || cities.some((city) => seesCity(account, owner, city, page));
}

/** Whether it stands at such sites alone. */
export function holdsAll(account: Account, { owner, cities }: Target, page?: Page): boolean {
  if (owner === null || !cities || seesCity(account, owner, 'nowhere at all', page)) return true;
  return cities.length > 0 && cities.every((city) => seesCity(account, owner, city, page));
}

/** The address of a call with its path and required query parameters, lists kept short. */
export function addressOf(call: Call, path: Readonly<Record<string, string>>, query: Readonly<Record<string, string>>): string {
  const url = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? exampleOf(call, name)));
  const search = new URLSearchParams({ locale: 'en', ...query });
  for (const { name, in: place, required, schema } of call.parameters) {
    if (place !== 'query' || search.has(name)) continue;
    if (required) search.set(name, exampleOf(call, name));
    else if (name === 'limit' && schema?.['maximum'] !== undefined) search.set(name, '1');
  }
  return `${url}?${search.toString()}`;
}

function exampleOf(call: Call, name: string): string {
  const schema = call.parameters.find((each) => each.name === name)?.schema;
  const found = asArray(schema?.['examples'])[0] ?? asArray(schema?.['enum'])[0];
  return typeof found === 'string' || typeof found === 'number' ? String(found) : 'none';
}

function requiredOf(schema: unknown): string[] {
  const here = dereference(schema);
  const parts = Array.isArray(here['allOf']) ? objects(here['allOf']) : [];
  return [...texts(here['required']), ...parts.filter((part) => !part['if']).flatMap((part) => requiredOf(part))];
}
