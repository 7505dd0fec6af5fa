import { portOf } from '#tests/support/answers.ts';
import { asObject } from '#domain/json.ts';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { gatewayOutbox } from '#server/kernel/outbox.ts';
import { encoded, PASSWORD, type Reply, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SMS = 'fixture-sms@demo.example';
let server: TestServer;

beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.remove());
// what one test froze or sent is over in the next
beforeEach(() => server.clock.advance(3 * HOUR));

type Body = Record<string, unknown>;
type Languages = { en: string; zh: string };

const post = (path: string, body: Body, locale = 'en', on = server): Promise<Reply> => on.anonymous.post(path, body, { query: { locale } });
const credentials = (username: string, password = PASSWORD): Body => ({ username, password: encoded(username, password) });
const logIn = (username: string, more: Body = {}, locale = 'en'): Promise<Reply> =>
  post('/api/v2/tokens', { ...credentials(username), ...more }, locale);
const smsCode = (username: string, locale = 'en', on = server): Promise<Reply> =>
  post('/api/v2/tokens/sms', credentials(username), locale, on);
const sentCode = (): string => server.outbox.sent().at(-1)?.code ?? '';
const another = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Provokes the same failure in both languages and compares what a person reads. */
async function says(provoke: (locale: string) => Promise<Reply>, status: number, code: string, detail: Languages): Promise<void> {
  for (const locale of ['en', 'zh'] as const) {
    const reply = await provoke(locale);
    expect(reply).toMatchObject({ status, body: { code, detail: detail[locale] } });
  }
}

/** Spec section 8, messages of the log-in, each provoked over HTTP. */
describe('what the log-in says', () => {
  test('login failed', async () => {
    await says((locale) => post('/api/v2/tokens', credentials(VIEWER, 'Wrong1234'), locale), 401, 'login.failed', {
      en: 'Login failed: the username or the password is wrong.',
      zh: '登录失败：用户名或密码错误。',
    });
  });

  test('mobile phone number not found, contact your administrator', async () => {
    await says((locale) => smsCode('fixture-no-mobile@demo.example', locale), 403, 'login.mobile-not-found', {
      en: 'mobile phone number not found, contact your administrator',
      zh: '未找到手机号，请联系管理员',
    });
  });

  test('phone not bound', async () => {
    const detail = { en: 'phone not bound', zh: '手机未绑定' };
    await says((locale) => smsCode(VIEWER, locale), 403, 'login.mobile-not-bound', detail);
    await says((locale) => logIn(VIEWER, { smsCode: '123456' }, locale), 403, 'login.mobile-not-bound', detail);
    expect((await smsCode(SMS)).status).toBe(200);
  });

  test('verification code requested too often', async () => {
    expect(await smsCode(SMS)).toMatchObject({ status: 200, body: { retryAfter: 60 } });
    server.clock.advance(15_000);
    await says((locale) => smsCode(SMS, locale), 429, 'login.code-too-often', {
      en: 'verification code requested too often, wait 45 seconds',
      zh: '验证码请求过于频繁，请 45 秒后再试',
    });
    server.clock.advance(45_000);
    expect((await smsCode(SMS)).status).toBe(200);
  });

  test('failed to get the verification code', async () => {
    const broken = await testServer({ outbox: gatewayOutbox('http://127.0.0.1:9/') });
    await says((locale) => smsCode(SMS, locale, broken), 502, 'login.code-not-sent', {
      en: 'failed to get the verification code',
      zh: '获取验证码失败',
    });
    await broken.remove();
  });

  test('verification code mismatch', async () => {
    await smsCode(SMS);
    const wrong = another(sentCode());
    await says((locale) => logIn(SMS, { smsCode: wrong }, locale), 422, 'login.code-mismatch', {
      en: 'verification code mismatch',
      zh: '验证码不匹配',
    });
    expect((await logIn(SMS, { smsCode: sentCode() })).body).toHaveProperty('token');
  });

  test('please enter the correct verification code', async () => {
    const detail = { en: 'please enter the correct verification code', zh: '请输入正确的验证码' };
    for (const code of ['', '12', 'abcdef'])
      await says((locale) => logIn(SMS, { smsCode: code }, locale), 422, 'login.code-required', detail);
    // one that was never sent
    await says((locale) => logIn(SMS, { smsCode: '123456' }, locale), 422, 'login.code-required', detail);
  });

  test('too many login attempts, frozen for seconds, minutes, hours', async () => {
    const name = 'fixture-no-regions@demo.example';
    const fail = (): Promise<Reply> => post('/api/v2/tokens', credentials(name, 'Wrong1234'));
    for (let attempt = 0; attempt < 5; attempt++) expect((await fail()).status).toBe(401);
    server.clock.advance(20_000);
    await says((locale) => logIn(name, {}, locale), 429, 'too-many-attempts', {
      en: 'too many login attempts, the account is frozen for 40 seconds',
      zh: '登录尝试次数过多，账号冻结 40 秒',
    });
    server.clock.advance(40_000);
    expect((await fail()).status).toBe(401);
    await says((locale) => logIn(name, {}, locale), 429, 'too-many-attempts.minutes', {
      en: 'too many login attempts, the account is frozen for 2 minutes',
      zh: '登录尝试次数过多，账号冻结 2 分钟',
    });
    // twice as long each time: 4, 8, 16, 32, 64 and 128 minutes
    for (let minutes = 2; minutes < 128; minutes *= 2) {
      server.clock.advance(minutes * MINUTE);
      expect((await fail()).status).toBe(401);
    }
    await says((locale) => logIn(name, {}, locale), 429, 'too-many-attempts.hours', {
      en: 'too many login attempts, the account is frozen for 3 hours',
      zh: '登录尝试次数过多，账号冻结 3 小时',
    });
    expect((await logIn(name)).headers['retry-after']).toBe(String(128 * 60));
    expect((await logIn(VIEWER)).status).toBe(201);
    server.clock.advance(128 * MINUTE);
    expect((await logIn(name)).body).toHaveProperty('token');
  });

  test('a name that is no account freezes in the same words', async () => {
    const fail = (): Promise<Reply> => post('/api/v2/tokens', credentials('nobody@demo.example'));
    for (let attempt = 0; attempt < 5; attempt++) expect((await fail()).status).toBe(401);
    expect(await fail()).toMatchObject({ status: 429, body: { code: 'too-many-attempts', params: { count: 60 } } });
  });

  test('IP address does not match configuration', async () => {
    await says((locale) => logIn('fixture-blocked@demo.example', {}, locale), 403, 'login.ip', {
      en: 'IP address does not match configuration',
      zh: 'IP 地址与配置不匹配',
    });
  });

  test('the account is disabled', async () => {
    await says((locale) => logIn('fixture-disabled@demo.example', {}, locale), 403, 'login.disabled', {
      en: 'The account is disabled, contact your administrator.',
      zh: '账号已停用，请联系管理员。',
    });
  });
});

/** Spec section 8, messages about the own account. */
describe('what the own account is told', () => {
  test('username format incorrect', async () => {
    const admin = await server.as('admin');
    await says((locale) => admin.put('/api/v1/username', { username: 'not an address' }, { query: { locale } }), 400, 'username.format', {
      en: 'username format incorrect',
      zh: '用户名格式错误',
    });
  });

  test('the new password cannot be the same as the old password', async () => {
    await saysOfPassword(PASSWORD, PASSWORD, 'password.same', {
      en: 'the new password cannot be the same as the old password',
      zh: '新密码不能与原密码相同',
    });
  });

  test('the passwords entered twice do not match', async () => {
    await saysOfPassword('Summer2026', 'Winter2026', 'password.mismatch', {
      en: 'the passwords entered twice do not match',
      zh: '两次输入的密码不一致',
    });
  });

  test('a session that is over', async () => {
    const client = await server.as(VIEWER);
    server.clock.advance(31 * MINUTE);
    await says((locale) => client.get('/api/v1/tags', { query: { locale } }), 401, 'unauthenticated', {
      en: 'Session timeout, please login again',
      zh: '会话已超时，请重新登录',
    });
  });

  async function saysOfPassword(newPassword: string, newPasswordConfirm: string, code: string, detail: Languages): Promise<void> {
    const client = await server.as(VIEWER);
    const body = { currentPassword: PASSWORD, newPassword, newPasswordConfirm };
    await says((locale) => client.put('/api/v1/password', body, { query: { locale } }), 422, code, detail);
  }
});

describe('second step by SMS', () => {
  test('the token waits; the code is good once, for five minutes and five tries', async () => {
    const first = await logIn(SMS);
    expect(first).toMatchObject({ status: 201, body: { loginMethods: [{ type: 'sms', mobile: '138****0006' }] } });
    expect(first.body).not.toHaveProperty('token');
    await smsCode(SMS);
    expect(server.outbox.sent().at(-1)).toMatchObject({ channel: 'sms', to: '13800020006' });
    const done = await logIn(SMS, { smsCode: sentCode() });
    expect(done).toMatchObject({ status: 201, body: { expiresIn: 1800 } });
    expect((await logIn(SMS, { smsCode: sentCode() })).body['code']).toBe('login.code-required');

    server.clock.advance(MINUTE);
    await smsCode(SMS);
    server.clock.advance(5 * MINUTE);
    expect((await logIn(SMS, { smsCode: sentCode() })).body['code']).toBe('login.code-required');

    await smsCode(SMS);
    const right = sentCode();
    for (let guess = 0; guess < 4; guess++)
      expect((await logIn(SMS, { smsCode: another(right) })).body['code']).toBe('login.code-mismatch');
    expect((await logIn(SMS, { smsCode: right })).body).toHaveProperty('token');
    server.clock.advance(MINUTE);
    await smsCode(SMS);
    for (let guess = 0; guess < 5; guess++)
      expect((await logIn(SMS, { smsCode: another(sentCode()) })).body['code']).toBe('login.code-mismatch');
    // the fifth also freezes the account, as five wrong passwords do
    expect((await logIn(SMS, { smsCode: sentCode() })).body['code']).toBe('too-many-attempts');
    server.clock.advance(MINUTE);
    expect((await logIn(SMS, { smsCode: sentCode() })).body['code']).toBe('login.code-required');
  });

  test('guesses made at once do not count as one', async () => {
    await smsCode(SMS);
    const replies = await Promise.all(Array.from({ length: 8 }, () => logIn(SMS, { smsCode: another(sentCode()) })));
    const mismatches = replies.filter((reply) => reply.body['code'] === 'login.code-mismatch');
    expect(mismatches.length).toBeLessThanOrEqual(5);
    // five are looked at; who guesses on is frozen
    const said = new Set(replies.map(({ status, body }) => `${status} ${String(body['code'])}`));
    expect(
      [...said].filter((each) => !/^(?:422 login\.code-(?:mismatch|required)|429 too-many-attempts(?:\.minutes)?)$/.test(each)),
    ).toEqual([]);
  });

  test('asked for twice at once one code is sent', async () => {
    const before = server.outbox.sent().length;
    const replies = await Promise.all([smsCode(SMS), smsCode(SMS), smsCode(SMS)]);
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    expect(server.outbox.sent().length - before).toBe(1);
  });

  test('messages go to the gateway as JSON', async () => {
    const gateway = await fakeGateway();
    const sending = await testServer({ outbox: gatewayOutbox(gateway.url, 'secret') });
    expect((await smsCode(SMS, 'en', sending)).status).toBe(200);
    const [taken] = gateway.taken;
    expect(taken?.authorization).toBe('Bearer secret');
    expect(taken?.body).toMatchObject({ channel: 'sms', to: '13800020006' });
    expect(String(taken?.body['text'])).toContain(String(taken?.body['code']));
    await sending.remove();
    gateway.close();
  });
});

describe('IP whitelist', () => {
  const from = (remoteAddress: string, username: string): Promise<number> =>
    server.app
      .inject({ method: 'POST', url: '/api/v2/tokens', payload: credentials(username), remoteAddress })
      .then((answer) => answer.statusCode);

  test('single addresses, networks and ranges of both kinds, a thousand of them', async () => {
    const boss = await server.as(SUPER);
    const name = 'fixture-two-companies@demo.example';
    const path = `/api/v1/users/${name}`;
    const allow = async (ipWhitelist: string[]): Promise<number> => {
      const { body, etag } = await boss.get(path);
      const readOnly = new Set(['revision', 'createdAt', 'updatedAt', 'lastLoginAt', 'totp']);
      const account = Object.fromEntries(Object.entries(body).filter(([key]) => !readOnly.has(key)));
      return (await boss.put(path, { ...account, ipWhitelist }, { ifMatch: etag })).status;
    };
    expect(await allow(['203.0.113.7', '198.51.100.0/24', '192.0.2.10-192.0.2.20', '2001:db8::/32'])).toBe(200);
    for (const good of ['203.0.113.7', '198.51.100.200', '192.0.2.20', '2001:db8:1::9', '::ffff:203.0.113.7'])
      expect([good, await from(good, name)]).toEqual([good, 201]);
    for (const bad of ['203.0.113.8', '198.51.101.1', '192.0.2.21', '2001:db9::1'])
      expect([bad, await from(bad, name)]).toEqual([bad, 403]);
    const many = Array.from({ length: 1000 }, (_, index) => `10.${Math.floor(index / 250)}.${index % 250}.0/24`);
    expect(await allow(many)).toBe(200);
    expect(await from('10.3.249.17', name)).toBe(201);
    expect(await from('10.4.0.1', name)).toBe(403);
    expect(await allow([...many, '10.200.0.0/24'])).toBe(422);
    expect(await allow([])).toBe(200);
    expect(await from('10.4.0.1', name)).toBe(201);
  });
});

type Taken = { authorization: string | undefined; body: Record<string, unknown> };

/** Takes messages as an operator's gateway would. */
async function fakeGateway(): Promise<{ url: string; taken: Taken[]; close: () => void }> {
  const taken: Taken[] = [];
  const gateway: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      taken.push({ authorization: request.headers.authorization, body: asObject(JSON.parse(text)) });
      response.writeHead(202).end();
    });
  });
  await new Promise<void>((resolve) => void gateway.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${portOf(gateway)}/`, taken, close: () => void gateway.close() };
}
