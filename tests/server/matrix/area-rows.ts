import { objects, there } from '#tests/support/answers.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import { expect } from 'vitest';
import type { Json, Operation, Resource } from '#domain/model.ts';
import { type Client, type Reply, testServer, type TestServer } from '#tests/server/harness.ts';
import { areasOf, COMPANY_ID, type Pair, placedAt, sitePaths, type Standing, standingOf, type World } from '#tests/server/matrix/areas.ts';
import { type Doc, holdsNode, rowsOf } from '#tests/server/matrix/oracle.ts';
import { bodyExample, rawOperation } from '#tests/support/contract-document.ts';
import { freeze } from '#tests/server/matrix/standing-store.ts';

export type Row = { id: string; doc: Doc; standing: Standing };

export let server: TestServer;
export let world: World;
export const placed = new Map<string, Row[]>();
export const paths = new Map<string, string[]>();
/** Of each site a port that is in no zone yet. */
export const freePorts = new Map<string, string>();
/** Within the region and beyond, a site whose device has none beside it yet. */
const freePlaces = new Map<Standing, Doc>();

/** Rows of arrays of objects, where the seed has none to go by, and properties that must fit a site. */
export const EACH: Record<string, JsonObject> = {
  Zone: { interface: 'LAN9' },
  AddressSet: { rules: ['10.250.0.1'] },
  Topology: { role: 'hub' },
};
/** What a row of a kind needs beside other sites, so that it can be changed, acted on and deleted. */
export const FREE: Record<string, Doc> = {
  ExecutionTask: { state: 'success' },
  DialingTask: { state: 'success' },
  DiagnosisTask: { state: 'success' },
  Circuit: { state: 'ordered' },
  Topology: { type: 'full-mesh' },
  IpBinding: { state: 'released' },
  Alert: { status: 'firing', attention: 'due', acknowledged: false },
};

export async function openAreas(): Promise<void> {
  server = await testServer();
  world = await areasOf(server);
  for (const [name, found] of sitePaths(server).set('Site', [])) paths.set(name, found);
  for (const name of paths.keys()) placed.set(name, await rowsAt(name));
  const taken = new Set(
    (await rowsOf(server, 'Zone')).flatMap((zone) =>
      objects(zone['interfaces']).map((each) => `${String(each['siteId'])} ${String(each['interface'])}`),
    ),
  );
  for (const site of [...world.near, ...world.far]) {
    const ports = [...objects(site['lan']).map(({ name }) => name), ...objects(site['wan']).map(({ logicName }) => logicName)].map(String);
    const free = ports.find((port) => !taken.has(`${String(site['siteId'])} ${port}`));
    if (free) freePorts.set(String(site['siteId']), free);
  }
  const devices = await rowsOf(server, 'Device');
  for (const [standing, sites] of [['within', world.near] as const, ['beyond', world.far] as const]) {
    const site = there(sites.find(({ sn, haSn }) => sn !== undefined && haSn === undefined));
    const { model = null } = there(devices.find(({ sn }) => sn === site['sn']));
    freePlaces.set(standing, { siteId: site['siteId'] ?? null, role: 'backup', model });
  }
  freeze(server);
}

export const resourceOf = (name: string): Resource => there(server.services.contract.resources.get(name));

/** A row within the region, one beyond, one at both and one at none, where the resource can have them. */
export async function rowsAt(name: string): Promise<Row[]> {
  const spec = server.services.store.specNamed(name);
  if (!spec) return [];
  const all = await rowsOf(server, name);
  if (name === 'Site')
    return world.near
      .slice(0, 1)
      .concat(world.far.slice(0, 1))
      .map((doc) => rowOf(name, doc));
  const own = all.filter((doc) => doc['companyId'] === COMPANY_ID);
  const [path = ''] = paths.get(name) ?? [];
  const base = own.find((doc) => JSON.stringify(doc).includes('"s-')) ?? own[0] ?? all[0];
  if (!base) return [];
  const firstTwo = (sites: readonly Doc[]): string[] => sites.slice(0, 2).map((site) => String(site['siteId']));
  const [near, far] = [firstTwo(world.near), firstTwo(world.far)];
  const sets = path.includes('[]')
    ? [near, far, [...near.slice(0, 1), ...far.slice(0, 1)], []]
    : name === 'Circuit'
      ? [near, far]
      : [near, far, []];
  const made: Row[] = [];
  for (const [index, sites] of sets.entries()) {
    const doc = fresh(resourceOf(name), placedAt({ ...base, ...FREE[name], companyId: COMPANY_ID }, path, sites, EACH[name]), index);
    // an audit of the company has no site, and one of a site has one
    if (name === 'AuditConfig') doc['scope'] = sites.length === 0 ? 'company' : 'site';
    if (name === 'StrategyApplication') doc['issuedSites'] = sites;
    const stored = await server.services.store
      .for({ actor: { name: 'areas@demo.example', requestId: 'areas' }, reach: () => unlimited })
      .write((tx) => tx.insert(spec, asObject(doc)));
    made.push(rowOf(name, stored.doc));
  }
  return made;
}

export const unlimited = { tenants: 'all', shared: true, writes: 'all', writesShared: true } as const;

export function rowOf(name: string, doc: Doc): Row {
  return { id: String(doc[resourceOf(name).id]), doc, standing: standingOf(name, doc, world) };
}

/** Another row: what must differ, differs. */
export function fresh(resource: Resource, doc: Doc, index: number): Doc {
  const copy: Doc = { ...doc, [resource.id]: `areas-${resource.file}-${index}` };
  for (const name of (resource.data?.unique ?? []).flat()) {
    const value = copy[name];
    if (name === 'companyId' || name === resource.id || value === undefined) continue;
    copy[name] = different(name, value, index);
  }
  for (const name of ['updatedAt', 'createdAt', 'revision']) delete copy[name];
  return copy;
}

/** Numbers what must be another one every time. */
let given = 0;

export function different(name: string, value: Json, index: number): Json {
  given++;
  if (name === 'mac') return `02:aa:00:00:0${index}:${(given % 256).toString(16).padStart(2, '0')}`;
  if (name === 'ip') return `198.18.${Math.floor(given / 250)}.${(given % 250) + 1}`;
  if (typeof value === 'number') return 1900 + index;
  if (name === 'policyId') return value;
  return `${String(value).slice(0, 7).trim()}_a${index}`.replaceAll(/[^\w一-鿿-]/g, '_');
}

/** Whoever of both kinds may do it by permission. */
export function pairFor({ access }: Operation): Pair | undefined {
  const tree = server.services.contract.model.permissions;
  return world.pairs.find(({ all }) => typeof access !== 'object' || holdsNode(tree, all.account, access.node, access.level));
}

export function addressOf(operation: Operation, row?: Row): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'companyId' ? COMPANY_ID : (row?.id ?? 'none')),
  );
}

export const send = (client: Client, { method }: Operation, path: string, body?: unknown): Promise<Reply> => {
  const request = { ifMatch: '*', query: { confirm: 'true' } };
  if (method === 'get') return client.get(path);
  if (method === 'delete') return client.delete(path, request);
  return method === 'put' ? client.put(path, body, request) : client.post(path, body, request);
};

/** What one may send of a row. */
export function settable(resource: Resource, doc: Doc): Doc {
  const readOnly = new Set((resource.schemas[resource.item]?.fields ?? []).filter((field) => field.readOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.has(name)));
}

export const REFUSED = new Set(['forbidden', 'delete-forbidden', 'tenant', 'not-found', 'out-of-reach', 'out-of-reach.companies']);
export const said = ({ status, body }: Reply): string => `${status}${status < 400 ? '' : ` ${String(body['code'])}`}`;
export const isRefused = ({ status, body }: Reply): boolean => status >= 400 && REFUSED.has(String(body['code']));
export const isReached = ({ standing }: Row): boolean => standing !== 'beyond' && standing !== 'nowhere';

/** Collects what is not as it should be; a refusal counts only with its answer beside it. */
export class Cells {
  readonly wrong: string[] = [];
  allowed = 0;
  refused = 0;

  check(what: string, row: Row, { some, all }: { some: Reply; all: Reply }, writes: boolean): void {
    // where one site at least must be named, there is no row of all
    if (row.standing === 'everywhere' && writes && all.status === 422) return;
    if (isRefused(all) || all.status >= 500)
      return void this.wrong.push(`${what} ${row.standing}: who looks after all is told ${said(all)}`);
    const may = row.standing === 'within' || (!writes && isReached(row));
    if (may) this.allowed++;
    else this.refused++;
    const expected = may ? said(all) : isReached(row) ? '403 out-of-reach' : '404 not-found';
    if (said(some) !== expected) this.wrong.push(`${what} ${row.standing}: expected ${expected}, got ${said(some)}`);
    this.silent(what, row, some);
  }

  /** No word of a site beyond. */
  silent(what: string, row: Row, { body }: { body: Doc }): void {
    const text = JSON.stringify(body);
    for (const site of row.standing === 'part' || row.standing === 'beyond' ? world.far : [])
      if (text.includes(`"${String(site['siteId'])}"`) || text.includes(String(site['name'])))
        this.wrong.push(`${what} ${row.standing}: tells of ${String(site['name'])}`);
  }

  lists(what: string, row: Row, { some, all }: { some: boolean; all: boolean }): void {
    if (!all) return void this.wrong.push(`${what} ${row.standing}: is not listed to who looks after all`);
    if (isReached(row)) this.allowed++;
    else this.refused++;
    if (some !== isReached(row)) this.wrong.push(`${what} ${row.standing}: ${some ? 'listed' : 'not listed'}`);
  }

  done(title: string, least: number): void {
    console.log(`areas, ${title}: ${this.allowed} answered, ${this.refused} refused, ${this.wrong.length} mismatches`);
    expect(this.wrong).toEqual([]);
    expect(Math.min(this.allowed, this.refused)).toBeGreaterThanOrEqual(least);
  }
}

/** Every placed row with every operation of a kind on it. */
export function* onRows(kind: 'get' | 'list' | 'update' | 'delete' | 'actions' | 'create'): Generator<[Resource, Operation, Pair, Row]> {
  for (const [name, rows] of placed) {
    const resource = resourceOf(name);
    for (const operation of resource.operations[kind]) {
      const pair = pairFor(operation);
      // rows of no company have calls of their own
      if (!pair || (name === 'AddressSet' && !operation.path.includes('{companyId}'))) continue;
      for (const row of rows) yield [resource, operation, pair, row];
    }
  }
}

export async function bulk(client: Client, item: unknown): Promise<Reply> {
  const reply = await client.post('/api/v1/bulk', { atomic: false, items: [item] }, { query: { confirm: 'true' } });
  const [result] = objects(reply.body['results']);
  return result ? { ...reply, status: Number(result['status']), body: result } : reply;
}

export function placesOf({ body }: Reply): string[] {
  return objects(body['errors']).map(({ pointer }) => String(pointer));
}

/** A body like the row that could be stored beside it. */
export function creatable(resource: Resource, operation: Operation, row: Row): Doc {
  const doc = settable(resource, fresh(resource, row.doc, 5 + (placed.get(resource.name)?.indexOf(row) ?? 0)));
  if (resource.name === 'Zone')
    doc['interfaces'] = objects(doc['interfaces']).map((each) => ({ ...each, interface: freePorts.get(String(each['siteId'])) ?? null }));
  if (resource.name === 'Device') Object.assign(doc, freePlaces.get(row.standing));
  // a port carries one circuit, and a device stands once
  for (const name of ['wanName', 'sn', 'haSn', 'haConfig', 'mobileAccess', 'wifi'])
    if (['Circuit', 'Site'].includes(resource.name)) delete doc[name];
  const { companyId: _, ...rest } = doc;
  const { [resource.id]: __, ...body } = operation.path.includes('{companyId}') ? rest : doc;
  return body;
}

export function exampleOf(operation: Operation): unknown {
  return bodyExample(rawOperation(operation));
}

export function queryOf({ paging, rowAccess, query }: Operation): Record<string, string> {
  return {
    ...(paging?.limit ? { [paging.limit]: String(Math.min(1000, paging.max ?? 1000)) } : {}),
    ...(rowAccess ? { access: 'true' } : {}),
    ...exportQuery({ query }),
  };
}

/** As far back as a log can be asked. */
export function exportQuery({ query }: Pick<Operation, 'query'>): Record<string, string> {
  return query.some(({ name }) => name === 'option') ? { startTime: '2020-01-01T00:00:00Z', endTime: '2035-01-01T00:00:00Z' } : {};
}

export function columnsOf(resource: Resource): string[] {
  const row = resource.schemas[resource.row];
  return (row?.fields ?? [])
    .filter((field) => ['siteId', 'siteIds', 'sites', 'interfaces', 'neId'].includes(field.name))
    .map((field) => field.name);
}
