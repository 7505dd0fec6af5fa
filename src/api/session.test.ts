import { createDecipheriv, createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { encodePassword } from '#api/password.ts';
import { loadCaptcha, login, logout, refresh } from '#api/session.ts';
import { readSession, writeSession } from '#api/token.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';

/** A backend that has the parts of a session at places of its own. */
const elsewhere = {
  base: '/backend',
  platform: {
    captcha: { id: 'picture', method: 'get', path: '/picture' },
    logIn: { id: 'open', method: 'post', path: '/doors' },
    refresh: { id: 'stay', method: 'patch', path: '/doors/mine' },
    logOut: { id: 'close', method: 'delete', path: '/doors/mine' },
  },
};
const answers: Response[] = [];
const sent: { url: string; method: string | undefined; body: Record<string, string>; bearer: string | null }[] = [];

beforeEach(() => {
  stubBrowser();
  answers.length = 0;
  sent.length = 0;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.endsWith('/index.json')) return Promise.resolve(new Response(JSON.stringify(elsewhere)));
    sent.push({
      url,
      method: init.method,
      body: JSON.parse(String(init.body ?? '{}')),
      bearer: new Headers(init.headers).get('authorization'),
    });
    return Promise.resolve(answers.shift() ?? new Response(null, { status: 204 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: unknown): void {
  answers.push(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));
}

/** As the server reads it. */
function decode(username: string, encoded: string): string {
  const bytes = Buffer.from(encoded, 'base64url');
  const key = createHash('sha256').update(`wan-console:${username}`).digest();
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
}

test('the password is encoded with the trimmed username as key, never twice the same', async () => {
  const [one, two] = await Promise.all([encodePassword(' a@b.example ', 'Pass密码1'), encodePassword('a@b.example', 'Pass密码1')]);
  expect(one).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(one).not.toBe(two);
  expect(decode('a@b.example', one)).toBe('Pass密码1');
});

test('log-in keeps the token where the choice says', async () => {
  answer(201, { token: 't', refreshToken: 'r', expiresIn: 60 });
  await expect(login({ username: ' a@b.example ', password: 'p', remember: false })).resolves.toEqual({ step: 'done' });
  expect(sent[0]).toMatchObject({ method: 'POST', url: '/backend/doors?locale=zh' });
  expect(sent[0]?.body['username']).toBe('a@b.example');
  expect(sent[0]?.bearer).toBeNull();
  expect(readSession()).toMatchObject({ token: 't', refreshToken: 'r', username: 'a@b.example', lifetime: 60_000, remember: false });
  expect(localStorage.getItem('wan.session')).toBeNull();
  answer(201, { token: 't', expiresIn: 60 });
  await login({ username: 'a@b.example', password: 'p', remember: true }, { captcha: { id: 'c', text: '7KPM' } });
  expect(sent[1]?.body).toMatchObject({ captchaId: 'c', captcha: '7KPM' });
  expect(sessionStorage.getItem('wan.session')).toBeNull();
  expect(localStorage.getItem('wan.session')).toContain('"t"');
});

test('a second step withholds the token', async () => {
  answer(201, { token: 't', loginMethods: [{ type: 'sms', mobile: '138****0001' }] });
  await expect(login({ username: 'a', password: 'p', remember: true })).resolves.toMatchObject({ step: 'sms' });
  expect(readSession()).toBeUndefined();
});

test('an answer of 200 does nothing; the app of an account withholds the token', async () => {
  answer(200, { token: 't', expiresIn: 60 });
  await expect(login({ username: 'a', password: 'p', remember: true })).resolves.toEqual({ step: 'none' });
  answer(201, { ticket: 'k', loginMethods: [{ type: 'totp' }] });
  await expect(login({ username: 'a', password: 'p', remember: true })).resolves.toEqual({ step: 'totp', ticket: 'k' });
  expect(readSession()).toBeUndefined();
});

test('a failed log-in leaves nothing behind', async () => {
  answer(401, { code: 'login.failed', detail: 'no' });
  await expect(login({ username: 'a', password: 'p', remember: true })).rejects.toMatchObject({ code: 'login.failed' });
  expect(readSession()).toBeUndefined();
});

test('renewal is sent once, with the refresh token', async () => {
  writeSession({ token: 't', refreshToken: 'r', username: 'a', expiresAt: 1, lifetime: 1, remember: true });
  answer(201, { token: 't2', refreshToken: 'r2', expiresIn: 60 });
  await Promise.all([refresh(false), refresh(false)]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.bearer).toBe('Bearer r');
  expect(readSession()).toMatchObject({ token: 't2', refreshToken: 'r2', remember: true });
});

test('log-out ends the session even where nobody answers; without one it is an error', async () => {
  writeSession({ token: 't', refreshToken: 'r', username: 'a', expiresAt: 1, lifetime: 1, remember: false });
  answer(500, {});
  await logout();
  expect(sent[0]?.bearer).toBe('Bearer t');
  expect(readSession()).toBeUndefined();
  await expect(logout()).rejects.toMatchObject({ code: 'session.none' });
});

test('no captcha is asked for: 204, or none there', async () => {
  await expect(loadCaptcha()).resolves.toBeUndefined();
  answer(404, {});
  await expect(loadCaptcha()).resolves.toBeUndefined();
  answer(200, { id: 'c', image: 'iVBORw0KGgo=', expiresIn: 9 });
  await expect(loadCaptcha()).resolves.toEqual({ id: 'c', image: 'iVBORw0KGgo=', expiresIn: 9 });
});
