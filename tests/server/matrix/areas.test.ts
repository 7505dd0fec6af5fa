import { type AddressInfo } from 'node:net';

import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Operation, type Resource } from '#domain/model.ts';
import { type Client, type Reply, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';
import { areasOf, COMPANY_ID, type Pair, placedAt, sitePaths, type Standing, standingOf, type World } from '#tests/server/matrix/areas.ts';
import { type Doc, holdsNode, rowsOf } from '#tests/server/matrix/oracle.ts';
import { freeze } from '#tests/server/matrix/standing-store.ts';

/**
 * Every resource that stands at sites × every way to its rows, for who looks after some cities of a company: beside each
 * refusal the same call of somebody who looks after all of it, which is answered.
 */
type Row = { id: string; doc: Doc; standing: Standing };

let server: TestServer;
let world: World;
const placed = new Map<string, Row[]>();
const paths = new Map<string, string[]>();
/** Of each site a port that is in no zone yet. */
const freePorts = new Map<string, string>();

/** Rows of arrays of objects, where the seed has none to go by, and properties that must fit a site. */
const EACH: Record<string, Doc> = { Zone: { interface: 'LAN9' }, AddressSet: { rules: ['10.250.0.1'] }, Topology: { role: 'hub' } };
/** What a row of a kind needs beside other sites, so that it can be changed, acted on and deleted. */
const FREE: Record<string, Doc> = {
  ExecutionTask: { state: 'success' },
  DialingTask: { state: 'success' },
  DiagnosisTask: { state: 'success' },
  Circuit: { state: 'ordered' },
  Topology: { type: 'full-mesh' },
  IpBinding: { state: 'released' },
  Alert: { status: 'firing', acknowledged: false },
};

beforeAll(async () => {
  server = await testServer();
  world = await areasOf(server);
  for (const [name, found] of [...sitePaths(server), ['Site', []] as [string, string[]]]) paths.set(name, found);
  for (const name of paths.keys()) placed.set(name, await rowsAt(name));
  const taken = new Set(
    (await rowsOf(server, 'Zone')).flatMap((zone) =>
      ((zone['interfaces'] ?? []) as Doc[]).map((each) => `${String(each['siteId'])} ${String(each['interface'])}`),
    ),
  );
  for (const site of [...world.near, ...world.far]) {
    const ports = [
      ...((site['lan'] ?? []) as Doc[]).map(({ name }) => name),
      ...((site['wan'] ?? []) as Doc[]).map(({ logicName }) => logicName),
    ].map(String);
    const free = ports.find((port) => !taken.has(`${String(site['siteId'])} ${port}`));
    if (free) freePorts.set(String(site['siteId']), free);
  }
  freeze(server);
});
afterAll(() => server.remove());

const resourceOf = (name: string): Resource => server.services.contract.resources.get(name) as Resource;

/** A row within the region, one beyond, one at both and one at none, where the resource can have them. */
async function rowsAt(name: string): Promise<Row[]> {
  const spec = server.services.store.specs.get(name);
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
  const [near, far] = [world.near, world.far].map((sites) => sites.slice(0, 2).map((site) => String(site['siteId']))) as [
    string[],
    string[],
  ];
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
      .write((tx) => tx.insert(spec, doc as Parameters<typeof tx.insert>[1]));
    made.push(rowOf(name, stored.doc));
  }
  return made;
}

const unlimited = { tenants: 'all', shared: true, writes: 'all', writesShared: true } as const;

function rowOf(name: string, doc: Doc): Row {
  return { id: String(doc[resourceOf(name).id]), doc, standing: standingOf(name, doc, world) };
}

/** Another row: what must differ, differs. */
function fresh(resource: Resource, doc: Doc, index: number): Doc {
  const copy: Doc = { ...doc, [resource.id]: `areas-${resource.file}-${index}` };
  for (const name of (resource.data?.unique ?? []).flat()) {
    const value = copy[name];
    if (name === 'companyId' || name === resource.id || value === undefined) continue;
    copy[name] = different(name, value, index);
  }
  for (const name of ['updatedAt', 'createdAt', 'revision']) delete copy[name];
  return copy;
}

function different(name: string, value: unknown, index: number): unknown {
  if (name === 'mac') return `02:aa:00:00:0${index}:${Math.floor(Math.random() * 89 + 10)}`;
  if (name === 'ip') return `198.51.100.${10 + index + Math.floor(Math.random() * 200)}`;
  if (typeof value === 'number') return 1900 + index;
  if (name === 'policyId') return value;
  return `${String(value).slice(0, 7).trim()}_a${index}`.replaceAll(/[^\w一-鿿-]/g, '_');
}

/** Whoever of both kinds may do it by permission. */
function pairFor({ access }: Operation): Pair | undefined {
  const tree = server.services.contract.model.permissions;
  return world.pairs.find(({ all }) => typeof access !== 'object' || holdsNode(tree, all.account, access.node, access.level));
}

function addressOf(operation: Operation, row?: Row): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'companyId' ? COMPANY_ID : (row?.id ?? 'none')),
  );
}

const send = (client: Client, { method }: Operation, path: string, body?: unknown): Promise<Reply> => {
  const request = { ifMatch: '*', query: { confirm: 'true' } };
  if (method === 'get') return client.get(path);
  return method === 'delete' ? client.delete(path, request) : client[method as 'post' | 'put'](path, body, request);
};

/** What one may send of a row. */
function settable(resource: Resource, doc: Doc): Doc {
  const readOnly = new Set((resource.schemas[resource.item]?.fields ?? []).filter((field) => field.readOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.has(name)));
}

const REFUSED = new Set(['forbidden', 'delete-forbidden', 'tenant', 'not-found', 'out-of-reach']);
const said = ({ status, body }: Reply): string => `${status}${status < 400 ? '' : ` ${String(body['code'])}`}`;
const isRefused = ({ status, body }: Reply): boolean => status >= 400 && REFUSED.has(String(body['code']));
const isReached = ({ standing }: Row): boolean => standing !== 'beyond' && standing !== 'nowhere';

/** Collects what is not as it should be; a refusal counts only with its answer beside it. */
class Cells {
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
  silent(what: string, row: Row, { body }: Pick<Reply, 'body'>): void {
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
function* onRows(kind: 'get' | 'list' | 'update' | 'delete' | 'actions' | 'create'): Generator<[Resource, Operation, Pair, Row]> {
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

test('every resource that refers to a site has rows within the region, beyond it, and in both', () => {
  const lacking = [...placed].filter(([, rows]) => !rows.some(isReached) || rows.every(isReached)).map(([name]) => name);
  expect(lacking).toEqual([]);
  expect(placed.size).toBeGreaterThan(35);
});

describe('reading', () => {
  test('one item', async () => {
    const cells = new Cells();
    for (const [, operation, { some, all }, row] of onRows('get')) {
      const path = addressOf(operation, row);
      cells.check(operation.id, row, { some: await some.client.get(path), all: await all.client.get(path) }, false);
    }
    cells.done('one item', 35);
  });

  test('lists, with what may be done to each row', async () => {
    const cells = new Cells();
    const asked = new Map<string, [Doc[], Doc[]]>();
    for (const [resource, operation, { some, all }, row] of onRows('list')) {
      const path = addressOf(operation);
      let lists = asked.get(path);
      if (!lists) {
        const query = queryOf(operation);
        lists = [resultsOf(await some.client.get(path, { query })) ?? [], resultsOf(await all.client.get(path, { query })) ?? []];
        asked.set(path, lists);
      }
      const [mine, whole] = lists.map((list) => list.find((each) => each[resource.id] === row.id));
      cells.lists(operation.id, row, { some: mine !== undefined, all: whole !== undefined });
      if (!mine) continue;
      cells.silent(operation.id, row, { body: mine });
      const writing = new Set(
        [...resource.operations.update, ...resource.operations.delete, ...resource.operations.actions]
          .filter(({ method }) => method !== 'get')
          .map(({ id }) => id),
      );
      const may = ((mine['_access'] ?? []) as string[]).filter((id) => writing.has(id));
      if (row.standing !== 'within' && may.length > 0) cells.wrong.push(`${operation.id} ${row.standing}: offers ${may.join(', ')}`);
      if (
        row.standing === 'within' &&
        operation.rowAccess &&
        writing.size > 0 &&
        may.length === 0 &&
        ((whole?.['_access'] ?? []) as string[]).some((id) => writing.has(id))
      )
        cells.wrong.push(`${operation.id} within: offers nothing`);
    }
    cells.done('lists', 35);
  });

  test('exports', async () => {
    const cells = new Cells();
    for (const [resource, operation, { some, all }, row] of onRows('list')) {
      const body = {
        operation: operation.id,
        path: operation.path.includes('{companyId}') ? { companyId: COMPANY_ID } : {},
        query: exportQuery(operation),
        columns: [resource.id, ...columnsOf(resource)],
        values: 'raw',
      };
      const files = await Promise.all([some, all].map(async ({ client }) => client.post('/api/v1/export', body)));
      const [mine, whole] = files.map(({ body: answer }) => String(answer['text'] ?? ''));
      if ((files[1]?.status ?? 500) >= 400) continue;
      const line = (text: string | undefined): string | undefined => text?.split('\n').find((each) => each.includes(row.id));
      cells.lists(operation.id, row, { some: line(mine) !== undefined, all: line(whole) !== undefined });
      cells.silent(`export ${operation.id}`, row, { body: { line: line(mine) ?? '' } });
    }
    cells.done('exports', 30);
  });

  test('history, references and the operation log', async () => {
    const cells = new Cells();
    const [{ some, all }] = world.pairs.toReversed() as [Pair];
    for (const [name, rows] of placed) {
      const resource = resourceOf(name);
      const readable = [...resource.operations.get, ...resource.operations.list].map(pairFor).find((pair) => pair !== undefined);
      if (!readable) continue;
      for (const row of rows) {
        const query = { resource: name, id: row.id };
        for (const path of resource.data?.record ? ['/api/v1/references'] : ['/api/v1/history', '/api/v1/references'])
          cells.check(
            `${path} ${name}`,
            row,
            { some: await readable.some.client.get(path, { query }), all: await readable.all.client.get(path, { query }) },
            false,
          );
        if (resource.data?.record || name === 'Site') continue;
        const found = await Promise.all(
          [readable.some, readable.all].map(
            async ({ client }) =>
              resultsOf(await client.get('/api/v1/operationLogs', { query: { itemId: row.id, option: '5', limit: '5' } })) ?? [],
          ),
        );
        const [mine = [], whole = []] = found;
        cells.lists(`log ${name}`, row, { some: mine.length > 0, all: whole.length > 0 });
        if (!whole[0]) continue;
        const path = `/api/v1/operationLogs/${String(whole[0]['id'])}`;
        cells.check(
          `${path} ${name}`,
          row,
          { some: await readable.some.client.get(path), all: await readable.all.client.get(path) },
          false,
        );
      }
    }
    expect(some.account.kind === all.account.kind).toBe(true);
    cells.done('history, references and log', 60);
  });
});

test('what is told over the socket, and how much there is', async () => {
  const cells = new Cells();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const [company] = world.pairs as [Pair];
  const sockets = [company.some, company.all].map(({ token }) => {
    const socket = io(url, { transports: ['websocket'] });
    const heard = new Set<string>();
    socket.on('tasks', ({ id }: { id: string }) => heard.add(id));
    socket.on('connect', () => socket.emit('alertSubscribe', { companyId: COMPANY_ID, token }));
    return { socket, heard, next: (event: string) => new Promise<unknown>((resolve) => socket.once(event, resolve)) };
  });
  const totals = await Promise.all(sockets.map(({ next }) => next('alerts') as Promise<{ total: number }>));
  for (const [index, { client }] of [company.some, company.all].entries()) {
    const { body } = await client.get('/api/v1/mgr/alerts', { query: { companyId: COMPANY_ID, status: ['firing'], limit: '1' } });
    expect(totals[index]).toEqual({ total: body['total'] });
  }
  expect(totals[0]?.total).toBeLessThan(totals[1]?.total ?? 0);
  for (const [name, rows] of placed) {
    if (pairFor(resourceOf(name).operations.list[0] as Operation) !== company) continue;
    for (const { id } of rows) await server.services.live.tell({ resource: name, id, owner: COMPANY_ID }, 'tasks', { resource: name, id });
  }
  // messages come in order: who is answered once more has heard all there was
  const again = sockets.map(({ next }) => next('alerts'));
  for (const [index, { token }] of [company.some, company.all].entries())
    sockets[index]?.socket.emit('alertSubscribe', { companyId: COMPANY_ID, token });
  await Promise.all(again);
  for (const [name, rows] of placed) {
    if (pairFor(resourceOf(name).operations.list[0] as Operation) !== company) continue;
    for (const row of rows)
      cells.lists(`socket ${name}`, row, { some: sockets[0]?.heard.has(row.id) ?? false, all: sockets[1]?.heard.has(row.id) ?? false });
  }
  for (const { socket } of sockets) socket.close();
  cells.done('socket', 20);
});

describe('writing', () => {
  test('changes', async () => {
    const cells = new Cells();
    for (const [resource, operation, { some, all }, row] of onRows('update')) {
      const [path, body] = [addressOf(operation, row), settable(resource, row.doc)];
      cells.check(
        operation.id,
        row,
        { some: await send(some.client, operation, path, body), all: await send(all.client, operation, path, body) },
        true,
      );
    }
    cells.done('changes', 20);
  });

  test('deletions', async () => {
    const cells = new Cells();
    for (const [, operation, { some, all }, row] of onRows('delete')) {
      const path = addressOf(operation, row);
      cells.check(
        operation.id,
        row,
        { some: await send(some.client, operation, path), all: await send(all.client, operation, path) },
        true,
      );
    }
    cells.done('deletions', 20);
  });

  test('actions', async () => {
    const cells = new Cells();
    for (const [, operation, { some, all }, row] of onRows('actions')) {
      const path = addressOf(operation, row);
      const body = exampleOf(operation);
      const near = operation.id.startsWith('copyToSites')
        ? { siteIds: [String(world.near[1]?.['siteId'] ?? world.near[0]?.['siteId'])] }
        : body;
      cells.check(
        operation.id,
        row,
        { some: await send(some.client, operation, path, near), all: await send(all.client, operation, path, near) },
        operation.method !== 'get',
      );
    }
    cells.done('actions', 20);
  });

  test('bulk calls, item by item', async () => {
    const cells = new Cells();
    for (const kind of ['update', 'delete'] as const) {
      for (const [resource, operation, { some, all }, row] of onRows(kind)) {
        const item = {
          operation: operation.id,
          path: Object.fromEntries(operation.pathParams.map(({ name }) => [name, name === 'companyId' ? COMPANY_ID : row.id])),
          ifMatch: '*',
          ...(kind === 'update' ? { body: settable(resource, row.doc) } : {}),
        };
        const [mine, whole] = await Promise.all([some, all].map(({ client }) => bulk(client, item)));
        if (mine && whole) cells.check(`bulk ${operation.id}`, row, { some: mine, all: whole }, true);
      }
    }
    cells.done('bulk', 40);
  });

  test('restoring a revision', async () => {
    const cells = new Cells();
    for (const [resource, , { some, all }, row] of onRows('update')) {
      const body = { resource: resource.name, id: row.id, revision: Number(row.doc['revision'] ?? 1) };
      if (resource.name === 'Site' || resource.name === 'AddressSet') continue;
      cells.check(
        `restore ${resource.name}`,
        row,
        { some: await some.client.post('/api/v1/history/restore', body), all: await all.client.post('/api/v1/history/restore', body) },
        true,
      );
    }
    cells.done('restoring', 20);
  });

  test('new items, alone and by import: what leads beyond the region is told at its field', async () => {
    const wrong: string[] = [];
    let [made, kept] = [0, 0];
    const seen = new Set<string>();
    for (const [resource, operation, { some, all }, row] of onRows('create')) {
      const body = creatable(resource, operation, row);
      const address = addressOf(operation);
      const [one, whole] = [await send(some.client, operation, address, body), await send(all.client, operation, address, body)];
      const item = { operation: operation.id, path: operation.path.includes('{companyId}') ? { companyId: COMPANY_ID } : {}, body };
      const imported = await bulk(some.client, item);
      const field = `/${(paths.get(resource.name)?.[0] ?? 'city').replace(/\[.*$/, '')}`;
      if (whole.status >= 300) {
        if (row.standing === 'within')
          wrong.push(`${operation.id} ${row.standing}: who looks after all is told ${said(whole)} ${errorsOf(whole).join(' ')}`);
        continue;
      }
      seen.add(resource.name);
      for (const [how, reply] of [
        ['alone', one],
        ['import', imported],
      ] as const) {
        const at = errorsOf(reply);
        if (row.standing === 'within') {
          made++;
          if (reply.status >= 300) wrong.push(`${operation.id} ${how} within: ${said(reply)} ${at.join(' ')}`);
        } else {
          kept++;
          const place = resource.name === 'AuditConfig' && row.standing === 'everywhere' ? '/scope' : field;
          if (reply.status !== 422 || !at.some((pointer) => pointer.startsWith(place)))
            wrong.push(`${operation.id} ${how} ${row.standing}: expected 422 at ${place}, got ${said(reply)} ${at.join(' ')}`);
        }
      }
    }
    console.log(`areas, new items: ${made} made, ${kept} refused, ${seen.size} resources, ${wrong.length} mismatches`);
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThan(18);
  });

  test('nothing is moved out of the region, or from beyond into it', async () => {
    const wrong: string[] = [];
    let moved = 0;
    const [near, far] = [String(world.near[0]?.['siteId']), String(world.far[0]?.['siteId'])];
    for (const [resource, operation, { some, all }, row] of onRows('update')) {
      if (row.standing !== 'within') continue;
      const [path = ''] = paths.get(resource.name) ?? [];
      const out =
        resource.name === 'Site' ? { ...row.doc, city: world.far[0]?.['city'] } : placedAt(row.doc, path, [far], EACH[resource.name]);
      const address = addressOf(operation, row);
      const reply = await send(some.client, operation, address, settable(resource, out));
      const whole = await send(all.client, operation, address, settable(resource, out));
      const field = resource.name === 'Site' ? '/city' : `/${path.replace(/\[.*$/, '')}`;
      // some rules of the product keep it where it is, whoever asks
      if (whole.status >= 300) continue;
      moved++;
      if (reply.status !== 422 || !errorsOf(reply).some((pointer) => pointer.startsWith(field)))
        wrong.push(`${operation.id} to ${far} from ${near}: got ${said(reply)} ${errorsOf(reply).join(' ')}`);
    }
    expect(wrong).toEqual([]);
    expect(moved).toBeGreaterThan(12);
  });
});

async function bulk(client: Client, item: unknown): Promise<Reply> {
  const reply = await client.post('/api/v1/bulk', { atomic: false, items: [item] }, { query: { confirm: 'true' } });
  const [result] = (reply.body['results'] ?? []) as Doc[];
  return result ? { ...reply, status: Number(result['status']), body: result } : reply;
}

function errorsOf({ body }: Reply): string[] {
  return ((body['errors'] ?? []) as { pointer: string }[]).map(({ pointer }) => pointer);
}

/** A body like the row that could be stored beside it. */
function creatable(resource: Resource, operation: Operation, row: Row): Doc {
  const doc = settable(resource, fresh(resource, row.doc, 5 + (placed.get(resource.name)?.indexOf(row) ?? 0)));
  if (resource.name === 'Zone')
    doc['interfaces'] = ((doc['interfaces'] ?? []) as Doc[]).map((each) => ({ ...each, interface: freePorts.get(String(each['siteId'])) }));
  // a port carries one circuit, and a device stands once
  for (const name of ['wanName', 'sn', 'haSn', 'haConfig', 'mobileAccess', 'wifi'])
    if (['Circuit', 'Site'].includes(resource.name)) delete doc[name];
  const { companyId: _, ...rest } = doc;
  const { [resource.id]: __, ...body } = operation.path.includes('{companyId}') ? rest : doc;
  return body;
}

function exampleOf(operation: Operation): unknown {
  const raw = (server.services.contract.document['paths'] as Record<string, Record<string, Doc>>)[operation.path]?.[operation.method];
  const content = ((raw?.['requestBody'] as Doc | undefined)?.['content'] as Record<string, Doc> | undefined)?.['application/json'];
  return (content?.['examples'] as Record<string, Doc> | undefined)?.['default']?.['value'];
}

function queryOf({ paging, rowAccess, query }: Operation): Record<string, string> {
  return {
    ...(paging?.limit ? { [paging.limit]: String(Math.min(1000, paging.max ?? 1000)) } : {}),
    ...(rowAccess ? { access: 'true' } : {}),
    ...exportQuery({ query } as Operation),
  };
}

/** As far back as a log can be asked. */
function exportQuery({ query }: Operation): Record<string, string> {
  return query.some(({ name }) => name === 'option') ? { startTime: '2020-01-01T00:00:00Z', endTime: '2035-01-01T00:00:00Z' } : {};
}

function columnsOf(resource: Resource): string[] {
  const row = resource.schemas[resource.row];
  return (row?.fields ?? [])
    .filter((field) => ['siteId', 'siteIds', 'sites', 'interfaces', 'neId'].includes(field.name))
    .map((field) => field.name);
}
