import { objects, there } from '#tests/support/answers.ts';
import { texts } from '#domain/json.ts';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Client, COMPANY, PASSWORD, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

/** Nobody locks himself, or everybody, out; and the machine's owner can always get in. */
let server: TestServer;
let boss: Client;
const OTHER = 'second@demo.example';

beforeAll(async () => {
  server = await testServer();
  boss = await server.as(SUPER);
  const made = await boss.post('/api/v1/users', { username: OTHER, name: 'Second', password: PASSWORD, accountType: 'superAdmin' });
  expect(made.status).toBe(201);
});
afterAll(() => server.remove());

const address = (username: string): string => `/api/v1/users/${username}`;
const stamps = new Set(['createdAt', 'updatedAt', 'revision', 'lastLoginAt', 'totp', 'mustChangePassword', 'passwordExpiresAt']);
/** What one may send of an account as it is. */
async function present(client: Client, username: string): Promise<Record<string, unknown>> {
  const { body } = await client.get(address(username));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !stamps.has(name)));
}
async function put(client: Client, username: string, more: object) {
  return client.put(address(username), { ...(await present(client, username)), ...more }, { ifMatch: '*' });
}
const refusal = (pointer: string, code: string) => ({ status: 422, body: { errors: [expect.objectContaining({ pointer, code })] } });

describe('never oneself', () => {
  test.each([
    ['disable', { enable: false }, '/enable'],
    ['demote by kind', { accountType: 'global', companyList: ['c-huaxin'], rolesId: ['role-global'] }, '/accountType'],
    ['demote by right', { admin: false }, '/admin'],
  ])('%s', async (_, more, pointer) => {
    const reply = await put(boss, SUPER, more);
    expect(reply).toMatchObject(refusal(pointer, 'rule.heldField.own'));
    const zh = await boss.put(address(SUPER), { ...(await present(boss, SUPER)), ...more }, { ifMatch: '*', query: { locale: 'zh' } });
    expect(JSON.stringify(zh.body)).toContain('不能在自己的账号上修改此项');
  });

  test('other properties of the own account are changed as ever', async () => {
    expect((await put(boss, SUPER, { remark: 'still here' })).status).toBe(200);
  });

  test('a list of addresses that leaves out the own one', async () => {
    expect(await put(boss, SUPER, { ipWhitelist: ['203.0.113.0/24'] })).toMatchObject(refusal('/ipWhitelist', 'rule.ownWhitelist'));
    expect((await put(boss, SUPER, { ipWhitelist: ['203.0.113.0/24', '127.0.0.1'] })).status).toBe(200);
    expect((await put(boss, SUPER, { ipWhitelist: [] })).status).toBe(200);
  });

  test('delete, single and in bulk; the row does not offer it', async () => {
    expect(await boss.delete(address(SUPER), { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'not-deletable.self' } });
    const items = [
      { operation: 'deleteUser', path: { username: SUPER }, ifMatch: '*' },
      {
        operation: 'updateUser',
        path: { username: SUPER },
        body: { ...(await present(boss, SUPER)), enable: false },
        ifMatch: '*',
      },
    ];
    const reply = await boss.post('/api/v1/bulk', { items });
    expect(objects(reply.body['results']).map(({ status }) => status)).toEqual([409, 422]);
    const rows = resultsOf(await boss.get('/api/v1/users', { query: { access: 'true', limit: '1000' } }));
    const offered = (username: string) => texts(rows.find((row) => row['username'] === username)?.['_access']);
    expect(offered(SUPER)).not.toContain('deleteUser');
    expect(offered(SUPER)).toContain('updateUser');
    expect(offered(OTHER)).toContain('deleteUser');
  });

  test('by restoring what the own account was', async () => {
    const before = await boss.get('/api/v1/history', { query: { resource: 'User', id: OTHER } });
    const second = await server.as(OTHER);
    const first = resultsOf(before).at(-1)?.['revision'];
    // another administrator made it what it is; it was something else before
    expect((await put(boss, OTHER, { accountType: 'global', companyList: ['c-huaxin'], rolesId: ['role-global'] })).status).toBe(200);
    expect((await boss.post('/api/v1/history/restore', { resource: 'User', id: OTHER, revision: first })).status).toBe(200);
    const latest = resultsOf(await boss.get('/api/v1/history', { query: { resource: 'User', id: OTHER } }));
    const lower = latest.find((row) => row['operation'] === 'updateUser')?.['revision'];
    const reply = await second.post('/api/v1/history/restore', { resource: 'User', id: OTHER, revision: lower });
    expect(reply).toMatchObject(refusal('/accountType', 'rule.heldField.own'));
  });
});

describe('never the last one', () => {
  test('who goes on acting after his account is gone removes nobody any more', async () => {
    const { services } = server;
    const admin = services.store.spec('User');
    if (!admin) throw new Error('no accounts');
    for (const name of ['admin', OTHER]) expect((await boss.delete(address(name), { ifMatch: '*' })).status).toBe(204);
    // as a call that began before its account was disabled
    const stale = await services.sessions.authenticate((await services.sessions.create(SUPER)).token);
    expect(stale).toBeDefined();
    const made = await boss.post('/api/v1/users', { username: OTHER, name: 'Second', password: PASSWORD, accountType: 'superAdmin' });
    expect(made.status).toBe(201);
    const second = await server.as(OTHER);
    await services.system.write(async (tx) => {
      const item = await tx.get(admin, OTHER);
      if (item) await tx.annotate(admin, item, { ...item.doc, enable: false });
    });
    const authenticate = services.sessions.authenticate.bind(services.sessions);
    const principal = { ...there(stale), username: OTHER };
    services.sessions.authenticate = () => Promise.resolve(principal);
    try {
      expect(await second.delete(address(SUPER), { ifMatch: '*' })).toMatchObject({ status: 409, body: { code: 'last-administrator' } });
      const doc = await present(second, SUPER);
      const off = await second.put(address(SUPER), { ...doc, enable: false }, { ifMatch: '*' });
      expect(off).toMatchObject(refusal('/enable', 'rule.lastAdministrator'));
      const demoted = { ...doc, accountType: 'global', companyList: ['c-huaxin'], rolesId: ['role-global'] };
      expect(await second.put(address(SUPER), demoted, { ifMatch: '*' })).toMatchObject(refusal('/accountType', 'rule.lastAdministrator'));
    } finally {
      services.sessions.authenticate = authenticate;
    }
  });
});

describe('npm run recover', () => {
  const recover = (...names: string[]) => {
    const done = spawnSync(process.execPath, [join(import.meta.dirname, '../../server/recover.ts'), ...names], {
      env: {
        ...process.env,
        DATA_DIR: server.directory,
        ...(server.databaseUrl === undefined ? {} : { DATABASE_URL: server.databaseUrl }),
      },
      encoding: 'utf8',
    });
    return { status: done.status, out: done.stdout, problem: done.stderr };
  };
  const logIn = (username: string, password: string) => server.anonymous.post('/api/v2/tokens', { username, password });

  test('opens an administrator again whatever stood in the way', async () => {
    const sqlite = server.services.store.engine.dialect.name === 'sqlite';
    const spec = server.services.store.spec('User');
    await server.services.system.write(async (tx) => {
      const item = await tx.get(spec, SUPER);
      const shut = { enable: false, ipWhitelist: ['203.0.113.9'], loginMethod: 'sms' as const };
      if (item) await tx.update(spec, item, { ...item.doc, ...shut });
    });
    expect(await logIn(SUPER, PASSWORD)).toMatchObject({ status: 403, body: { code: 'login.disabled' } });
    if (sqlite) {
      const running = recover(SUPER);
      expect(running).toMatchObject({ status: 1, out: '' });
      expect(running.problem).toMatch(/^The data directory .+ is in use by process \d+ .+\. Stop that process.*\n$/);
    }
    let password = '';
    const atTheMachine = (): void => {
      const others = `${COMPANY} is no super administrator. These are: ${OTHER}, ${SUPER}.\n`;
      expect(recover(COMPANY)).toMatchObject({ status: 1, out: '', problem: others });
      expect(recover()).toMatchObject({ status: 1, problem: expect.stringContaining('There are several super administrators') });
      const done = recover(SUPER);
      expect(done).toMatchObject({ status: 0, problem: '' });
      password = /with the password (\S+) within/.exec(done.out)?.[1] ?? '';
    };
    // a database is open to several processes, the directory to one
    if (sqlite) await server.restart(atTheMachine);
    else atTheMachine();
    const reply = await logIn(SUPER, password);
    expect(reply).toMatchObject({ status: 201, body: { token: expect.any(String) } });
    const account = await server.services.system.get(server.services.store.spec('User') ?? spec, SUPER);
    expect(account?.doc).toMatchObject({ enable: true, ipWhitelist: [], mustChangePassword: true });
  }, 120_000);

  test('makes an administrator where there is none, unless the name is somebody else’s', async () => {
    const { store, system } = server.services;
    const spec = store.spec('User');
    const sqlite = store.engine.dialect.name === 'sqlite';
    await system.write(async (tx) => {
      for (const name of ['admin', SUPER, OTHER]) {
        const item = await tx.get(spec, name);
        if (item) await tx.remove(spec, item);
      }
      const { mobile: _, ...doc } = there(await tx.get(spec, COMPANY)).doc;
      await tx.insert(spec, { ...doc, username: 'admin' }, {}, 'create');
    });
    let password = '';
    const atTheMachine = (): void => {
      const made = recover();
      expect(made).toMatchObject({ status: 0, problem: '' });
      expect(made.out).toMatch(
        /^There was no super administrator\. A new one was made\. Log in as admin with the password \S+ within a day/,
      );
      password = /with the password (\S+) within/.exec(made.out)?.[1] ?? '';
    };
    const taken = (): void =>
      expect(recover()).toMatchObject({
        status: 1,
        out: '',
        problem: expect.stringContaining('the name admin belongs to another account'),
      });
    if (sqlite) await server.restart(taken);
    else taken();
    const again = server.services.store.spec('User');
    await server.services.system.write(async (tx) => tx.remove(again, there(await tx.get(again, 'admin'))));
    if (sqlite) await server.restart(atTheMachine);
    else atTheMachine();
    expect(await logIn('admin', password)).toMatchObject({ status: 201, body: { token: expect.any(String) } });
    const made = there(await server.services.system.get(server.services.store.spec('User'), 'admin'));
    expect(made.doc).toMatchObject({ accountType: 'superAdmin', enable: true, mustChangePassword: true });
  }, 120_000);
});
