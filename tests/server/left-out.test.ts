import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { asObject, isObject } from '#domain/json.ts';
import type { Field, Json, Operation } from '#domain/model.ts';
import type { Served } from '#server/kernel/contract.ts';
import { LeftOut } from '#server/store/fits/left-out.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { derived } from '#server/store/migrate.ts';
import { type Client, type Reply, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { portOf } from '#tests/support/answers.ts';
import { dereference, rawOperation } from '#tests/support/contract-document.ts';
import { knownOfSqlite } from '#tests/support/effort.ts';

const COMPANY = 'c-huaxin';
/** What stands in documents that do not fit, wherever a text may stand. */
const UNFIT = 'does not fit ⌁';
/** Who asks, what is asked for and what a viewer is made of stay as they are. */
const KEPT = new Set(['User', 'Company', 'Role', 'SystemConfig', 'PrivilegeGroup']);

let server: TestServer;
let client: Client;
/** One document of each entity that fits and one that does not. */
const items = new Map<string, { fit: string; unfit: string }>();
beforeAll(async () => {
  server = await testServer();
  const { store } = server.services;
  for (const spec of store.specs) if (!KEPT.has(spec.name)) await spoil(spec);
  await store.engine.write((tx) => tx.deleteFrom('meta').where('name', 'like', 'fits%').execute());
  await server.restart();
  client = await server.as(SUPER);
});
afterAll(() => server.remove());

/** Every second document, as an earlier contract may have left it. */
async function spoil(spec: ItemSpec): Promise<void> {
  const { engine } = server.services.store;
  const rows = await engine.read.selectFrom(spec.table).select(['id', 'doc', 'owner']).orderBy('id').limit(200).execute();
  const own = rows.filter(({ owner }) => owner === COMPANY);
  const [fit, ...others] = [...own, ...rows.filter(({ owner }) => owner !== COMPANY)];
  if (!fit) return;
  const chosen = others.filter((_, index) => index % 2 === 0);
  const free = (spec.fields.fields ?? []).filter((field) => isFree(spec, field));
  // one commit for all: each would wait for the disk
  await engine.write(async (tx) => {
    for (const { id, doc } of chosen) {
      const spoilt: Record<string, Json> = { ...asObject(JSON.parse(doc)), ofBefore: UNFIT };
      for (const { name } of free) if (spoilt[name] !== undefined) spoilt[name] = `${UNFIT} ${id}`;
      const columns = { ...derived(spec, spoilt), doc: JSON.stringify(spoilt) };
      await tx.updateTable(spec.table).set(columns).where('id', '=', id).execute();
    }
  });
  if (chosen[0]) items.set(spec.name, { fit: fit.id, unfit: chosen[0].id });
}

function isFree(spec: ItemSpec, { name, kind, ref, values, format }: Field): boolean {
  return kind === 'text' && !ref && !values && !format?.startsWith('date') && name !== spec.id && name !== spec.owner;
}

/** A call of an operation that reads, about an item of either kind. */
async function ask({ operation, resource }: Served, which: 'fit' | 'unfit'): Promise<Reply> {
  const { store } = server.services;
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    if (name === 'companyId') return COMPANY;
    const named = store.specs.find((spec) => spec.id === name && items.has(spec.name))?.name ?? resource?.name ?? '';
    return encodeURIComponent(items.get(named)?.[which] ?? 'none');
  });
  return client.get(path, { query: requiredOf(operation) });
}

function requiredOf(operation: Operation): Record<string, string> {
  return Object.fromEntries(
    rawOperation(operation).parameters.flatMap((parameter) => {
      if (parameter.in !== 'query' || !(parameter.required || parameter.name === 'companyId')) return [];
      const schema = dereference(parameter.schema);
      const examples: unknown = schema['examples'];
      return [
        [parameter.name, parameter.name === 'companyId' ? COMPANY : String(Array.isArray(examples) ? examples[0] : schema['example'])],
      ];
    }),
  );
}

test.skipIf(knownOfSqlite)(
  'no answer of any operation holds a document that does not fit: it is marked, refused or left out, and the answer says so',
  async () => {
    const served = [...server.services.contract.operations.values()].filter(({ operation }) => operation.method === 'get');
    const [said, marked, refused, faults]: [string[], string[], string[], string[]] = [[], [], [], []];
    for (const each of served)
      for (const which of ['fit', 'unfit'] as const) {
        const { status, body, headers } = await ask(each, which);
        // reasons may quote what they refuse
        if (each.operation.id === 'listUnfitItems') continue;
        if (body['code'] === 'schema-mismatch') {
          refused.push(each.operation.id);
          continue;
        }
        // a marked row is without the values that do not fit
        const text = JSON.stringify(body, (_, value: unknown) => (isObject(value) && '_mismatch' in value ? 'marked' : value));
        if (text.includes(UNFIT))
          faults.push(
            `${each.operation.id} ${which} ${status} ${text.slice(Math.max(0, text.indexOf(UNFIT) - 200), text.indexOf(UNFIT) + 50)}`,
          );
        if (headers['x-left-out'] !== undefined) said.push(`${each.operation.id} ${headers['x-left-out']}`);
        if (JSON.stringify(body).includes('"_mismatch"')) marked.push(each.operation.id);
      }
    expect(faults).toEqual([]);
    expect(marked.length).toBeGreaterThan(100);
    expect(refused.length).toBeGreaterThan(50);
    expect(Object.fromEntries(said.map((each) => [each.split(' ', 1)[0], true]))).toMatchObject({
      getTopologyGraph: true,
      getDashboard: true,
      getCompanyState: true,
      getSystemStatus: true,
      getSlaHeatMap: true,
      getAlertDictionary: true,
      listCitySites: true,
      listSiteSelection: true,
      listRuleFindings: true,
      listAlarmCauses: true,
      listEntrusts: true,
    });
  },
);

test('what is answered every second over the socket says it as the same call over HTTP does', async () => {
  const over = await client.get(`/api/v1/companies/${COMPANY}/audit/realtime`);
  const said = over.headers['x-left-out'];
  expect(said).toMatch(/Site=\d/);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const token = (await server.services.sessions.create(SUPER)).token;
  const socket = io(`http://127.0.0.1:${portOf(server.app.server)}`, { transports: ['websocket'] });
  try {
    const watched = new Promise((resolve) => socket.once('watched', resolve));
    socket.once('alerts', () => {
      socket.emit('watch', { id: 'a', operation: 'getRealtimeMonitor', path: { companyId: COMPANY }, query: { locale: 'en' }, token });
    });
    socket.on('connect', () => socket.emit('alertSubscribe', { companyId: COMPANY, token }));
    expect(await watched).toMatchObject({ id: 'a', leftOut: said });
  } finally {
    socket.close();
  }
});

test('what was left out is said in one order, whichever read came back first', () => {
  const [one, other] = [new LeftOut(), new LeftOut()];
  one.note('Site', ['a', 'b']);
  one.note('Device', ['c']);
  other.note('Device', ['c']);
  other.note('Site', ['b']);
  other.note('Site', ['a', 'b']);
  expect(one.text()).toBe('Device=1, Site=2');
  expect(other.text()).toBe(one.text());
  expect(new LeftOut().text()).toBeUndefined();
});

test('what is put right is in the next answer, and no longer among what was left out', async () => {
  const leftOut = async (): Promise<number> => {
    const { headers } = await client.get(`/api/v1/companies/${COMPANY}/cities`);
    return Number(/Region=(\d+)/.exec(headers['x-left-out'] ?? '')?.[1] ?? 0);
  };
  const before = await leftOut();
  expect(before).toBeGreaterThan(1);
  const path = `/api/v1/companies/${COMPANY}/regions/${items.get('Region')?.unfit ?? ''}`;
  const { status, body, etag } = await client.get(path);
  expect([status, body['code']]).toEqual([409, 'schema-mismatch']);
  const { cities } = asObject(body['current']);
  const saved = await client.put(path, { cities, name: 'Put right', remark: 'fits' }, { ifMatch: etag });
  expect(saved).toMatchObject({ status: 200, body: { name: 'Put right' } });
  expect(await leftOut()).toBe(before - 1);
});

test('all of them are listed by kind, with their reasons, as far as their reader reaches', async () => {
  const list = (query: Record<string, string | string[]> = {}): Promise<Reply> => client.get('/api/v1/unfitItems', { query });
  const all = await list({ limit: '1000' });
  const rows = resultsOf(all);
  expect(Number(all.body['total'])).toBeGreaterThan(500);
  const { unfit = '', fit } = items.get('Circuit') ?? {};
  const circuits = await list({ resource: 'Circuit', limit: '1000', locale: 'en' });
  expect(resultsOf(circuits)).toHaveLength(Number(circuits.body['total']));
  expect(resultsOf(circuits).find(({ itemId }) => itemId === unfit)).toMatchObject({
    id: `Circuit:${unfit}`,
    resource: 'Circuit',
    companyId: COMPANY,
    reasons: expect.arrayContaining([expect.stringContaining('ofBefore')]),
  });
  expect(resultsOf(circuits).some(({ itemId }) => itemId === fit)).toBe(false);
  const channels = resultsOf(await list({ resource: 'ChannelTrade' }));
  expect(channels.map(({ label, itemId }) => label === itemId)).toEqual(channels.map(() => true));
  expect(channels.length).toBeGreaterThan(0);
  // pages go on where the one before ended, over all kinds
  const second = resultsOf(await list({ skip: '40', limit: '40' }));
  expect(second.map(({ id }) => id)).toEqual(rows.slice(40, 80).map(({ id }) => id));
  const exported = await client.post('/api/v1/export', { operation: 'listUnfitItems', columns: ['label', 'resource', 'reasons'] });
  expect(exported.status).toBe(200);
  expect((await (await server.as(VIEWER)).get('/api/v1/unfitItems')).status).toBe(403);
});
