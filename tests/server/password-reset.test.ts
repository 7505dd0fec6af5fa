import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { clientOf, encoded, PASSWORD, type Reply, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';

const SMS = 'fixture-sms@demo.example';
const MINUTE = 60_000;
let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());
beforeEach(() => server.clock.advance(3 * 60 * MINUTE));

const ask = (username: string, locale = 'en'): Promise<Reply> =>
  server.anonymous.post('/api/v1/passwordReset', { username }, { query: { locale } });
const set = (username: string, code: string, password: string, again = password): Promise<Reply> =>
  server.anonymous.put('/api/v1/passwordReset', {
    username,
    code,
    newPassword: encoded(username, password),
    newPasswordConfirm: encoded(username, again),
  });
const logIn = (username: string, password: string): Promise<Reply> =>
  server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, password) });
/** The code that leaves for an account: it is sent after the answer. */
const codeFor = async (username: string): Promise<string> => {
  const before = server.outbox.sent().length;
  expect((await ask(username)).status).toBe(202);
  await vi.waitFor(() => expect(server.outbox.sent().length).toBe(before + 1));
  return server.outbox.sent().at(-1)?.code ?? '';
};

describe('a forgotten password', () => {
  test('is set anew with a code by mail; every session ends', async () => {
    const open = await server.as(VIEWER);
    const code = await codeFor(VIEWER);
    const mail = server.outbox.sent().at(-1);
    expect(mail).toMatchObject({ channel: 'mail', to: VIEWER, subject: 'WAN Console: set a new password' });
    expect(mail?.text).toBe(
      `Your code to set a new WAN Console password is ${code}. It is good for 15 minutes. If you did not ask for it, ignore this message.`,
    );
    expect((await set(VIEWER, code.toLowerCase(), 'Summer2026')).status).toBe(204);
    expect((await open.get('/api/v1/totp')).status).toBe(401);
    expect((await logIn(VIEWER, PASSWORD)).status).toBe(401);
    expect((await logIn(VIEWER, 'Summer2026')).status).toBe(201);
    expect(await set(VIEWER, code, 'Winter2026')).toMatchObject({
      status: 422,
      body: { code: 'password-reset.code', errors: [{ pointer: '/code' }] },
    });
  });

  test('by SMS for who logs in with SMS, in the language of the page', async () => {
    await ask(SMS, 'zh');
    await vi.waitFor(() => expect(server.outbox.sent().at(-1)).toMatchObject({ channel: 'sms', to: '13800020006' }));
    const { code = '', text } = server.outbox.sent().at(-1) ?? {};
    expect(text).toBe(`您的 WAN Console 密码重置码为 ${code}，15 分钟内有效。如非本人操作，请忽略。`);
    expect(code).toMatch(/^\d{6}$/);
    expect((await set(SMS, code, 'Summer2026')).status).toBe(204);
  });

  test('the answer never tells whether the account exists', async () => {
    const answers: Reply[] = [];
    const before = server.outbox.sent().length;
    for (const name of ['nobody@demo.example', 'fixture-disabled@demo.example', 'admin', 'fixture-future@demo.example'])
      answers.push(await ask(name));
    for (const answer of answers) expect(answer).toMatchObject({ status: 202, body: { retryAfter: 60, expiresIn: 900 } });
    await vi.waitFor(() => expect(server.outbox.sent().length).toBe(before + 1));
    expect(server.outbox.sent().at(-1)?.to).toBe('fixture-future@demo.example');
    const refused = await Promise.all(
      ['nobody@demo.example', 'fixture-expired@demo.example'].map((name) => set(name, 'AAAA2222', 'Summer2026')),
    );
    expect(new Set(refused.map((reply) => `${reply.status} ${String(reply.body['detail'])}`)).size).toBe(1);
    // asked again too soon, both are told the same
    for (const name of ['nobody@demo.example', 'fixture-future@demo.example'])
      expect(await ask(name)).toMatchObject({ status: 429, body: { code: 'login.code-too-often', params: { seconds: 60 } } });
  });

  test('the code is good for a quarter of an hour and five tries', async () => {
    const name = 'fixture-two-channels@demo.example';
    const late = await codeFor(name);
    server.clock.advance(15 * MINUTE);
    expect((await set(name, late, 'Summer2026')).status).toBe(422);
    const code = await codeFor(name);
    for (let guess = 0; guess < 5; guess++) expect((await set(name, 'AAAA2222', 'Summer2026')).status).toBe(422);
    expect((await set(name, code, 'Summer2026')).status).toBe(422);
    server.clock.advance(MINUTE);
    expect((await set(name, await codeFor(name), 'Summer2026')).status).toBe(204);
  });

  test('the rules of passwords hold, and cost no code', async () => {
    const name = 'fixture-two-companies@demo.example';
    const code = await codeFor(name);
    expect(await set(name, code, 'weak')).toMatchObject({
      status: 422,
      body: { code: 'password.weak', errors: [{ pointer: '/newPassword' }] },
    });
    expect(await set(name, code, 'Summer2026', 'Winter2026')).toMatchObject({ status: 422, body: { code: 'password.mismatch' } });
    expect((await set(name, code, 'Summer2026')).status).toBe(204);
  });

  test('the freeze of the log-in ends with it, the authenticator app stays', async () => {
    const name = 'fixture-totp@demo.example';
    for (let attempt = 0; attempt < 5; attempt++) await logIn(name, 'Wrong1234');
    expect((await logIn(name, PASSWORD)).status).toBe(429);
    expect((await set(name, await codeFor(name), 'Summer2026')).status).toBe(204);
    expect(await logIn(name, 'Summer2026')).toMatchObject({ status: 201, body: { loginMethods: [{ type: 'totp' }] } });
  });

  test('one address asks twenty times an hour at most', async () => {
    for (let count = 0; count < 20; count++) expect((await ask(`somebody-${count}@demo.example`)).status).toBe(202);
    expect((await ask('one-more@demo.example')).status).toBe(429);
    server.clock.advance(60 * MINUTE);
    expect((await ask('one-more@demo.example')).status).toBe(202);
  });

  test('a picture is asked for where the log-in asks for one', async () => {
    const guarded = await testServer({ captcha: true });
    expect(await guarded.anonymous.post('/api/v1/passwordReset', { username: VIEWER })).toMatchObject({
      status: 422,
      body: { code: 'captcha' },
    });
    const id = String((await guarded.anonymous.get('/api/v1/captcha')).body['id']);
    const captcha = await guarded.services.store.ephemeral.get('captcha', id);
    expect((await guarded.anonymous.post('/api/v1/passwordReset', { username: VIEWER, captchaId: id, captcha })).status).toBe(202);
    await guarded.remove();
  });

  test('an open session needs the present password to change it', async () => {
    const name = 'fixture-expired@demo.example';
    const session = await logIn(name, PASSWORD);
    const client = clientOf(server, String(session.body['token']));
    const change = { currentPassword: 'Wrong1234', newPassword: 'Summer2026', newPasswordConfirm: 'Summer2026' };
    for (let guess = 0; guess < 5; guess++) expect((await client.put('/api/v1/password', change)).body['code']).toBe('password.wrong');
    expect((await client.put('/api/v1/password', { ...change, currentPassword: PASSWORD })).body['code']).toBe('too-many-attempts');
  });
});
