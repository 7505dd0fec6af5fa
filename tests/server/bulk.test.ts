import { asObject } from '#domain/json.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';
import { answered } from '#tests/support/answered.ts';

let server: TestServer;
let client: Client;
let own: string;
let tags: string;

beforeAll(async () => {
  server = await testServer();
  client = await server.as(COMPANY);
  own = await companyOf(client);
  tags = `/api/v1/companies/${own}/tags`;
});
afterAll(() => server.remove());

const tag = (name: string, more: Record<string, unknown> = {}) => ({ name, type: 'site', ...more });

describe('bulk', () => {
  const create = (name: string, more = {}) => ({ operation: 'createCompanyTag', path: { companyId: own }, body: tag(name, more) });

  test('each stands alone: the bad ones are told with their places', async () => {
    const reply = await client.post('/api/v1/bulk', {
      items: [create('bulk-a'), create('bulk-b', { type: 'house' }), create('bulk-a'), create('bulk-c')],
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        applied: true,
        results: [
          { index: 0, status: 201, item: { name: 'bulk-a' } },
          { index: 1, status: 422, errors: [{ pointer: '/type' }] },
          { index: 2, status: 409, code: 'duplicate' },
          { index: 3, status: 201 },
        ],
      },
    });
    expect((await client.get(tags, { query: { keyword: 'bulk-' } })).body['total']).toBe(2);
  });

  test('atomic: one bad item undoes all', async () => {
    const reply = await client.post('/api/v1/bulk', { atomic: true, items: [create('atom-a'), create('atom-a')] });
    expect(reply).toMatchObject({ status: 200, body: { applied: false, results: [{ status: 201 }, { status: 409 }] } });
    expect((await client.get(tags, { query: { keyword: 'atom-' } })).body['total']).toBe(0);
    const good = await client.post('/api/v1/bulk', { atomic: true, items: [create('atom-a'), create('atom-b')] });
    expect(good.body['applied']).toBe(true);
    expect((await client.get(tags, { query: { keyword: 'atom-' } })).body['total']).toBe(2);
  });

  test('a dry run sees every row, also against each other, and applies nothing', async () => {
    const reply = await client.post('/api/v1/bulk', {
      dryRun: true,
      items: [create('dry-a'), create('dry-a'), create('dry-b', { name: '' })],
    });
    expect(reply.body).toMatchObject({ applied: false, results: [{ status: 201 }, { status: 409 }, { status: 422 }] });
    expect((await client.get(tags, { query: { keyword: 'dry-' } })).body['total']).toBe(0);
  });

  test('sent again with its key it answers the same and creates nothing twice; another body under the key is refused', async () => {
    const headers = { 'idempotency-key': 'bulk-once-0001' };
    const body = { items: [create('once-a'), create('once-b')] };
    const first = await client.post('/api/v1/bulk', body, { headers });
    const again = await client.post('/api/v1/bulk', body, { headers });
    expect(again.body).toEqual(first.body);
    expect((await client.get(tags, { query: { keyword: 'once-' } })).body['total']).toBe(2);
    const other = await client.post('/api/v1/bulk', { items: [create('once-c')] }, { headers });
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency-conflict' } });
  });

  test('every item is checked for access and revision by itself', async () => {
    const made = await client.post(tags, tag('bulk-delete'));
    const id = String(made.body['id']);
    const remove = { operation: 'deleteCompanyTag', path: { companyId: own, tagId: id } };
    const viewer = await server.as(VIEWER);
    expect((await viewer.post('/api/v1/bulk', { items: [{ ...remove, ifMatch: '"1"' }] })).body).toMatchObject({
      applied: false,
      results: [{ status: 403 }],
    });
    const stale = await client.post('/api/v1/bulk', { items: [remove, { ...remove, ifMatch: '"7"' }, { ...remove, ifMatch: '"1"' }] });
    expect(stale.body).toMatchObject({ results: [{ status: 428 }, { status: 412 }, { status: 204 }] });
    const odd = await client.post('/api/v1/bulk', {
      items: [{ operation: 'listTags' }, { operation: 'runBulk', body: {} }, { operation: 'nothing' }],
    });
    expect(odd.body).toMatchObject({ applied: false, results: [{ status: 501 }, { status: 501 }, { status: 501 }] });
  });
});

describe('bulk: what is set is judged by what is stored', () => {
  const sets = async (items: Record<string, unknown>[], more = {}, as = client) =>
    answered('runBulk', (await as.post('/api/v1/bulk', { ...more, items })).body);
  const rules = () => client.get(`/api/v1/companies/${own}/snatRules`, { query: { limit: '1000' } });
  const setting = (id: unknown, set: Record<string, unknown>) => ({
    operation: 'updateSnatRule',
    path: { companyId: own, snatRuleId: String(id) },
    set,
  });

  test('each row is changed, or so already, or refused with its sentence; a dry run says the same', async () => {
    const [a, b] = resultsOf(await rules());
    const off = { enable: false };
    await sets([setting(a?.['id'], { enable: true }), setting(b?.['id'], off)]);
    const before = (await rules()).body;
    const items = [setting(a?.['id'], off), setting(b?.['id'], off), setting('nobody', off), setting(a?.['id'], { priority: -1 })];
    const dry = await sets(items, { dryRun: true });
    expect(dry.applied).toBe(false);
    expect((await rules()).body).toEqual(before);
    const done = await sets(items);
    expect(done.applied).toBe(true);
    for (const { results } of [dry, done]) {
      expect(results).toMatchObject([
        { status: 200, item: { enable: false } },
        { status: 200, same: true },
        { status: 404, code: 'not-found' },
        { status: 422, errors: [{ pointer: '/priority' }] },
      ]);
      expect(results[0]).not.toHaveProperty('same');
    }
    const now = resultsOf(await rules());
    expect(now.find((row) => row['id'] === a?.['id'])).toEqual({
      ...a,
      enable: false,
      revision: done.results[0]?.item?.['revision'],
      updatedAt: expect.anything(),
    });
    // what is so already leaves no revision
    expect(now.find((row) => row['id'] === b?.['id'])?.['revision']).toBe(done.results[1]?.item?.['revision']);
  });

  test('what somebody else changed meanwhile stays: only what is set is set', async () => {
    const made = await client.post(tags, tag('merged', { remark: 'one' }));
    const id = String(made.body['id']);
    await client.put(`${tags}/${id}`, tag('merged', { remark: 'two' }), { ifMatch: '"1"' });
    const { results } = await sets([
      { operation: 'updateCompanyTag', path: { companyId: own, tagId: id }, set: { name: 'merged-too', remark: null } },
    ]);
    expect(results).toMatchObject([{ status: 200, item: { name: 'merged-too', revision: 3 } }]);
    expect(results[0]?.item).not.toHaveProperty('remark');
  });

  test('needs the right to change, also where nothing would', async () => {
    const made = await client.post(tags, tag('so already'));
    const path = { companyId: own, tagId: String(made.body['id']) };
    const same = [{ operation: 'updateCompanyTag', path, set: { name: 'so already' } }];
    expect((await sets(same)).results).toMatchObject([{ status: 200, same: true }]);
    expect((await sets(same, {}, await server.as(VIEWER))).results).toMatchObject([{ status: 403 }]);
    const boss = await server.as(SUPER);
    const other = await companyOf(boss, (await companyOf(boss, 0)) === own ? 1 : 0);
    const elsewhere = [{ ...same[0], path: { ...path, companyId: other } }];
    expect((await sets(elsewhere)).results).toMatchObject([{ status: 404 }]);
    const foreign = await boss.post(`/api/v1/companies/${other}/tags`, tag('not mine'));
    const theirs = {
      operation: 'updateCompanyTag',
      path: { companyId: other, tagId: String(foreign.body['id']) },
      set: { name: 'not mine' },
    };
    expect((await sets([theirs])).results).toMatchObject([{ status: 404 }]);
    expect((await sets([{ operation: 'createCompanyTag', path: { companyId: own }, set: { name: 'x' } }])).results).toMatchObject([
      { status: 501 },
    ]);
  });

  test('whatever has a switch is turned off, is off already, and is turned on again', { timeout: 60_000 }, async () => {
    const boss = await server.as(SUPER);
    const wrong: unknown[] = [];
    let turned = 0;
    for (const resource of server.services.contract.resources.values()) {
      const spec = server.services.store.specNamed(resource.name);
      const update = resource.operations.update.at(-1);
      const field = resource.schemas[update?.body?.schema ?? '']?.fields?.find(
        ({ widget, kind }) => widget === 'switch' && kind === 'boolean',
      );
      if (!spec || !update || !field || field.when || resource.settings || !resource.columns.includes(field.name)) continue;
      const row = await server.services.store.engine.read
        .selectFrom(spec.table)
        .select('doc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!row) continue;
      const doc = asObject(JSON.parse(row.doc));
      const path = Object.fromEntries(
        update.pathParams.map(({ name }, index) => [name, String(doc[index === update.pathParams.length - 1 ? resource.id : name])]),
      );
      const on = doc[field.name] !== false;
      const turn = (value: boolean) => sets([{ operation: update.id, path, set: { [field.name]: value } }], {}, boss);
      const told = [await turn(!on), await turn(!on), await turn(on)].map(({ results: [only] }) => [
        only?.status,
        only?.same === true,
        only,
      ]);
      turned++;
      if (JSON.stringify(told.map(([status, same]) => [status, same])) !== '[[200,false],[200,true],[200,false]]')
        wrong.push([resource.name, told]);
    }
    expect(wrong).toEqual([]);
    expect(turned).toBeGreaterThan(10);
  });
});

describe('accounts in bulk, and twice', () => {
  const account = (username: string) => ({ username, name: 'New', password: 'Welcome2', accountType: 'company', rolesId: [] });
  const roles = async () => resultsOf(await client.get(`/api/v1/companies/${own}/roles`)).map((role) => role['roleId']);
  const secretOf = async (username: string) => {
    const spec = server.services.store.spec('User');
    return spec && (await server.services.system.get(spec, username))?.secret['/password'];
  };

  test('passwords are hashed wherever an account comes from, and never come back', async () => {
    const [role] = await roles();
    const items = ['bulk1@demo.example', 'bulk2@demo.example'].map((username) => ({
      operation: 'createUser',
      body: { ...account(username), rolesId: [role] },
    }));
    const weak = { operation: 'createUser', body: { ...account('weak@demo.example'), password: 'alllowercase', rolesId: [role] } };
    const reply = await client.post('/api/v1/bulk', { items: [...items, weak] });
    expect(reply.body).toMatchObject({ results: [{ status: 201 }, { status: 201 }, { status: 422, errors: [{ pointer: '/password' }] }] });
    expect(JSON.stringify(reply.body)).not.toMatch(/Welcome2|scrypt/);
    expect(await secretOf('bulk1@demo.example')).toMatch(/^scrypt\$/);
    expect((await server.anonymous.post('/api/v2/tokens', { username: 'bulk1@demo.example', password: 'Welcome2' })).status).toBe(201);
  });

  test('a repeated create is the same although its hash is another', async () => {
    const [role] = await roles();
    const body = { ...account('once@demo.example'), rolesId: [role] };
    const headers = { 'idempotency-key': 'account-once' };
    const first = await client.post('/api/v1/users', body, { headers });
    const second = await client.post('/api/v1/users', body, { headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect((await client.post('/api/v1/users', body, { headers: { 'idempotency-key': 'short' } })).status).toBe(422);
  });
});
