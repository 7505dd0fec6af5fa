import { afterAll, beforeAll, expect, test } from 'vitest';

import { fillPath } from '#domain/fill-path.ts';
import type { Operation, Resource } from '#domain/model.ts';
import { objects } from '#tests/support/answers.ts';
import { type Client, COMPANY, REGIONAL, type Reply, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';
import { settable } from '#tests/server/matrix/area-rows.ts';
import { accountsOf } from '#tests/server/matrix/oracle.ts';
import { type Target, targetsOf } from '#tests/server/matrix/requests.ts';
import { freeze } from '#tests/server/matrix/standing-store.ts';

/**
 * Undo, bulk, restoring and bringing back over every resource, for every account of the demo: each is refused to whom the
 * plain call is refused, and to nobody else.
 */
let server: TestServer;
let people: { who: string; client: Client }[];
let left: { resource: Resource; row: Target }[];
const DEMO = /^(super|global|channel|company|viewer|regional|delegate)@demo\.example$/;
/** By which accounts are told apart: without them the others are none of theirs. */
const ANCHORS = new Set(['Company', 'User', 'Role', 'Region', 'ChannelTrade', 'Site', 'Entrust']);

/** Brought back by whom it may be read and made; shown to whom only their reach stands in the way; else neither. */
type Way = 'back' | 'shown' | 'none';
type Gone = { resource: Resource; row: Target; may: Map<string, Way> };
const gone: Gone[] = [];

beforeAll(async () => {
  server = await testServer();
  const accounts = (await accountsOf(server)).filter(({ username }) => DEMO.test(username));
  people = await Promise.all(accounts.map(async ({ username }) => ({ who: username, client: await server.as(username) })));
  const targets = await targetsOf(server, accounts);
  const { contract, store } = server.services;
  const stored = [...contract.resources.values()].filter(({ name, data }) => store.specNamed(name)?.single === false && !data?.record);
  const rows = stored.flatMap((resource) => (targets.get(resource.name) ?? []).slice(0, 4).map((row, index) => ({ resource, row, index })));
  // every other one is gone
  const removed = rows.filter(
    ({ index, resource: { name, operations } }) =>
      index % 2 === 0 && operations.create.length > 0 && operations.delete.length > 0 && !ANCHORS.has(name),
  );
  left = rows.filter((row) => !removed.includes(row));
  for (const { resource, row } of removed) {
    const may = new Map<string, Way>();
    for (const { who, client } of people)
      may.set(who, (await reads(client, resource, row)) ? await creates(client, resource, row) : 'none');
    gone.push({ resource, row, may });
  }
  for (const { resource, row } of gone) await remove(resource.name, row.id);
  freeze(server);
});
afterAll(() => server.remove());

const requestOf = (resource: string, id: string): string => `gone-${resource}-${id}`;

async function remove(resource: string, id: string): Promise<void> {
  const spec = server.services.store.specNamed(resource);
  const reach = { tenants: 'all', shared: true, writes: 'all', writesShared: true } as const;
  const actor = { name: SUPER, requestId: requestOf(resource, id) };
  await server.services.store.for({ actor, reach: () => reach }).write(async (tx) => {
    const item = spec && (await tx.get(spec, id));
    if (item) await tx.remove(spec, item);
  });
}

const isRefused = ({ status }: Pick<Reply, 'status'>): boolean => status === 403 || status === 404;

function pathOf({ pathParams }: Operation, { id, owner }: Target, item = true): Record<string, string> | undefined {
  const entries = pathParams.map(({ name }, index): [string, string | null] => [
    name,
    item && index === pathParams.length - 1 ? id : name === 'companyId' ? owner : null,
  ]);
  return entries.every((entry): entry is [string, string] => entry[1] !== null) ? Object.fromEntries(entries) : undefined;
}

async function reads(client: Client, { operations }: Resource, row: Target): Promise<boolean> {
  for (const operation of operations.get) {
    const path = pathOf(operation, row);
    if (path && (await client.get(fillPath(operation.path, path))).status === 200) return true;
  }
  return false;
}

/** Whether a new item like this one would be taken, but for what is there already. */
async function creates(client: Client, resource: Resource, row: Target): Promise<Way> {
  let found: Way = 'none';
  for (const operation of resource.operations.create) {
    const path = pathOf(operation, row, false);
    if (!path) continue;
    const body = settable(resource, row.doc);
    const reply = await client.post(fillPath(operation.path, path), body, { query: { dryRun: 'true', confirm: 'true' } });
    if (isRefused(reply)) continue;
    if (!objects(reply.body['errors'] ?? []).some(({ code }) => String(code).includes('reach'))) return 'back';
    found = 'shown';
  }
  return found;
}

test('restoring an item is for whom changing it is, deleting in bulk for whom deleting it is', async () => {
  const wrong: string[] = [];
  const tally = { open: 0, closed: 0 };
  for (const { who, client } of people)
    for (const { resource, row } of left) {
      for (const operation of resource.operations.delete) {
        const path = pathOf(operation, row);
        if (!path) continue;
        const plain = await client.delete(fillPath(operation.path, path), { ifMatch: '*' });
        const items = [{ operation: operation.id, path, ifMatch: '*' }];
        const reply = await client.post('/api/v1/bulk', { atomic: false, items });
        const side = objects(reply.body['results'])[0] ?? reply.body;
        tally[isRefused(plain) ? 'closed' : 'open']++;
        if (
          plain.status < 400 !== Number(side['status'] ?? reply.status) < 400 ||
          (plain.status >= 400 && side['code'] !== plain.body['code'])
        )
          wrong.push(
            `${who} bulk ${operation.id} ${row.id}: ${plain.status} ${String(plain.body['code'])}, in bulk ${JSON.stringify(side)}`,
          );
      }
      const changes = resource.operations.update.flatMap((operation) => {
        const path = pathOf(operation, row);
        return path ? [{ operation, path }] : [];
      });
      if (changes.length === 0 || resource.revision === undefined) continue;
      const plain = await Promise.all(
        changes.map(({ operation, path }) => client.put(fillPath(operation.path, path), settable(resource, row.doc), { ifMatch: '*' })),
      );
      const body = { resource: resource.name, id: row.id, revision: Number(row.doc['revision'] ?? 1) };
      const restored = await client.post('/api/v1/history/restore', body);
      tally[plain.every(isRefused) ? 'closed' : 'open']++;
      if (plain.every(isRefused) ? !isRefused(restored) : plain.some(({ status }) => status === 200) && isRefused(restored))
        wrong.push(`${who} restore ${resource.name} ${row.id}: ${plain.map(({ status }) => status).join()}, restored ${restored.status}`);
    }
  expect(wrong).toEqual([]);
  expect(Math.min(tally.open, tally.closed)).toBeGreaterThan(100);
});

test('what is gone is told to whom it may be read and made, comes back for him alone, and so does the request that took it', async () => {
  const wrong: string[] = [];
  const tally = { back: 0, shown: 0, none: 0 };
  for (const { who, client } of people) {
    const lists = new Map<string, Set<unknown>>();
    for (const { resource, row, may } of gone) {
      const way = may.get(who) ?? 'none';
      tally[way]++;
      const say = (what: string): void => void wrong.push(`${who} ${resource.name} ${row.id}: ${way}, ${what}`);
      let list = lists.get(resource.name);
      if (!list) {
        const reply = await client.get('/api/v1/deleted', { query: { resource: resource.name, limit: '1000' } });
        lists.set(resource.name, (list = new Set(objects(reply.body['results'] ?? []).map(({ id }) => id))));
      }
      if (list.has(row.id) !== (way !== 'none')) say(`listed ${String(list.has(row.id))}`);
      const back = await client.post('/api/v1/deleted/restore', { resource: resource.name, items: [{ id: row.id }] });
      const one = objects(back.body['results'] ?? [])[0] ?? back.body;
      const status = Number(one['status'] ?? back.status);
      if (way === 'none' ? !isRefused({ status }) : way === 'shown' ? status < 400 : isRefused({ status }))
        say(`back ${JSON.stringify(one)}`);
      const undone = await client.post('/api/v1/undo', { requestId: requestOf(resource.name, row.id), actor: SUPER });
      const hidden = objects(undone.body['errors'] ?? []).some(({ code }) => code === 'undo-refused.hidden');
      if (way === 'back' ? isRefused(undone) || hidden : undone.status < 400) say(`undone ${undone.status} ${JSON.stringify(undone.body)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(Math.min(tally.back, tally.none)).toBeGreaterThan(100);
  expect(tally.shown).toBeGreaterThan(10);
  // what stood beyond a region is among it
  const beyond = gone.filter(({ may }) => may.get(COMPANY) === 'back' && may.get(REGIONAL) === 'none');
  expect(beyond.length).toBeGreaterThan(10);
});
