import { texts } from '#domain/json.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { TOTP_SECRET } from '#server/seed/credentials.ts';
import {
  type Client,
  clientOf,
  COMPANY,
  encoded,
  PASSWORD,
  type Reply,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';
import { totpCode } from '#tests/support/totp.ts';

const FIXTURE = 'fixture-totp@demo.example';
const NAME = 'fixture-no-regions@demo.example';
let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());
beforeEach(() => server.clock.advance(3_600_000));

const logIn = (username: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, PASSWORD), ...more });
const codeOf = (secret: string, later = 0): string => totpCode(secret, server.clock.now() + later * 30_000);

/** Enrols and answers the secret and the recovery codes. */
async function enrol(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await client.post('/api/v1/totp', { password: PASSWORD });
  expect(begun.status).toBe(201);
  const secret = String(begun.body['secret']);
  const confirmed = await client.post('/api/v1/totp/confirm', { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  return { secret, recoveryCodes: texts(confirmed.body['recoveryCodes']) };
}

describe('log-in with an authenticator app', () => {
  test('withholds the token until a code comes; the same code never works twice', async () => {
    const first = await logIn(FIXTURE);
    expect(first).toMatchObject({ status: 201, body: { loginMethods: [{ type: 'totp' }] } });
    expect(first.body).not.toHaveProperty('token');
    const code = codeOf(TOTP_SECRET);
    expect((await logIn(FIXTURE, { totpCode: `${code.slice(0, 3)} ${code.slice(3)}` })).body).toHaveProperty('token');
    expect(await logIn(FIXTURE, { totpCode: code })).toMatchObject({ status: 422, body: { code: 'login.code-mismatch' } });
    // nor does an older one than the last
    expect((await logIn(FIXTURE, { totpCode: codeOf(TOTP_SECRET, -1) })).status).toBe(422);
    expect((await logIn(FIXTURE, { totpCode: codeOf(TOTP_SECRET, 1) })).body).toHaveProperty('token');
  });

  test('of two who come with the same code at once, one gets in', async () => {
    const code = codeOf(TOTP_SECRET);
    const replies = await Promise.all([1, 2, 3].map(() => logIn(FIXTURE, { totpCode: code })));
    expect(replies.filter((reply) => reply.body['token'] !== undefined)).toHaveLength(1);
  });

  test('wrong codes count toward the freeze, malformed ones are asked for again', async () => {
    // what went wrong before is forgotten with a log-in
    expect((await logIn(FIXTURE, { totpCode: codeOf(TOTP_SECRET) })).body).toHaveProperty('token');
    server.clock.advance(60_000);
    expect((await logIn(FIXTURE, { totpCode: '12' })).body['code']).toBe('login.code-required');
    const wrong = codeOf(TOTP_SECRET, 100);
    for (let guess = 0; guess < 5; guess++) expect((await logIn(FIXTURE, { totpCode: wrong })).body['code']).toBe('login.code-mismatch');
    expect(await logIn(FIXTURE, { totpCode: codeOf(TOTP_SECRET) })).toMatchObject({ status: 429, body: { code: 'too-many-attempts' } });
    server.clock.advance(60_000);
    expect((await logIn(FIXTURE, { totpCode: codeOf(TOTP_SECRET) })).body).toHaveProperty('token');
  });
});

describe('the own authenticator app', () => {
  test('is enrolled with the password, shown once, and confirmed with a code', async () => {
    const client = await server.as(NAME);
    expect((await client.get('/api/v1/totp')).body).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    expect(await client.post('/api/v1/totp', { password: 'Wrong1234' })).toMatchObject({ status: 422, body: { code: 'password.wrong' } });
    expect(await client.post('/api/v1/totp/confirm', { code: '123456' })).toMatchObject({
      status: 409,
      body: { code: 'totp.not-enabled' },
    });
    const begun = await client.post('/api/v1/totp', { password: encoded(NAME, PASSWORD) });
    const secret = String(begun.body['secret']);
    expect(begun.body['uri']).toContain(`secret=${secret}`);
    // nothing has changed yet
    expect((await logIn(NAME)).body).toHaveProperty('token');
    expect(await client.post('/api/v1/totp/confirm', { code: codeOf(secret, 50) })).toMatchObject({
      status: 422,
      body: { code: 'login.code-mismatch', errors: [{ pointer: '/code' }] },
    });
    const code = codeOf(secret);
    const confirmed = await client.post('/api/v1/totp/confirm', { code });
    expect(confirmed.body['recoveryCodes']).toHaveLength(10);
    expect((await client.get('/api/v1/totp')).body).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    expect((await client.post('/api/v1/totp', { password: PASSWORD })).body['code']).toBe('totp.enabled');
    // the code that confirmed it is spent
    expect((await logIn(NAME, { totpCode: code })).status).toBe(422);
    const info = await client.get(`/api/v1/users/${NAME}`, { query: { page: 'login' } });
    expect(info.body['totp']).toBe(true);
    expect(JSON.stringify(info.body)).not.toContain(secret);
    const history = await (await server.as(SUPER)).get('/api/v1/history', { query: { resource: 'User', id: NAME } });
    expect(JSON.stringify(history.body)).not.toContain(secret);
    server.clock.advance(60_000);
    expect((await client.post('/api/v1/totp/disable', { password: 'Wrong1234' })).status).toBe(422);
    expect((await client.post('/api/v1/totp/disable', { password: PASSWORD })).status).toBe(204);
    expect((await client.post('/api/v1/totp/disable', { password: PASSWORD })).body['code']).toBe('totp.not-enabled');
    expect((await logIn(NAME)).body).toHaveProperty('token');
  });

  test('waits ten minutes for its confirmation', async () => {
    const client = await server.as(NAME);
    const secret = String((await client.post('/api/v1/totp', { password: PASSWORD })).body['secret']);
    server.clock.advance(10 * 60_000);
    expect((await client.post('/api/v1/totp/confirm', { code: codeOf(secret) })).body['code']).toBe('totp.not-enabled');
  });

  test('recovery codes work once each, and new ones take the place of the old', async () => {
    const client = await server.as(COMPANY);
    const { recoveryCodes } = await enrol(client);
    const [one = '', two = '', three = ''] = recoveryCodes;
    expect((await logIn(COMPANY, { recoveryCode: one.toLowerCase().replace('-', ' ') })).body).toHaveProperty('token');
    expect((await logIn(COMPANY, { recoveryCode: one })).body['code']).toBe('login.code-mismatch');
    const both = await Promise.all([logIn(COMPANY, { recoveryCode: two }), logIn(COMPANY, { recoveryCode: two })]);
    expect(both.filter((reply) => reply.body['token'] !== undefined)).toHaveLength(1);
    expect((await client.get('/api/v1/totp')).body).toEqual({ enabled: true, recoveryCodesLeft: 8 });
    expect((await client.post('/api/v1/totp/recoveryCodes', { password: 'Wrong1234' })).status).toBe(422);
    const fresh = texts((await client.post('/api/v1/totp/recoveryCodes', { password: PASSWORD })).body['recoveryCodes']);
    expect((await logIn(COMPANY, { recoveryCode: three })).body['code']).toBe('login.code-mismatch');
    expect((await logIn(COMPANY, { recoveryCode: fresh[0] })).body).toHaveProperty('token');
    expect((await client.post('/api/v1/totp/disable', { password: PASSWORD })).status).toBe(204);
  });

  test('an edit of the account and a new password leave it as it is; an administrator may remove it', async () => {
    const client = await server.as(NAME);
    const { secret } = await enrol(client);
    const boss = await server.as(COMPANY);
    const path = `/api/v1/users/${NAME}`;
    const { body, etag } = await boss.get(path);
    expect(body['totp']).toBe(true);
    const readOnly = new Set(['revision', 'createdAt', 'updatedAt', 'lastLoginAt', 'totp']);
    const account = Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.has(key)));
    const changed = await boss.put(path, { ...account, remark: 'Changed', password: PASSWORD }, { ifMatch: etag });
    expect(changed).toMatchObject({ status: 200, body: { totp: true } });
    server.clock.advance(60_000);
    const entered = await logIn(NAME, { totpCode: codeOf(secret) });
    const session = clientOf(server, String(entered.body['token']));
    expect((await session.get('/api/v1/totp')).status).toBe(200);
    expect((await (await server.as(VIEWER)).post(`${path}/resetTotp`)).status).toBe(403);
    expect(await boss.post(`${path}/resetTotp`)).toMatchObject({ status: 200 });
    expect((await session.get('/api/v1/totp')).status).toBe(401);
    expect((await logIn(NAME)).body).toHaveProperty('token');
    expect(await boss.post(`${path}/resetTotp`)).toMatchObject({
      status: 409,
      body: { code: 'action-not-now', detail: '"Remove the authenticator app" is not possible while Authenticator app is off.' },
    });
  });
});
