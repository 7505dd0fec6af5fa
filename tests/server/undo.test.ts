import { objects } from '#tests/support/answers.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';

type Doc = Record<string, unknown>;

const OWN = 'c-huaxin';
const tags = `/api/v1/companies/${OWN}/tags`;
const sites = `/api/v1/companies/${OWN}/sites`;
const devices = `/api/v1/companies/${OWN}/devices`;

let server: TestServer;
let client: Client;
let boss: Client;

beforeAll(async () => {
  server = await testServer();
  [client, boss] = [await server.as(COMPANY), await server.as(SUPER)];
});
afterAll(() => server.remove());

const tag = (name: string, more: Doc = {}): Doc => ({ name, type: 'site', ...more });
const make = async (name: string, more: Doc = {}): Promise<string> => String((await client.post(tags, tag(name, more))).body['id']);
const create = (name: string, more: Doc = {}) => ({ operation: 'createCompanyTag', path: { companyId: OWN }, body: tag(name, more) });
const change = (tagId: string, body: Doc) => ({
  operation: 'updateCompanyTag',
  path: { companyId: OWN, tagId },
  body,
  ifMatch: '*',
});
const remove = (tagId: string) => ({ operation: 'deleteCompanyTag', path: { companyId: OWN, tagId }, ifMatch: '*' });
const run = async (requestId: string, ...items: unknown[]): Promise<void> => {
  const reply = await client.post('/api/v1/bulk', { items }, { headers: { 'x-request-id': requestId } });
  expect(reply.body['results'], JSON.stringify(reply.body)).not.toContainEqual(expect.objectContaining({ code: expect.any(String) }));
};
const undo = (requestId: string, more: Doc = {}, by = client, query: Record<string, string> = {}) =>
  by.post('/api/v1/undo', { requestId, ...more }, { query });
const found = async (id: string): Promise<Doc | undefined> => {
  const reply = await client.get(`${tags}/${id}`);
  return reply.status === 200 ? reply.body : undefined;
};
const idOf = async (name: string): Promise<string> => String(resultsOf(await client.get(tags, { query: { keyword: name } }))[0]?.['id']);
const revisionsOf = async (resource: string, id: string): Promise<unknown> =>
  (await client.get('/api/v1/history', { query: { resource, id } })).body['total'];

describe('a request is taken back', () => {
  test('what was created, changed and deleted goes back in one step, and can come again', async () => {
    const [changed, deleted] = [await make('undo-changed', { remark: 'one' }), await make('undo-deleted', { remark: 'kept' })];
    await run('undo-1', create('undo-created'), change(changed, tag('undo-changed', { remark: 'two' })), remove(deleted));
    const created = await idOf('undo-created');

    const told = [
      { resource: 'Tag', id: deleted, label: 'undo-deleted', outcome: 'restored' },
      { resource: 'Tag', id: changed, label: 'undo-changed', outcome: 'reverted' },
      { resource: 'Tag', id: created, label: 'undo-created', outcome: 'removed' },
    ];
    const dry = await undo('undo-1', {}, client, { dryRun: 'true' });
    expect(dry).toMatchObject({ status: 200, body: { total: 3, consequences: 0, results: told } });
    expect(await found(deleted)).toBeUndefined();

    const done = await undo('undo-1');
    expect(done).toMatchObject({ status: 200, body: { total: 3, results: told } });
    expect(await found(created)).toBeUndefined();
    expect(await found(changed)).toMatchObject({ remark: 'one', revision: 3 });
    expect(await found(deleted)).toMatchObject({ name: 'undo-deleted', remark: 'kept' });

    const again = await undo(String(done.headers['x-request-id']));
    expect(again.body['results']).toMatchObject([
      { id: created, outcome: 'restored' },
      { id: changed, outcome: 'reverted' },
      { id: deleted, outcome: 'removed' },
    ]);
    expect(await found(changed)).toMatchObject({ remark: 'two' });
  });

  test('calls that share a request id are one; the same item more than once goes back to the first', async () => {
    const id = await make('undo-parts', { remark: 'one' });
    await run('undo-2', create('undo-part-a'), change(id, tag('undo-parts', { remark: 'two' })));
    await run('undo-2', create('undo-part-b'), change(id, tag('undo-parts', { remark: 'three' })));
    expect((await undo('undo-2')).body['total']).toBe(3);
    expect(await found(id)).toMatchObject({ remark: 'one' });
    expect((await client.get(tags, { query: { keyword: 'undo-part-' } })).body['total']).toBe(0);
  });

  test('an answer that was lost is given again', async () => {
    await run('undo-3', create('undo-lost'));
    const headers = { 'idempotency-key': 'undo-once-0001' };
    const first = await client.post('/api/v1/undo', { requestId: 'undo-3' }, { headers });
    const second = await client.post('/api/v1/undo', { requestId: 'undo-3' }, { headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });
});

describe('a request stays where it cannot be taken back whole', () => {
  test('somebody changed a row since: it is named, and nothing is changed', async () => {
    const id = await make('undo-newer', { remark: 'one' });
    await run('undo-4', create('undo-beside'), change(id, tag('undo-newer', { remark: 'two' })));
    await boss.put(`${tags}/${id}`, tag('undo-newer', { remark: 'three' }), { ifMatch: '*' });
    expect(await undo('undo-4')).toMatchObject({
      status: 409,
      body: {
        code: 'undo-refused',
        detail: '1 items cannot go back to what they were. Nothing was undone.',
        errors: [{ code: 'undo-refused.newer', detail: `Tag "undo-newer" has been changed since by ${SUPER}.` }],
      },
    });
    expect(await found(id)).toMatchObject({ remark: 'three' });
    expect(await idOf('undo-beside')).not.toBe('undefined');
    expect((await undo('undo-4', {}, client, { locale: 'zh' })).body['errors']).toMatchObject([
      { detail: `标签“undo-newer”之后又被 ${SUPER} 修改过。` },
    ]);
  });

  test('a created row is used since: it says by what, and nothing is changed', async () => {
    await run('undo-5', create('undo-used'), create('undo-unused'));
    const id = await idOf('undo-used');
    const site = await client.post(sites, { name: 'Undo_user', deployMode: 'gateway', siteTag: [id] });
    expect(site.status, JSON.stringify(site.body)).toBe(201);
    const reply = await undo('undo-5');
    expect(reply).toMatchObject({ status: 409, body: { code: 'undo-refused', errors: [{ code: 'undo-refused.item' }] } });
    expect(objects(reply.body['errors'])[0]?.['detail']).toBe('Tag "undo-used": Tag in use (1 times), cannot be deleted.');
    expect(await idOf('undo-unused')).not.toBe('undefined');
  });

  test('who may only read is refused for every row; to a stranger there is no such request', async () => {
    await run('undo-6', create('undo-own-a'), create('undo-own-b'));
    const viewer = await server.as(VIEWER);
    const refused = await undo('undo-6', { actor: COMPANY }, viewer);
    expect(refused).toMatchObject({ status: 409, body: { code: 'undo-refused' } });
    expect(refused.body['errors']).toHaveLength(2);
    expect(await idOf('undo-own-a')).not.toBe('undefined');
    expect(await undo('undo-6', {}, boss)).toMatchObject({ status: 404 });
    expect((await undo('undo-none')).status).toBe(404);
    expect((await undo('undo-6', { actor: COMPANY }, boss)).status).toBe(200);
  });

  test('rows of other companies are counted, never named', async () => {
    const other = resultsOf(await boss.get('/api/v1/companies', { query: { view: 'list' } })).find((each) => each['companyId'] !== OWN);
    const elsewhere = { ...create('undo-there'), path: { companyId: String(other?.['companyId']) } };
    const headers = { 'x-request-id': 'undo-7' };
    await boss.post('/api/v1/bulk', { items: [create('undo-here'), elsewhere] }, { headers });
    const reply = await undo('undo-7', { actor: SUPER });
    expect(reply).toMatchObject({ status: 409, body: { errors: [{ code: 'undo-refused.hidden' }] } });
    expect(JSON.stringify(reply.body)).not.toContain('undo-there');
    const headersOfOther = { 'x-request-id': 'undo-8' };
    await boss.post('/api/v1/bulk', { items: [{ ...elsewhere, body: tag('undo-far') }] }, { headers: headersOfOther });
    expect((await undo('undo-8', { actor: SUPER })).status).toBe(404);
  });

  test('an action is no write that could be taken back', async () => {
    await client.post(devices, { sn: 'AR1200-660001', model: 'AR1200' });
    const made = await client.post(sites, { name: 'Undo_action', deployMode: 'gateway', sn: 'AR1200-660001' });
    const path = `${sites}/${String(made.body['siteId'])}`;
    const [device] = resultsOf(await client.get(devices, { query: { keyword: 'AR1200-660001' } }));
    const acted = await client.post(`${devices}/${String(device?.['deviceId'])}/unregister`, undefined, {
      headers: { 'x-request-id': 'undo-9' },
    });
    expect(acted.status, JSON.stringify(acted.body)).toBeLessThan(300);
    expect(await undo('undo-9')).toMatchObject({ status: 409, body: { code: 'undo-refused.action' } });
    expect((await client.get(path)).status).toBe(200);
  });
});

describe('what followed goes back too', () => {
  test('sites that brought their devices', async () => {
    const headers = { 'x-request-id': 'undo-10' };
    const known = await client.post(devices, { sn: 'AR1200-660002', model: 'AR1200' });
    const device = `${devices}/${String(known.body['deviceId'])}`;
    const site = (name: string, sn: string) => ({
      operation: 'createSite',
      path: { companyId: OWN },
      body: { name, deployMode: 'gateway', sn },
    });
    const reply = await client.post('/api/v1/bulk', { items: [site('Undo_site_a', 'AR1200-660002')] }, { headers });
    expect(reply.body, JSON.stringify(reply.body)).toMatchObject({ results: [{ status: 201 }] });
    expect((await client.get(device)).body).toHaveProperty('siteId');
    expect(await undo('undo-10')).toMatchObject({ status: 200, body: { total: 1, consequences: 1 } });
    expect((await client.get(device)).body).not.toHaveProperty('siteId');
    expect((await client.get(sites, { query: { keyword: 'Undo_site' } })).body['total']).toBe(0);
  });

  test('a deleted site comes back with what was deleted and cleared along with it', async () => {
    const made = await client.post(sites, { name: 'Undo_whole', deployMode: 'gateway' });
    const siteId = String(made.body['siteId']);
    const configs = `/api/v1/companies/${OWN}/auditConfigs`;
    const audit = await client.post(configs, {
      name: 'Undo audit',
      scope: 'site',
      siteId,
      auditType: 'third',
      server: 'audit.example.com',
    });
    expect(audit.status, JSON.stringify(audit.body)).toBe(201);
    const config = `${configs}/${String(audit.body['id'])}`;
    expect((await client.delete(`${sites}/${siteId}`, { ifMatch: '*', headers: { 'x-request-id': 'undo-11' } })).status).toBe(204);
    expect((await client.get(config)).status).toBe(404);
    const done = await undo('undo-11');
    expect(done, JSON.stringify(done.body)).toMatchObject({
      status: 200,
      body: { total: 1, consequences: 1, results: [{ outcome: 'restored' }] },
    });
    expect((await client.get(`${sites}/${siteId}`)).body).toMatchObject({ name: 'Undo_whole' });
    expect((await client.get(config)).body).toMatchObject({ siteId, name: 'Undo audit' });
    expect(await revisionsOf('Site', siteId)).toBe(3);
  });
});
