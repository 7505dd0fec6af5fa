import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { namedTables } from '#server/store/platform/named-tables.ts';
import { followRenames } from '#server/features/account/follow-renames.ts';
import {
  type Client,
  clientOf,
  COMPANY,
  companyOf,
  DELEGATE,
  PASSWORD,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
} from '#tests/server/harness.ts';

/** What is an account's stays the account's, whatever it is called; whoever takes the old name gets none of it (decision 30). */
let server: TestServer;
let boss: Client;
let own: string;
const NEXT = 'renamed@demo.example';

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
  own = await companyOf(await server.as(COMPANY));
});
afterAll(() => server.remove());

const account = (username: string, more: object = {}) => ({
  username,
  name: 'Newcomer',
  password: PASSWORD,
  accountType: 'company',
  companyId: 'c-yuanhang',
  rolesId: ['role-yuanhang-viewer'],
  ...more,
});
const status = async (client: Client): Promise<number> => (await client.get(`/api/v1/companies/${own}/tags`)).status;
const delegated = async (username: string) =>
  resultsOf(await boss.get('/api/v1/entrusts', { query: { limit: '1000' } })).filter((row) => row['delegateTo'] === username);

describe('an account that is renamed', () => {
  test('keeps its delegations, sessions, choices and failed attempts; who takes the old name gets none', async () => {
    const { token } = await server.services.sessions.create(DELEGATE);
    const delegate = clientOf(server, token);
    expect(await status(delegate)).toBe(200);
    const before = await delegated(DELEGATE);
    expect((await delegate.put('/api/v1/preferences/columns.Site', { value: ['name'] })).status).toBe(200);
    await server.services.store.ephemeral.put('smsCode', DELEGATE, { code: '1' }, 60_000);
    expect((await delegate.put('/api/v1/username', { username: NEXT })).status).toBe(204);
    // the same session goes on
    expect(await status(delegate)).toBe(200);
    expect((await delegate.get('/api/v1/preferences/columns.Site')).body).toMatchObject({ value: ['name'] });
    expect((await delegated(NEXT)).map((row) => row['entrustId'])).toEqual(before.map((row) => row['entrustId']));
    expect(await delegated(DELEGATE)).toEqual([]);

    expect((await boss.post('/api/v1/users', account(DELEGATE))).status).toBe(201);
    const newcomer = await server.as(DELEGATE);
    expect(await status(newcomer)).toBe(403);
    expect((await newcomer.get('/api/v1/preferences/columns.Site')).body).toMatchObject({ value: null });
    expect((await newcomer.get('/api/v1/sessions')).body).toMatchObject({ total: 1 });
    expect(await server.services.store.ephemeral.get('smsCode', DELEGATE)).toBeUndefined();
    expect(await status(delegate)).toBe(200);
  });

  test('gives on under its new name, and ends what it gave', async () => {
    const giver = await server.as(COMPANY);
    const given = resultsOf(await giver.get('/api/v1/entrusts', { query: { entrust: 'true', status: ['running'] } }));
    const mine = given.find((row) => row['delegateTo'] === NEXT);
    expect((await giver.put('/api/v1/username', { username: 'boss@demo.example' })).status).toBe(204);
    const again = await server.as('boss@demo.example');
    const entrust = (await again.get(`/api/v1/entrusts/${String(mine?.['entrustId'])}`)).body;
    expect(entrust).toMatchObject({ delegateFrom: 'boss@demo.example', status: 'running' });
    expect((await again.put('/api/v1/username', { username: COMPANY })).status).toBe(204);
  });

  test('its history says so at each delegation', async () => {
    const [row] = await delegated(NEXT);
    const history = resultsOf(await boss.get('/api/v1/history', { query: { resource: 'Entrust', id: String(row?.['entrustId']) } }));
    expect(history.findLast((entry) => entry['operation'] === 'rename')).toMatchObject({
      before: { delegateTo: DELEGATE },
      after: { delegateTo: NEXT },
    });
  });
});

describe('an account that is deleted', () => {
  test('leaves nothing to whoever takes its name', async () => {
    const name = 'short@demo.example';
    expect((await boss.post('/api/v1/users', account(name))).status).toBe(201);
    const at = (hours: number): string => new Date(server.clock.now() + hours * 3_600_000).toISOString();
    const entrust = { delegateTo: name, role: 'role-huaxin-operator', company: own, startTime: at(-1), endTime: at(5) };
    expect((await boss.post('/api/v1/entrusts', entrust)).status).toBe(201);
    const { token } = await server.services.sessions.create(name);
    const first = clientOf(server, token);
    expect(await status(first)).toBe(200);
    expect((await first.put('/api/v1/preferences/columns.Site', { value: ['name'] })).status).toBe(200);
    expect((await boss.delete(`/api/v1/users/${name}`, { ifMatch: '*' })).status).toBe(204);
    expect((await boss.post('/api/v1/users', account(name))).status).toBe(201);
    expect((await first.get('/api/v1/sessions')).status).toBe(401);
    const second = await server.as(name);
    expect(await status(second)).toBe(403);
    expect((await second.get('/api/v1/preferences/columns.Site')).body).toMatchObject({ value: null });
  });
});

test('a change on trial follows the account that applied it; where that is gone, nobody confirms it and it is taken back', async () => {
  const [first, second] = ['trial@demo.example', 'trial-renamed@demo.example'];
  const operator = { companyId: 'c-huaxin', rolesId: ['role-huaxin-operator'] };
  const create = (username: string) => boss.post('/api/v1/users', account(username, operator));
  expect((await create(first)).status).toBe(201);
  const maker = await server.as(first);
  const sites = `/api/v1/companies/${own}/sites`;
  const made = (await maker.post(sites, { name: 'Trial_of_an_account', deployMode: 'gateway', remark: 'before' })).body;
  const tried = await maker.put(
    `${sites}/${String(made['siteId'])}`,
    { name: 'Trial_of_an_account', deployMode: 'gateway', remark: 'after' },
    { ifMatch: '*', query: { confirmWithin: '10' } },
  );
  expect(tried.status).toBe(200);
  const changes = `/api/v1/companies/${own}/scheduledChanges`;
  const query = { siteId: String(made['siteId']) };
  const [change] = resultsOf(await maker.get(changes, { query }));
  const confirm = `${changes}/${String(change?.['id'])}/confirm`;

  expect((await maker.put('/api/v1/username', { username: second })).status).toBe(204);
  expect(resultsOf(await boss.get(changes, { query }))[0]).toMatchObject({ appliedBy: second });
  expect((await create(first)).status).toBe(201);
  expect((await (await server.as(first)).post(confirm)).status).toBe(403);
  expect((await boss.delete(`/api/v1/users/${second}`, { ifMatch: '*' })).status).toBe(204);
  expect((await create(second)).status).toBe(201);
  expect((await (await server.as(second)).post(confirm)).status).toBe(403);
  server.clock.advance(11 * 60_000);
  await server.services.jobs.runDue();
  boss = await server.as(SUPER);
  expect(resultsOf(await boss.get(changes, { query }))[0]).toMatchObject({ state: 'reverted' });
});

test('every table that names an account is among those that follow it', async () => {
  const { engine } = server.services.store;
  const tables = await engine.read.introspection.getTables();
  const naming = tables
    .filter(({ columns }) => columns.some(({ name }) => name === 'username' || name === 'account'))
    .map(({ name }) => name);
  expect(naming.toSorted()).toEqual(Object.keys(namedTables).toSorted());
});

test('delegations that an earlier rename left behind go to their account, not to who has the name now', async () => {
  const { services } = server;
  const [users, entrusts] = [services.store.spec('User'), services.store.spec('Entrust')];
  const name = 'early@demo.example';
  expect((await boss.post('/api/v1/users', account(name))).status).toBe(201);
  const at = (hours: number): string => new Date(server.clock.now() + hours * 3_600_000).toISOString();
  const body = { delegateTo: name, role: 'role-huaxin-operator', company: own, startTime: at(-1), endTime: at(5) };
  const id = String((await boss.post('/api/v1/entrusts', body)).body['entrustId']);
  server.clock.advance(1000);
  const early = await server.as(name);
  expect((await early.put('/api/v1/username', { username: 'late@demo.example' })).status).toBe(204);
  server.clock.advance(1000);
  expect((await boss.post('/api/v1/users', account(name))).status).toBe(201);
  // as a database was before references followed
  await services.system.write(async (tx) => {
    const item = await tx.get(entrusts, id);
    if (item) await tx.update(entrusts, item, { ...item.doc, delegateTo: name });
    await tx.db.deleteFrom('meta').where('name', '=', 'renames-followed').execute();
  });
  expect(await status(await server.as(name))).toBe(200);
  await followRenames(services);
  expect(await status(await server.as(name))).toBe(403);
  expect(await status(await server.as('late@demo.example'))).toBe(200);
  expect((await services.system.get(users, name))?.id).toBe(name);
});
