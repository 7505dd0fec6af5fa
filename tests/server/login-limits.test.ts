import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { networkOf } from '#server/kernel/access/attempt-origin.ts';
import { COMPANY, encoded, PASSWORD, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
let stranger = 0;
let server: TestServer;

beforeAll(async () => {
  server = await testServer({ captcha: true });
});
afterAll(() => server.remove());
// what one test slowed down is forgotten in the next
beforeEach(() => {
  server.clock.advance(DAY + MINUTE);
  stranger++;
});
/** An address of each test's own. */
const far = (): string => `192.0.2.${stranger}`;
const near = (): string => `203.0.113.${stranger}`;

type Answer = { status: number; code: unknown; cookie: string; wait: string; body: Record<string, unknown> };
/** A log-in from an address, in a browser that keeps a cookie or not. The picture is read off where the server keeps it. */
async function enter(username: string, password = PASSWORD, { ip = near(), cookie = '' } = {}): Promise<Answer> {
  const send = async (more: Record<string, string> = {}): Promise<Answer> => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v2/tokens',
      remoteAddress: ip,
      headers: cookie === '' ? {} : { cookie },
      payload: { username, password: encoded(username, password), ...more },
    });
    const body = reply.json<Record<string, unknown>>();
    const set = String(reply.headers['set-cookie'] ?? '');
    return {
      status: reply.statusCode,
      code: body['code'],
      cookie: set.split(';')[0] ?? '',
      wait: reply.headers['retry-after'] ?? '',
      body,
    };
  };
  const first = await send();
  if (first.code !== 'captcha') return first;
  const picture = await server.app.inject({ url: '/api/v1/captcha', remoteAddress: ip });
  const captchaId = picture.json<{ id: string }>().id;
  return send({ captchaId, captcha: String(await server.services.store.ephemeral.get('captcha', captchaId)) });
}
const wrong = (username: string, ip?: string, cookie?: string): Promise<Answer> => enter(username, 'Wrong1234', { ip, cookie });
/** Another address for each number. */
const address = (number: number): string => `198.51.${Math.floor(number / 250)}.${(number % 250) + 1}`;
const count = (answers: Answer[], code: string): number => answers.filter((answer) => answer.code === code).length;

describe('guesses at once', () => {
  test('of two hundred in parallel five are looked at', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        server.anonymous.post('/api/v2/tokens', { username: VIEWER, password: encoded(VIEWER, 'Wrong1234') }),
      ),
    );
    const codes = answers.map(({ body }) => body['code']);
    expect(codes.filter((code) => code === 'login.failed').length).toBeLessThanOrEqual(5);
    expect(new Set(codes).has('too-many-attempts')).toBe(true);
    expect(answers.every(({ status }) => status >= 400 && status < 500)).toBe(true);
  });

  test('of right ones in parallel all get in, and nobody is slower for it', async () => {
    for (let round = 0; round < 10; round++) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => enter(COMPANY)));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    }
  });
});

describe('a stranger', () => {
  test('who fails from another address freezes himself, not whom the account belongs to', async () => {
    for (let guess = 0; guess < 5; guess++) expect((await wrong(VIEWER, far())).status).toBe(401);
    expect(await wrong(VIEWER, far())).toMatchObject({ status: 429, code: 'too-many-attempts' });
    expect((await enter(VIEWER, PASSWORD, { ip: far() })).code).toBe('too-many-attempts');
    expect((await enter(VIEWER)).status).toBe(201);
  });

  test('behind the same address does not shut out the browser in which the account was logged in', async () => {
    const { cookie } = await enter(VIEWER);
    expect(cookie).toMatch(/^wan-device=[\w-]{43}$/);
    for (let guess = 0; guess < 5; guess++) expect((await wrong(VIEWER)).status).toBe(401);
    expect((await enter(VIEWER)).code).toBe('too-many-attempts');
    expect((await enter(VIEWER, PASSWORD, { cookie })).status).toBe(201);
  });

  test('with such a cookie of an own account is no less a stranger to another', async () => {
    const { cookie } = await enter(COMPANY);
    for (let guess = 0; guess < 5; guess++) expect((await wrong(VIEWER, far(), cookie)).status).toBe(401);
    expect((await wrong(VIEWER, far())).code).toBe('too-many-attempts');
    const made = `wan-device=${'a'.repeat(43)}`;
    const given = await enter(COMPANY, PASSWORD, { cookie: made });
    expect(given.cookie).not.toBe(made);
  });

  test('who guesses from many addresses becomes ever slower; a known browser does not', async () => {
    const { cookie } = await enter(VIEWER);
    for (let guess = 0; guess < 20; guess++) expect((await wrong(VIEWER, address(guess))).status).toBe(401);
    const at = await Promise.all(Array.from({ length: 12 }, (_, index) => wrong(VIEWER, address(100 + index))));
    expect(count(at, 'login.failed')).toBe(1);
    expect(count(at, 'login.throttled')).toBe(11);
    expect((await enter(VIEWER, PASSWORD, { cookie })).status).toBe(201);
    let waited = 0;
    for (let guess = 0; guess < 8; guess++) {
      const refused = await wrong(VIEWER, address(200 + guess));
      expect(refused).toMatchObject({ status: 429, code: 'login.throttled' });
      expect(Number(refused.wait)).toBeGreaterThanOrEqual(waited);
      waited = Number(refused.wait);
      server.clock.advance(waited * SECOND);
      expect((await wrong(VIEWER, address(200 + guess))).status).toBe(401);
    }
    // slow, not shut: the longest wait is a minute, and the right password gets in
    expect(waited).toBe(60);
    server.clock.advance(MINUTE);
    expect((await enter(VIEWER)).status).toBe(201);
  });

  test('who tries one password at many accounts becomes slower as well', async () => {
    const answers: Answer[] = [];
    for (let name = 0; name < 60; name++) answers.push(await wrong(`person-${name}@demo.example`, far()));
    expect(count(answers, 'login.failed')).toBe(51);
    expect(count(answers, 'login.throttled')).toBe(9);
    expect((await enter(VIEWER, PASSWORD, { ip: near() })).status).toBe(201);
  });

  test('a network of IPv6 is one place', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:DB8::9')).toBe('2001:db8:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('::ffff:203.0.113.5')).toBe('203.0.113.5');
    expect(networkOf('203.0.113.5')).toBe('203.0.113.5');
  });
});

test('what was counted holds after a restart', async () => {
  for (let guess = 0; guess < 5; guess++) await wrong(COMPANY);
  await server.restart();
  expect((await enter(COMPANY)).code).toBe('too-many-attempts');
});

test('a right password that is only half a log-in clears nothing', async () => {
  const name = 'fixture-sms@demo.example';
  for (let guess = 0; guess < 4; guess++) expect((await wrong(name)).status).toBe(401);
  for (let half = 0; half < 3; half++) expect((await enter(name)).body).toHaveProperty('ticket');
  expect((await wrong(name)).status).toBe(401);
  expect((await enter(name)).code).toBe('too-many-attempts');
});
