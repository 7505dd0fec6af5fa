import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { JsonObject } from '#domain/json.ts';
import { type Client, COMPANY, GLOBAL, type Reply, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { objects } from '#tests/support/answers.ts';

const OWN = '/api/v1/companies/c-huaxin';
const sites = `${OWN}/sites`;
const changes = `${OWN}/scheduledChanges`;
const MINUTE = 60_000;

let server: TestServer;
let client: Client;
let other: Client;

beforeAll(async () => {
  server = await testServer();
  await everybody();
});
afterAll(() => server.remove());

async function everybody(): Promise<void> {
  client = await server.as(COMPANY);
  other = await server.as(SUPER);
}

const settable = (doc: JsonObject): JsonObject => {
  const readOnly = server.services.contract.resources.get('Site')?.schemas['Site']?.fields?.filter((field) => field.readOnly) ?? [];
  return Object.fromEntries(Object.entries(doc).filter(([name]) => !readOnly.some((field) => field.name === name)));
};
const made = async (name: string, more: JsonObject = {}): Promise<string> => {
  const reply = await client.post(sites, { name, deployMode: 'gateway', ...more });
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return `${sites}/${String(reply.body['siteId'])}`;
};
const change = async (path: string, with_: JsonObject, query: Record<string, string> = {}, by: Client = client): Promise<Reply> => {
  const { body, etag } = await by.get(path);
  return by.put(path, { ...settable(body), ...with_ }, { ifMatch: etag, query });
};
const siteId = (path: string): string => path.split('/').at(-1) ?? '';
const changesOf = async (path: string, by: Client = client): Promise<JsonObject[]> =>
  objects(resultsOf(await by.get(changes, { query: { siteId: siteId(path), sort: '-dueAt' } })));
const changeOf = async (path: string): Promise<JsonObject> => (await changesOf(path))[0] ?? {};
const later = (minutes: number): string => new Date(server.clock.now() + minutes * MINUTE).toISOString();
const pass = async (minutes: number): Promise<void> => {
  server.clock.advance(minutes * MINUTE);
  await server.services.jobs.runDue();
  // sessions end meanwhile
  await everybody();
};
const remark = async (path: string): Promise<unknown> => (await client.get(path)).body['remark'];
const wifiKey = async (path: string): Promise<unknown> =>
  (await server.services.system.get(server.services.store.spec('Site'), siteId(path)))?.secret['/wifi/key'];
const wifi = (key: string): JsonObject => ({ wifi: { enable: true, ssid: 'Guests', encryption: 'wpa2', macFilter: 'disabled', key } });

describe('on trial', () => {
  test('it holds at once, and is taken back by itself, with the secrets, when nobody confirms it', async () => {
    const path = await made('Trial_over', { remark: 'before', ...wifi('longenough1') });
    expect(await change(path, { remark: 'after', ...wifi('another-key-2') }, { confirmWithin: '10' })).toMatchObject({
      status: 200,
      body: { remark: 'after', revision: 2 },
    });
    expect(await changeOf(path)).toMatchObject({
      way: 'trial',
      state: 'unconfirmed',
      appliedBy: COMPANY,
      dueAt: later(10).replace('.000', ''),
      changed: ['remark', 'wifi'],
      before: { remark: 'before' },
      after: { remark: 'after' },
    });
    expect(JSON.stringify((await client.get(`${changes}/${String((await changeOf(path))['id'])}`)).body)).not.toContain('longenough1');
    await pass(9);
    expect(await remark(path)).toBe('after');
    await pass(1);
    expect(await client.get(path)).toMatchObject({ body: { remark: 'before', revision: 3 } });
    expect(await wifiKey(path)).toBe('longenough1');
    expect(await changeOf(path)).toMatchObject({ state: 'reverted', endedBy: 'system' });
  });

  test('a secret that the trial brought goes with it', async () => {
    const path = await made('Trial_secret');
    expect((await change(path, wifi('longenough1'), { confirmWithin: '5' })).status).toBe(200);
    await pass(5);
    expect(await wifiKey(path)).toBeUndefined();
    expect((await client.get(path)).body).not.toHaveProperty('wifi');
  });

  test('confirmed it stays; who applied it alone confirms it or takes it back', async () => {
    const path = await made('Trial_confirmed', { remark: 'before' });
    await change(path, { remark: 'after' }, { confirmWithin: '10' });
    const at = `${changes}/${String((await changeOf(path))['id'])}`;
    for (const action of ['confirm', 'revert'])
      expect(await other.post(`${at}/${action}`)).toMatchObject({
        status: 403,
        body: { code: 'site.change-not-yours', params: { actor: COMPANY } },
      });
    const access = async (by: Client): Promise<unknown> =>
      objects(resultsOf(await by.get(changes, { query: { siteId: siteId(path), access: 'true' } })))[0]?.['_access'];
    expect(await access(client)).toEqual(expect.arrayContaining(['confirmScheduledChange', 'revertScheduledChange']));
    expect(await access(other)).not.toContain('confirmScheduledChange');
    // others see that it waits
    expect(await changesOf(path, await server.as(VIEWER))).toMatchObject([{ state: 'unconfirmed', appliedBy: COMPANY }]);
    expect(await client.post(`${at}/confirm`)).toMatchObject({ status: 200, body: { state: 'confirmed', endedBy: COMPANY } });
    await pass(30);
    expect(await remark(path)).toBe('after');
    expect(await client.post(`${at}/revert`)).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
  });

  test('taken back by hand before its time', async () => {
    const path = await made('Trial_by_hand', { remark: 'before' });
    await change(path, { remark: 'after' }, { confirmWithin: '10' });
    const at = `${changes}/${String((await changeOf(path))['id'])}`;
    expect(await client.post(`${at}/revert`)).toMatchObject({ status: 200, body: { state: 'reverted', endedBy: COMPANY } });
    expect(await remark(path)).toBe('before');
  });

  test('somebody changed the site since: it stays as it is, and the change says who did', async () => {
    const path = await made('Trial_overtaken', { remark: 'before' });
    await change(path, { remark: 'after' }, { confirmWithin: '10' });
    expect((await change(path, { location: 'Elsewhere 1' }, {}, other)).status).toBe(200);
    await pass(10);
    expect((await client.get(path)).body).toMatchObject({ remark: 'after', location: 'Elsewhere 1' });
    expect(await changeOf(path)).toMatchObject({ state: 'superseded', endedBy: SUPER });
  });

  test('one trial of a site at a time; a dry run keeps nothing', async () => {
    const path = await made('Trial_twice');
    expect((await change(path, { remark: 'a' }, { confirmWithin: '10', dryRun: 'true' })).status).toBe(200);
    expect(await changesOf(path)).toEqual([]);
    await change(path, { remark: 'a' }, { confirmWithin: '10' });
    expect(await change(path, { remark: 'b' }, { confirmWithin: '10' })).toMatchObject({
      status: 409,
      body: { code: 'site.change-unconfirmed', params: { actor: COMPANY } },
    });
  });

  test('a device that was exchanged on trial is at the site again afterwards', async () => {
    for (const sn of ['AR1200-770001', 'AR1200-770002']) await client.post(`${OWN}/devices`, { sn, model: 'AR1200' });
    const path = await made('Trial_device', { sn: 'AR1200-770001' });
    await change(path, { sn: 'AR1200-770002' }, { confirmWithin: '10' });
    await pass(10);
    const stands = async (sn: string): Promise<unknown> =>
      objects(resultsOf(await client.get(`${OWN}/devices`, { query: { sn } })))[0]?.['siteId'];
    expect(await stands('AR1200-770001')).toBe(siteId(path));
    expect(await stands('AR1200-770002')).toBeUndefined();
  });

  test('what cannot be taken back stays, and the change says why', async () => {
    const tag = await client.post(`${OWN}/tags`, { name: 'Trial_tag', type: 'site' });
    const path = await made('Trial_refused', { siteTag: [String(tag.body['id'])] });
    await change(path, { siteTag: [] }, { confirmWithin: '10' });
    expect((await client.delete(`${OWN}/tags/${String(tag.body['id'])}`, { ifMatch: '*' })).status).toBe(204);
    await pass(10);
    expect(await changeOf(path)).toMatchObject({ state: 'failed', reason: expect.stringContaining(String(tag.body['id'])) });
    expect((await client.get(path)).body['siteTag']).toEqual([]);
  });

  test('the request that applied it can be undone: nothing is left to be taken back', async () => {
    const path = await made('Trial_undone', { remark: 'before' });
    const { headers } = await change(path, { remark: 'after' }, { confirmWithin: '10' });
    expect((await client.post('/api/v1/undo', { requestId: headers['x-request-id'] })).status).toBe(200);
    expect(await changesOf(path)).toEqual([]);
    await pass(10);
    expect(await remark(path)).toBe('before');
  });
});

describe('at a time', () => {
  test('it is checked at once, applied when its time comes, after a restart too, once, by whoever wanted it', async () => {
    const path = await made('Timed', { remark: 'before', location: 'Here 1' });
    expect(await change(path, { name: 'bad  name' }, { applyAt: later(60) })).toMatchObject({ status: 422 });
    expect(await change(path, { remark: 'after', ...wifi('longenough1') }, { applyAt: later(60) })).toMatchObject({
      status: 200,
      body: { remark: 'before', revision: 1 },
    });
    expect(await changeOf(path)).toMatchObject({ way: 'timed', state: 'scheduled', changed: ['remark', 'wifi'] });
    // what is changed beside it stands
    await change(path, { location: 'There 2' }, {}, other);
    await server.restart();
    await everybody();
    await pass(59);
    expect(await remark(path)).toBe('before');
    server.clock.advance(MINUTE);
    await Promise.all([server.services.jobs.runDue(), server.services.jobs.runDue()]);
    await everybody();
    expect((await client.get(path)).body).toMatchObject({ remark: 'after', location: 'There 2', revision: 3, wifi: { ssid: 'Guests' } });
    expect(await wifiKey(path)).toBe('longenough1');
    expect(await changeOf(path)).toMatchObject({ state: 'applied', toRevision: 3 });
    const [last] = objects(resultsOf(await client.get('/api/v1/history', { query: { resource: 'Site', id: siteId(path) } })));
    expect(last).toMatchObject({ actor: COMPANY });
  });

  test('delivered is what the device says, and only while the site is as it was applied', async () => {
    const [row] = objects(resultsOf(await client.get(sites, { query: { state: 'ONLINE', limit: '1' } })));
    const path = `${sites}/${String(row?.['siteId'])}`;
    await change(path, { remark: 'delivered?' }, { confirmWithin: '10' });
    expect((await changeOf(path))['configState']).toBe('pending');
    server.clock.advance(6000);
    await server.services.jobs.runDue();
    expect((await changeOf(path))['configState']).toBe('success');
    await change(path, { remark: 'again' });
    expect(await changeOf(path)).not.toHaveProperty('configState');
  });

  test('somebody changed the same since: it is not applied, and says who did', async () => {
    const path = await made('Timed_overtaken', { remark: 'before' });
    await change(path, { remark: 'after' }, { applyAt: later(60) });
    await change(path, { remark: 'theirs' }, {}, other);
    await pass(60);
    expect(await remark(path)).toBe('theirs');
    expect(await changeOf(path)).toMatchObject({ state: 'superseded', endedBy: SUPER });
  });

  test('cancelled it is not applied', async () => {
    const path = await made('Timed_cancelled', { remark: 'before' });
    await change(path, { remark: 'after' }, { applyAt: later(60) });
    const at = `${changes}/${String((await changeOf(path))['id'])}`;
    expect(await other.post(`${at}/cancel`)).toMatchObject({ status: 200, body: { state: 'cancelled', endedBy: SUPER } });
    await pass(60);
    expect(await remark(path)).toBe('before');
  });

  test('who may no longer change the site by then does not', async () => {
    const boss = await server.as(GLOBAL);
    const path = await made('Timed_without_right', { remark: 'before' });
    await change(path, { remark: 'after' }, { applyAt: later(60) }, boss);
    const items = [{ operation: 'updateUser', path: { username: GLOBAL }, set: { enable: false } }];
    expect((await other.post('/api/v1/bulk', { items })).body, 'disabled').toMatchObject({ applied: true });
    await pass(60);
    expect(await remark(path)).toBe('before');
    expect(await changeOf(path)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/\S/) });
  });

  test('a time that is over, or a year away, and both ways at once are refused', async () => {
    const path = await made('Timed_badly');
    for (const at of [later(-1), later(60 * 24 * 400)])
      expect(await change(path, { remark: 'x' }, { applyAt: at })).toMatchObject({ status: 422, body: { code: 'site.apply-past' } });
    expect(await change(path, { remark: 'x' }, { applyAt: later(5), confirmWithin: '5' })).toMatchObject({
      status: 422,
      body: { code: 'site.apply-both' },
    });
    expect(await client.put(path, {}, { ifMatch: '"0"', query: { applyAt: later(5) } })).toMatchObject({ status: 422 });
    const { body } = await client.get(path);
    expect(await client.put(path, settable(body), { ifMatch: '"99"', query: { applyAt: later(5) } })).toMatchObject({ status: 412 });
  });
});
