import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asObject } from '#domain/json.ts';

import {
  type Client,
  clientOf,
  COMPANY,
  encoded,
  PASSWORD,
  REGIONAL,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let server: TestServer;
let boss: Client;
let manager: Client;

beforeAll(async () => {
  server = await testServer();
});
beforeEach(async () => {
  boss = await server.as(SUPER);
  manager = await server.as(COMPANY);
});
afterAll(() => server.remove());

async function enter(username: string, password = PASSWORD, ip = '203.0.113.5'): Promise<Reply> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v2/tokens',
    remoteAddress: ip,
    payload: { username, password: encoded(username, password) },
  });
  return { status: reply.statusCode, body: asObject(reply.json()), headers: {}, etag: '' };
}
async function freeze(username: string, ip?: string): Promise<void> {
  for (let guess = 0; guess < 5; guess++) expect((await enter(username, 'Wrong1234', ip)).status).toBe(401);
}
const path = (username: string, action = ''): string => `/api/v1/users/${username}${action && `/${action}`}`;
const rowOf = async (client: Client, username: string): Promise<Record<string, unknown>> => {
  const [row] = resultsOf(await client.get('/api/v1/users', { query: { username, access: 'true' } }));
  return row ?? {};
};
const actions = (row: Record<string, unknown>): unknown => row['_access'] ?? {};

test('a frozen account says until when and for whom, in the list and in its own, and is unlocked', async () => {
  expect(await rowOf(manager, VIEWER)).not.toHaveProperty('frozen');
  expect(await manager.post(path(VIEWER, 'unlock'))).toMatchObject({ status: 409, body: { code: 'action-not-now' } });
  await freeze(VIEWER);
  const until = new Date(server.clock.now() + MINUTE).toISOString().replace(/\.\d+/, '');
  const frozen = { frozen: true, frozenUntil: until, freezes: [{ place: 'address', address: '203.0.113.5', failed: 5, until }] };
  expect(await rowOf(manager, VIEWER)).toMatchObject(frozen);
  expect((await manager.get(path(VIEWER))).body).toMatchObject(frozen);
  expect((await boss.get(path(VIEWER))).body).toMatchObject(frozen);
  const exported = await boss.post('/api/v1/export', {
    operation: 'listUsers',
    columns: ['username', 'frozenUntil'],
    query: { username: VIEWER },
  });
  // the words of the list: its own time zone
  expect(JSON.stringify(exported.body)).toContain('01:01');

  expect((await enter(VIEWER)).status).toBe(429);
  // who may only look, and whoever it is himself, may not
  expect((await (await server.as(VIEWER)).post(path(VIEWER, 'unlock'))).status).toBe(403);
  expect(await manager.post(path(VIEWER, 'unlock'))).toMatchObject({ status: 200, body: { username: VIEWER } });
  expect(await rowOf(manager, VIEWER)).not.toHaveProperty('frozen');
  expect((await enter(VIEWER)).status).toBe(201);
});

test('a freeze that is over is none', async () => {
  await freeze(REGIONAL, '192.0.2.9');
  expect(await rowOf(boss, REGIONAL)).toHaveProperty('frozenUntil');
  server.clock.advance(MINUTE);
  expect(await rowOf(boss, REGIONAL)).not.toHaveProperty('frozenUntil');
});

test('an account that strangers slow down everywhere says so and is opened by unlocking it', async () => {
  for (let guess = 0; guess < 21; guess++) await enter(COMPANY, 'Wrong1234', `198.51.100.${guess}`);
  expect(await rowOf(boss, COMPANY)).toMatchObject({ frozen: true, freezes: [{ place: 'everywhere', failed: 21 }] });
  expect(await rowOf(boss, COMPANY)).not.toHaveProperty('frozenUntil');
  expect((await enter(COMPANY)).body['code']).toBe('login.throttled');
  expect((await boss.post(path(COMPANY, 'unlock'))).status).toBe(200);
  expect((await enter(COMPANY)).status).toBe(201);
  expect(await rowOf(boss, COMPANY)).not.toHaveProperty('frozen');
});

test('a reset password is told once, is good for a day, must be changed, and ends the sessions', async () => {
  const name = 'fixture-all-regions@demo.example';
  const before = await server.as(name);
  await freeze(name);
  const reset = await boss.post(path(name, 'resetPassword'));
  expect(reset.status).toBe(200);
  const password = String(reset.body['password']);
  expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{15}$/);
  expect(Date.parse(String(reset.body['passwordExpiresAt'])) - server.clock.now()).toBe(24 * HOUR);
  // nowhere else
  expect(JSON.stringify((await boss.get(path(name))).body)).not.toContain(password);
  expect(JSON.stringify((await boss.get('/api/v1/history', { query: { resource: 'User', id: name } })).body)).not.toContain(password);
  expect((await before.get('/api/v1/sessions')).status).toBe(401);
  expect((await enter(name)).status).toBe(401);
  const once = clientOf(server, String((await enter(name, password)).body['token']));
  expect(await once.get('/api/v1/tags')).toMatchObject({ status: 403, body: { code: 'password.change-required' } });
  const change = { currentPassword: password, newPassword: 'Summer2026', newPasswordConfirm: 'Summer2026' };
  expect((await once.put('/api/v1/password', change)).status).toBe(204);
  expect((await clientOf(server, String((await enter(name, 'Summer2026')).body['token'])).get('/api/v1/tags')).status).toBe(200);

  const again = String((await boss.post(path(name, 'resetPassword'))).body['password']);
  server.clock.advance(24 * HOUR);
  expect((await enter(name, again)).body['code']).toBe('login.password-expired');
});

test('signing an account out everywhere ends its sessions and nothing else', async () => {
  const [one, two] = [await server.as(REGIONAL), await server.as(REGIONAL)];
  expect((await one.get('/api/v1/sessions')).status).toBe(200);
  const chief = await server.as(SUPER);
  expect((await chief.post(path(REGIONAL, 'endSessions'))).status).toBe(200);
  expect((await one.get('/api/v1/sessions')).status).toBe(401);
  expect((await two.get('/api/v1/sessions')).status).toBe(401);
  expect((await chief.get('/api/v1/sessions')).status).toBe(200);
  server.clock.advance(25 * HOUR);
  expect((await enter(REGIONAL)).status).toBe(201);
});

test('nobody does it to who may do more, to the own password, or without the permission', async () => {
  const chief = await server.as(SUPER);
  const local = await server.as(COMPANY);
  for (const action of ['unlock', 'resetPassword', 'endSessions']) {
    expect([action, (await local.post(path(SUPER, action))).status]).toEqual([action, 404]);
    expect([action, (await (await server.as(VIEWER)).post(path(REGIONAL, action))).status]).toEqual([action, 403]);
  }
  expect((await chief.post(path(SUPER, 'resetPassword'))).status).toBe(403);
  const offered = JSON.stringify(actions(await rowOf(chief, SUPER)));
  expect(offered).not.toContain('"resetUserPassword":true');
});

test('many accounts are unlocked and signed out in one call', async () => {
  const chief = await server.as(SUPER);
  server.clock.advance(8 * 24 * HOUR);
  const fresh = await server.as(SUPER);
  for (const name of [VIEWER, REGIONAL]) await freeze(name, '192.0.2.200');
  const items = [VIEWER, REGIONAL].map((username) => ({ operation: 'unlockUser', path: { username } }));
  expect(resultsOf(await fresh.post('/api/v1/bulk', { items })).map(({ status }) => status)).toEqual([200, 200]);
  expect(await rowOf(fresh, VIEWER)).not.toHaveProperty('frozen');
  expect((await chief.get('/api/v1/sessions')).status).toBe(401);
});
