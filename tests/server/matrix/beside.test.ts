import { portOf, there } from '#tests/support/answers.ts';

import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { rowLabel } from '#domain/label.ts';
import type { Operation, Resource } from '#domain/model.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { type Client, clientOf, type Reply, resultsOf, testServer, type TestServer } from '#tests/server/harness.ts';
import { type Account, accountsOf, type Doc, rowsOf } from '#tests/server/matrix/oracle.ts';
import { type Target, targetsOf } from '#tests/server/matrix/requests.ts';
import { freeze } from '#tests/server/matrix/standing-store.ts';

/** What list and get refuse, whatever stands beside them refuses too: over every resource, for every account of the demo. */
let server: TestServer;
let people: { account: Account; client: Client; token: string }[];
let targets: Map<string, Target[]>;
let specs: ItemSpec[];
const DEMO = /^(super|global|channel|company|viewer|regional|delegate)@demo\.example$|^admin$/;
const HIDDEN = 'rule-of-few';

beforeAll(async () => {
  server = await testServer();
  const accounts = (await accountsOf(server)).filter(({ username, alive }) => alive && DEMO.test(username));
  people = await Promise.all(
    accounts.map(async (account) => {
      const { token } = await server.services.sessions.create(account.username);
      return { account, token, client: clientOf(server, token) };
    }),
  );
  await hideOne();
  targets = await targetsOf(server, accounts);
  specs = server.services.store.specs.filter(({ single }) => !single);
  freeze(server);
});
afterAll(() => server.remove());

const as = (username: string): Client => there(people.find(({ account }) => account.username === username)?.client);

/** A rule that is kept from all but super administrators, and one like it that is gone. */
async function hideOne(): Promise<void> {
  const spec: ItemSpec = server.services.store.spec('PolicyRule');
  const [rule] = await rowsOf(server, 'PolicyRule');
  const actor = { name: 'super@demo.example', requestId: 'beside' };
  const reach = { tenants: 'all', shared: true, writes: 'all', writesShared: true } as const;
  await server.services.store.for({ actor, reach: () => reach }).write(async (tx) => {
    const doc = { ...rule, hiddenFrom: ['global', 'channel', 'company'] };
    await tx.insert(spec, { ...doc, id: HIDDEN, name: 'Rule of few' });
    const gone = await tx.insert(spec, { ...doc, id: `${HIDDEN}-gone`, name: 'Rule that is gone' });
    await tx.remove(spec, gone);
  });
}

/** Which of an account's calls for one item answer it. */
async function reads(client: Client, { operations }: Resource, row: Target): Promise<boolean> {
  for (const operation of operations.get) {
    if (operation.pathParams.length > 1 && row.owner === null) continue;
    const reply = await client.get(addressOf(operation, row));
    if (reply.status === 200) return true;
  }
  return false;
}

function addressOf({ path, pathParams }: Operation, { id, owner }: Target): string {
  const item = pathParams.at(-1)?.name;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(name === item ? id : (owner ?? '')));
}

const isRefused = ({ status }: Reply): boolean => status === 403 || status === 404;

async function* everyRow(): AsyncGenerator<{ who: string; client: Client; token: string; spec: ItemSpec; row: Target; may: boolean }> {
  for (const { account, client, token } of people)
    for (const spec of specs)
      for (const row of (targets.get(spec.name) ?? []).slice(0, 6))
        yield { who: account.username, client, token, spec, row, may: await reads(client, spec.resource, row) };
}

test('history, references and the operation log', async () => {
  const wrong: string[] = [];
  let [open, closed] = [0, 0];
  for await (const { who, client, spec, row, may } of everyRow()) {
    const query = { resource: spec.name, id: row.id };
    for (const path of ['/api/v1/history', '/api/v1/references']) {
      const reply = await client.get(path, { query });
      if (may) open++;
      else closed++;
      if (!may && !isRefused(reply)) wrong.push(`${who} ${path} ${spec.name} ${row.id}: refused by get, got ${reply.status}`);
      if (may && who !== 'admin' && isRefused(reply))
        wrong.push(`${who} ${path} ${spec.name} ${row.id}: answered by get, got ${reply.status}`);
    }
    if (may) continue;
    const found = resultsOf(await client.get('/api/v1/operationLogs', { query: { itemId: row.id, option: '5', limit: '50' } })) ?? [];
    if (found.some((entry) => entry['resource'] === spec.name && entry['itemId'] === row.id))
      wrong.push(`${who} log ${spec.name} ${row.id}`);
  }
  console.log(`beside: ${open} answered, ${closed} refused, ${wrong.length} mismatches`);
  expect(wrong.slice(0, 40)).toEqual([]);
  expect(Math.min(open, closed)).toBeGreaterThan(200);
}, 300_000);

test('exports hold what lists hold', async () => {
  const wrong: string[] = [];
  let files = 0;
  for (const { account, client } of people) {
    for (const spec of specs) {
      for (const operation of spec.resource.operations.list.filter(({ path }) => !path.includes('{'))) {
        const query: Record<string, string> = operation.query.some(({ name }) => name === 'option') ? { option: '5' } : {};
        const list = await client.get(operation.path, { query: { ...query, limit: '1' } });
        const body = { operation: operation.id, query, columns: [spec.id] };
        const file = await client.post('/api/v1/export', body);
        if (file.status === 422) continue;
        if (isRefused(list) !== isRefused(file))
          wrong.push(`${account.username} ${operation.id}: list ${list.status}, export ${file.status}`);
        if (file.status !== 200 || list.body['capped'] === true) continue;
        const lines = String(file.body['text']).trim().split('\n').length - 1;
        files++;
        if (lines !== list.body['total'])
          wrong.push(`${account.username} ${operation.id}: ${String(list.body['total'])} listed, ${lines} exported`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(files).toBeGreaterThan(60);
}, 300_000);

test('sockets', async () => {
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${portOf(server.app.server)}`;
  const sockets = new Map<string, { socket: Socket; heard: Set<string>; answered: (count: number) => Promise<void> }>();
  for (const { account, token } of people) {
    const socket = io(url, { transports: ['websocket'] });
    const heard = new Set<string>();
    const answers: number[] = [];
    const waiting: (() => void)[] = [];
    const answer = (): void => {
      answers.push(1);
      for (const wake of waiting.splice(0)) wake();
    };
    socket.on('tasks', ({ resource, id }: { resource: string; id: string }) => heard.add(`${resource} ${id}`));
    socket.on('alerts', answer);
    socket.on('refused', answer);
    socket.on('connect', () => socket.emit('alertSubscribe', { companyId: '', token }));
    const answered = async (count: number): Promise<void> => {
      if (answers.length >= count) return;
      await new Promise<void>((resolve) => waiting.push(resolve));
      await answered(count);
    };
    sockets.set(account.username, { socket, heard, answered });
  }
  await Promise.all([...sockets.values()].map(({ answered }) => answered(1)));
  for (const spec of specs)
    for (const row of (targets.get(spec.name) ?? []).slice(0, 6))
      await server.services.live.publish({ resource: spec.name, id: row.id, owner: row.owner }, 'tasks', {
        resource: spec.name,
        id: row.id,
      });
  for (const { account, token } of people) sockets.get(account.username)?.socket.emit('alertSubscribe', { companyId: '', token });
  await Promise.all([...sockets.values()].map(({ answered }) => answered(2)));
  const wrong: string[] = [];
  let told = 0;
  for await (const { who, spec, row, may } of everyRow()) {
    const heard = sockets.get(who)?.heard.has(`${spec.name} ${row.id}`) ?? false;
    if (heard) told++;
    if (heard && !may) wrong.push(`${who} hears of ${spec.name} ${row.id}`);
  }
  for (const { socket } of sockets.values()) socket.close();
  expect(wrong.slice(0, 40)).toEqual([]);
  expect(told).toBeGreaterThan(100);
}, 300_000);

describe('what is kept from accounts of some kinds', () => {
  test('a hidden rule is nowhere, and one that is gone too', async () => {
    const boss = as('super@demo.example');
    for (const id of [HIDDEN, `${HIDDEN}-gone`]) {
      const query = { resource: 'PolicyRule', id };
      expect((await boss.get('/api/v1/history', { query })).status, id).toBe(200);
      expect((await as('global@demo.example').get('/api/v1/history', { query })).status, id).toBe(404);
      const log = { query: { itemId: id, option: '5' } };
      expect(resultsOf(await boss.get('/api/v1/operationLogs', log)).length, id).toBeGreaterThan(0);
      expect(resultsOf(await as('global@demo.example').get('/api/v1/operationLogs', log)), id).toEqual([]);
    }
  });

  test('the default account reads of nobody before it has a name', async () => {
    const admin = as('admin');
    const closed = ['/api/v1/users/super@demo.example', '/api/v1/entrusts', '/api/v1/areaCodes', '/api/v1/companies', '/api/v1/pops'];
    const item = { resource: 'User', id: 'super@demo.example' };
    for (const path of closed) expect(await admin.get(path), path).toMatchObject({ status: 403, body: { code: 'default-account' } });
    for (const path of ['/api/v1/history', '/api/v1/references'])
      expect(await admin.get(path, { query: item }), path).toMatchObject({ status: 403, body: { code: 'default-account' } });
    for (const path of ['/api/v1/users/admin', '/api/v1/system', '/api/v1/sessions', '/api/v1/companies?view=list'])
      expect((await admin.get(path)).status, path).toBe(200);
  });
});

test('a reference to what is not reached is called nothing but missing', async () => {
  const wrong: string[] = [];
  let probed = 0;
  for (const name of ['company@demo.example', 'channel@demo.example', 'global@demo.example']) {
    const { account, client } = there(people.find((each) => each.account.username === name));
    for (const spec of specs) {
      for (const operation of spec.resource.operations.create) {
        const [company = ''] = [...account.companies];
        const base = (await rowsOf(server, spec.name)).find((doc) => spec.owner === undefined || doc[spec.owner] === company);
        for (const ref of base ? spec.refs.filter(({ path }) => !path.includes('[].')) : []) {
          const target = server.services.store.specNamed(ref.target);
          const [foreign] = target?.owner === undefined ? [] : await foreignOf(target, account);
          if (!target || !foreign || !base) continue;
          const value = foreign[ref.value ?? target.id];
          const head = ref.path.replace('[]', '');
          const body = { ...settable(spec.resource, base), [head]: ref.path.endsWith('[]') ? [value] : value };
          const path = operation.path.replace('{companyId}', company);
          const reply = await client.post(path, body, { query: { confirm: 'true' } });
          const label = rowLabel(target.resource.label, foreign, String(value));
          probed++;
          if (reply.status < 400) wrong.push(`${name} ${operation.id} ${ref.path}: took ${String(value)}`);
          else if (label.length > 3 && label !== String(value) && JSON.stringify(reply.body).includes(label))
            wrong.push(
              `${name} ${operation.id} ${ref.path}: ${JSON.stringify(reply.body['errors'] ?? reply.body['detail']).slice(0, 200)}`,
            );
        }
      }
    }
  }
  console.log(`references out of reach: ${probed} probed, ${wrong.length} told`);
  expect(wrong).toEqual([]);
  expect(probed).toBeGreaterThan(60);
}, 300_000);

async function foreignOf({ name, owner }: ItemSpec, account: Account): Promise<Doc[]> {
  return (await rowsOf(server, name)).filter(
    (doc) => typeof doc[owner ?? ''] === 'string' && !account.companies.has(String(doc[owner ?? ''])) && doc['sn'] === undefined,
  );
}

function settable(resource: Resource, doc: Doc): Doc {
  const readOnly = new Set((resource.schemas[resource.item]?.fields ?? []).filter((field) => field.readOnly).map((field) => field.name));
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.has(name)));
}
