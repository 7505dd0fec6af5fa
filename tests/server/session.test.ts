import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  clientOf,
  COMPANY,
  companyOf,
  encoded,
  PASSWORD,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());

const MINUTE = 60_000;
const logIn = (username: string, password = PASSWORD) =>
  server.anonymous.post('/api/v2/tokens', { username, password: encoded(username.trim(), password) });
const refresh = (username: string, token: string) =>
  server.anonymous.post('/api/v2/tokens/refresh', { username }, { headers: { authorization: `Bearer ${token}` } });
const reads = async (token: string): Promise<number> => (await clientOf(server, token).get(`/api/v1/users/${COMPANY}`)).status;

describe('log-in', () => {
  test('with the password as the wire carries it', async () => {
    const reply = await logIn(COMPANY);
    expect(reply).toMatchObject({ status: 201, body: { expiresIn: 1800, loginMethods: [{ type: 'password' }] } });
    expect(await reads(String(reply.body['token']))).toBe(200);
    expect((await logIn(` ${COMPANY} `)).status).toBe(201);
  });

  test('the last log-in is noted without making edits stale', async () => {
    const before = await (await server.as(SUPER)).get(`/api/v1/users/${VIEWER}`);
    await logIn(VIEWER);
    const after = await (await server.as(SUPER)).get(`/api/v1/users/${VIEWER}`);
    expect(after.etag).toBe(before.etag);
    expect(after.body['lastLoginAt']).toBe('2026-03-02T01:00:00Z');
  });

  test('a wrong password and an unknown account look the same', async () => {
    const wrong = await logIn(COMPANY, 'Wrong1234');
    const unknown = await logIn('nobody@demo.example');
    for (const reply of [wrong, unknown]) expect(reply).toMatchObject({ status: 401, body: { code: 'login.failed' } });
    expect(wrong.body['detail']).toBe(unknown.body['detail']);
  });

  test('too many attempts freeze the account, and only for a while', async () => {
    const name = 'regional@demo.example';
    for (let attempt = 0; attempt < 5; attempt++) expect((await logIn(name, 'Wrong1234')).status).toBe(401);
    const frozen = await logIn(name);
    expect(frozen).toMatchObject({
      status: 429,
      body: { code: 'too-many-attempts', params: { count: 60 } },
      headers: { 'retry-after': '60' },
    });
    server.clock.advance(MINUTE + 1);
    expect((await logIn(name)).status).toBe(201);
    expect((await logIn(name, 'Wrong1234')).status).toBe(401);
  });

  test('a whitelist blocks other addresses', async () => {
    const boss = await server.as(SUPER);
    const { body, etag } = await boss.get(`/api/v1/users/${VIEWER}`);
    const account = settable(body);
    expect((await boss.put(`/api/v1/users/${VIEWER}`, { ...account, ipWhitelist: ['10.0.0.0/8'] }, { ifMatch: etag })).status).toBe(200);
    expect(await logIn(VIEWER)).toMatchObject({ status: 403, body: { code: 'login.ip' } });
    expect((await boss.put(`/api/v1/users/${VIEWER}`, { ...account, ipWhitelist: ['127.0.0.0/8'] }, { ifMatch: '"2"' })).status).toBe(200);
    expect((await logIn(VIEWER)).status).toBe(201);
  });

  test('by SMS: the token waits for the code', async () => {
    const boss = await server.as(SUPER);
    const { body, etag } = await boss.get(`/api/v1/users/${VIEWER}`);
    await boss.put(`/api/v1/users/${VIEWER}`, { ...settable(body), loginMethod: 'sms', mobile: '13800000042' }, { ifMatch: etag });
    const first = await logIn(VIEWER);
    expect(first).toMatchObject({ status: 201, body: { loginMethods: [{ type: 'sms', mobile: '138****0042' }] } });
    expect(first.body).not.toHaveProperty('token');
    const credentials = { username: VIEWER, password: encoded(VIEWER, PASSWORD) };
    expect(await server.anonymous.post('/api/v2/tokens/sms', credentials)).toMatchObject({ status: 200, body: { retryAfter: 60 } });
    expect(await server.anonymous.post('/api/v2/tokens/sms', credentials)).toMatchObject({
      status: 429,
      body: { code: 'login.code-too-often' },
    });
    const code = server.outbox.sent().at(-1)?.code ?? '';
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await server.anonymous.post('/api/v2/tokens', { ...credentials, smsCode: wrong })).toMatchObject({
      status: 422,
      body: { code: 'login.code-mismatch' },
    });
    const done = await server.anonymous.post('/api/v2/tokens', { ...credentials, smsCode: code });
    expect(done.body).toHaveProperty('token');
    expect((await server.anonymous.post('/api/v2/tokens', { ...credentials, smsCode: code })).status).toBe(422);
  });
});

describe('renewal', () => {
  test('swaps both tokens; the old ones live through the grace only', async () => {
    const { body } = await logIn(COMPANY);
    const next = await refresh(COMPANY, String(body['refreshToken']));
    expect(next.status).toBe(201);
    expect(next.body['token']).not.toBe(body['token']);
    expect([await reads(String(body['token'])), await reads(String(next.body['token']))]).toEqual([200, 200]);
    server.clock.advance(61_000);
    expect([await reads(String(body['token'])), await reads(String(next.body['token']))]).toEqual([401, 200]);
  });

  test('two tabs at once get the same successor', async () => {
    const { body } = await logIn(COMPANY);
    const token = String(body['refreshToken']);
    const [a, b] = await Promise.all([refresh(COMPANY, token), refresh(COMPANY, token)]);
    expect(a.status).toBe(201);
    expect(b.body).toEqual(a.body);
    server.clock.advance(5000);
    expect((await refresh(COMPANY, token)).body).toMatchObject({
      token: a.body['token'],
      refreshToken: a.body['refreshToken'],
      expiresIn: 1795,
    });
  });

  test('a refresh token that is played again after the grace ends the session', async () => {
    const { body } = await logIn(COMPANY);
    const next = await refresh(COMPANY, String(body['refreshToken']));
    server.clock.advance(61_000);
    expect((await refresh(COMPANY, String(body['refreshToken']))).status).toBe(401);
    expect(await reads(String(next.body['token']))).toBe(401);
  });

  test('is for its own account, and not for what has expired', async () => {
    const { body } = await logIn(COMPANY);
    expect((await refresh(SUPER, String(body['refreshToken']))).status).toBe(401);
    expect((await refresh(COMPANY, String(body['token']))).status).toBe(401);
    server.clock.advance(30 * MINUTE + 1);
    expect(await reads(String(body['token']))).toBe(401);
    expect((await refresh(COMPANY, String(body['refreshToken']))).status).toBe(401);
  });

  test('a session ends after a day, however often it is renewed', async () => {
    let { body } = await logIn(COMPANY);
    for (let renewals = 0; renewals < 60; renewals++) {
      server.clock.advance(25 * MINUTE);
      const next = await refresh(COMPANY, String(body['refreshToken']));
      if (next.status !== 201) {
        expect(renewals).toBeGreaterThan(55);
        return;
      }
      body = next.body;
    }
    throw new Error('the session never ended');
  });

  test('what the last renewal of its day gives ends with the day, too', async () => {
    let { body } = await logIn(COMPANY);
    for (let minutes = 0; minutes < 24 * 60 - 30; minutes += 29) {
      server.clock.advance(29 * MINUTE);
      ({ body } = await refresh(COMPANY, String(body['refreshToken'])));
    }
    // after 49 renewals
    const left = 24 * 60 - 49 * 29;
    expect(body).toMatchObject({ expiresIn: left * 60, endsIn: left * 60 });
    server.clock.advance(left * MINUTE - 1);
    expect(await reads(String(body['token']))).toBe(200);
    server.clock.advance(1);
    expect(await reads(String(body['token']))).toBe(401);
  });

  test('log-out ends it', async () => {
    const { body } = await logIn(COMPANY);
    expect((await clientOf(server, String(body['token'])).post('/api/v1/logout')).status).toBe(204);
    expect(await reads(String(body['token']))).toBe(401);
    expect((await refresh(COMPANY, String(body['refreshToken']))).status).toBe(401);
  });
});

describe('the own account', () => {
  test('user info is a superset of the account', async () => {
    const client = await server.as(COMPANY);
    const account = await client.get(`/api/v1/users/${COMPANY}`);
    const info = await client.get(`/api/v1/users/${COMPANY}`, { query: { page: 'login' } });
    expect(info.body).toMatchObject(account.body);
    expect(info.body).toMatchObject({
      role: 'company',
      extra: { accountType: 'company' },
      targetCompany: { companyId: await companyOf(client) },
    });
    expect(JSON.stringify(info.body)).not.toContain('scrypt');
  });

  test('a changed password ends every session and is the new one', async () => {
    const name = 'delegate@demo.example';
    const client = await server.as(name);
    const body = (currentPassword: string, newPassword: string, newPasswordConfirm = newPassword) => ({
      currentPassword,
      newPassword,
      newPasswordConfirm,
    });
    expect(await client.put('/api/v1/password', body('Wrong1234', 'Summer2026'))).toMatchObject({
      status: 422,
      body: { code: 'password.wrong' },
    });
    expect(await client.put('/api/v1/password', body(PASSWORD, PASSWORD))).toMatchObject({ body: { code: 'password.same' } });
    expect(await client.put('/api/v1/password', body(PASSWORD, 'Summer2026', 'Winter2026'))).toMatchObject({
      body: { code: 'password.mismatch' },
    });
    expect(await client.put('/api/v1/password', body(PASSWORD, 'alllowercase'))).toMatchObject({ body: { code: 'password.weak' } });
    expect((await client.put('/api/v1/password', body(encoded(name, PASSWORD), encoded(name, 'Summer2026')))).status).toBe(204);
    expect((await client.get(`/api/v1/users/${name}`)).status).toBe(401);
    expect((await logIn(name)).status).toBe(401);
    expect((await logIn(name, 'Summer2026')).status).toBe(201);
  });

  test('the default account can only rename itself first, and goes on in its session', async () => {
    const admin = await server.as('admin');
    expect(await admin.get('/api/v1/tags')).toMatchObject({ status: 403, body: { code: 'default-account' } });
    expect(await admin.put('/api/v1/system', { enable: true })).toMatchObject({ status: 403, body: { code: 'default-account' } });
    expect((await admin.get('/api/v1/users/admin', { query: { page: 'login' } })).status).toBe(200);
    expect(await admin.put('/api/v1/username', { username: SUPER })).toMatchObject({ status: 409, body: { code: 'duplicate.username' } });
    expect((await admin.put('/api/v1/username', { username: 'not an address' })).status).toBe(400);
    expect((await admin.put('/api/v1/username', { username: 'boss@demo.example' })).status).toBe(204);
    expect((await admin.get('/api/v1/tags')).status).toBe(200);
    expect((await logIn('boss@demo.example')).status).toBe(201);
    expect((await logIn('admin')).status).toBe(401);
    const history = await admin.get('/api/v1/history', { query: { resource: 'User', id: 'boss@demo.example' } });
    expect(resultsOf(history)[0]).toMatchObject({
      operation: 'rename',
      before: { username: 'admin' },
      after: { username: 'boss@demo.example' },
    });
  });
});

function settable(account: Record<string, unknown>): Record<string, unknown> {
  const readOnly = new Set(['revision', 'createdAt', 'updatedAt', 'lastLoginAt']);
  return Object.fromEntries(Object.entries(account).filter(([name]) => !readOnly.has(name)));
}
