import { objects } from '#tests/support/answers.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Client, clientOf, encoded, type Reply, testServer, type TestServer } from '#tests/server/harness.ts';

const HOUR = 3_600_000;
const NAME = 'first.admin@acme.example';
const OWN = 'Summer2026';
let server: TestServer;
let printed = '';

beforeEach(async () => {
  const written = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  printed = '';
  server = await testServer({ seed: 'empty' });
  written.mockRestore();
});
afterEach(() => server.remove());

const password = (): string => /password (\S+)/.exec(printed)?.[1] ?? '';
const logIn = (username: string, text: string): Promise<Reply> =>
  server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, text) });
async function entered(username: string, text: string): Promise<Client> {
  const reply = await logIn(username, text);
  expect(reply.status).toBe(201);
  return clientOf(server, String(reply.body['token']));
}
const change = (client: Client, from: string, to: string): Promise<Reply> =>
  client.put('/api/v1/password', { currentPassword: from, newPassword: to, newPasswordConfirm: to });

test('the printed password opens nothing but a name and a password of one’s own', async () => {
  const admin = await entered('admin', password());
  expect(await admin.get('/api/v1/tags')).toMatchObject({ status: 403, body: { code: 'default-account' } });
  expect((await admin.put('/api/v1/username', { username: NAME })).status).toBe(204);

  const named = await entered(NAME, password());
  const info = await named.get(`/api/v1/users/${NAME}`, { query: { page: 'login' } });
  expect(info).toMatchObject({ status: 200, body: { mustChangePassword: true } });
  const asked = await named.get('/api/v1/tags', { query: { locale: 'zh' } });
  expect(asked).toMatchObject({ status: 403, body: { code: 'password.change-required' } });
  expect(asked.body['detail']).toBe('您使用的是一次性密码，请先设置自己的密码，再进行其他操作。');
  expect(await named.put('/api/v1/system', { enable: true })).toMatchObject({ status: 403, body: { code: 'password.change-required' } });
  // it is none any more once it was changed
  expect(await change(named, password(), password())).toMatchObject({ status: 422, body: { code: 'password.same' } });
  expect((await change(named, password(), OWN)).status).toBe(204);

  expect((await logIn(NAME, password())).status).toBe(401);
  const own = await entered(NAME, OWN);
  expect((await own.get('/api/v1/tags')).status).toBe(200);
  const after = await own.get(`/api/v1/users/${NAME}`, { query: { page: 'login' } });
  expect(after.body).not.toHaveProperty('mustChangePassword');
  expect(after.body).not.toHaveProperty('passwordExpiresAt');
});

test('a one-time password that nobody used within a day is over; one that was changed is not', async () => {
  server.clock.advance(24 * HOUR - 1000);
  expect((await logIn('admin', password())).status).toBe(201);
  server.clock.advance(1000);
  const over = await logIn('admin', password());
  expect(over).toMatchObject({ status: 403, body: { code: 'login.password-expired' } });
  expect(over.body['detail']).toBe(
    'The one-time password has expired. Ask an administrator for another one; where this is the only account, start the server again: it prints one.',
  );
  // whoever does not know it is not told that there is one
  expect((await logIn('admin', 'Wrong1234')).body['code']).toBe('login.failed');
});

test('an own password does not expire', async () => {
  const admin = await entered('admin', password());
  await change(admin, password(), OWN);
  server.clock.advance(48 * HOUR);
  expect((await logIn('admin', OWN)).status).toBe(201);
});

test('what an account keeps about its one-time password is not the caller’s to write', async () => {
  const admin = await entered('admin', password());
  await admin.put('/api/v1/username', { username: NAME });
  await change(admin, password(), OWN);
  const own = await entered(NAME, OWN);
  const path = `/api/v1/users/${NAME}`;
  const { body, etag } = await own.get(path);
  const account = Object.fromEntries(['username', 'name', 'accountType', 'admin', 'enable'].map((key) => [key, body[key]]));
  const forged = await own.put(
    path,
    { ...account, mustChangePassword: true, passwordExpiresAt: '2099-01-01T00:00:00Z' },
    { ifMatch: etag },
  );
  const errors = objects(forged.body['errors']);
  expect([forged.status, errors.map(({ pointer }) => String(pointer)).toSorted()]).toEqual([
    422,
    ['/mustChangePassword', '/passwordExpiresAt'],
  ]);
  expect((await own.put(path, account, { ifMatch: etag })).status).toBe(200);
});
