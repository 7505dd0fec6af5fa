import { portOf, there } from '#tests/support/answers.ts';
import { passwordsOf } from '#server/features/account/password.ts';
import { loginRecordsOf } from '#server/features/account/login-record.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Passwords } from '#server/features/account/password.ts';
import { boot, type Running } from '#server/boot.ts';
import { manualClock } from '#server/store/clock.ts';
import { handlersOf } from '#server/features/handlers.ts';
import { runCall } from '#server/kernel/pipeline.ts';
import { readSettings } from '#server/settings.ts';
import {
  type Client,
  clientOf,
  encoded,
  PASSWORD,
  type Reply,
  resultsOf,
  SUPER,
  testServer,
  type TestServer,
  VIEWER,
} from '#tests/server/harness.ts';

const MB = 1024 * 1024;
const MINUTE = 60_000;
const HASH_MS = 50;
let server: TestServer;

beforeAll(async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.remove());

type Line = { socket: Socket; answer: () => string; ended: () => boolean };

/** A connection that sends the head of a request and as much of its body as it likes. */
async function half(
  running: Running,
  path: string,
  bytes: number,
  options: { token?: string; sent?: number; method?: string } = {},
): Promise<Line> {
  const port = portOf(running.app.server);
  const socket = connect(port, '127.0.0.1');
  let [answer, ended] = ['', false];
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('close', () => (ended = true)).on('error', () => {});
  await new Promise<void>((done) => void socket.once('connect', done));
  const bearer = options.token === undefined ? '' : `Authorization: Bearer ${options.token}\r\n`;
  socket.write(
    `${options.method ?? 'POST'} ${path} HTTP/1.1\r\nHost: localhost\r\n${bearer}Content-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`,
  );
  socket.write(`{"items":"${'x'.repeat(options.sent ?? 1000)}`);
  return { socket, answer: () => answer, ended: () => ended };
}
const status = (line: Line): string => line.answer().slice(9, 12);

describe('a body is read for whom it may be', () => {
  test('thirty half-sent bodies of fifteen megabytes without a session are refused by their heads', async () => {
    const lines = await Promise.all(Array.from({ length: 30 }, () => half(server, '/api/v1/bulk', 15 * MB, { sent: 200_000 })));
    await expect.poll(() => lines.map(status), { timeout: 5000 }).toEqual(lines.map(() => '401'));
    const made = await half(server, '/api/v1/bulk', 15 * MB, { token: 'made-up' });
    await expect.poll(() => status(made), { timeout: 5000 }).toBe('401');
    for (const { socket } of [...lines, made]) socket.destroy();
  });

  test('they raise the memory by less than 200 MB, where they are 420', async () => {
    // one piece for all that is sent, so that what grows is the server's
    const piece = Buffer.alloc(MB, 'x');
    const before = process.memoryUsage().rss;
    let most = before;
    const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 10);
    const lines = await Promise.all(Array.from({ length: 30 }, () => half(server, '/api/v1/bulk', 15 * MB)));
    for (let sent = 0; sent < 14; sent++) for (const { socket } of lines) socket.write(piece);
    await expect.poll(() => lines.every(({ socket }) => socket.destroyed || socket.writableLength === 0), { timeout: 20_000 }).toBe(true);
    clearInterval(look);
    expect((most - before) / MB).toBeLessThan(200);
    expect(lines.map(status)).toEqual(lines.map(() => '401'));
    for (const { socket } of lines) socket.destroy();
  });

  test('who may not do it is told so before the body', async () => {
    const { token } = await server.services.sessions.create(VIEWER);
    const line = await half(server, '/api/v1/companies', 50_000, { token });
    await expect.poll(() => status(line), { timeout: 5000 }).toBe('403');
    line.socket.destroy();
  });

  test('a log-in of more than a few kilobytes is refused by its head', async () => {
    const line = await half(server, '/api/v2/tokens', 500_000);
    await expect.poll(() => status(line), { timeout: 5000 }).toBe('413');
    expect(line.answer()).toContain('8 kB');
    line.socket.destroy();
  });

  test('one account holds three of the largest bodies at a time, and gives them back when it leaves', async () => {
    const { token } = await server.services.sessions.create(SUPER);
    const lines = await Promise.all(Array.from({ length: 3 }, () => half(server, '/api/v1/bulk', 16 * MB, { token })));
    await new Promise((done) => setTimeout(done, 200));
    const fourth = await half(server, '/api/v1/bulk', 16 * MB, { token });
    await expect.poll(() => status(fourth), { timeout: 5000 }).toBe('429');
    expect(fourth.answer().toLowerCase()).toContain('retry-after: 5');
    expect(lines.map(status)).toEqual(['', '', '']);
    // others are not in its way
    expect((await (await server.as(VIEWER)).get('/api/v1/sessions')).status).toBe(200);
    for (const { socket } of [...lines, fourth]) socket.destroy();
    await expect
      .poll(async () => {
        const again = await half(server, '/api/v1/bulk', 16 * MB, { token });
        await new Promise((done) => setTimeout(done, 100));
        again.socket.destroy();
        return status(again);
      })
      .toBe('');
  });

  test('what the contract describes decides how much may come', () => {
    const limits = new Map([...server.services.contract.operations].map(([id, { bodyLimit }]) => [id, bodyLimit / 1024]));
    const open = [...server.services.contract.operations.values()].filter(({ operation }) => operation.access === 'public');
    expect(open.length).toBeGreaterThan(4);
    expect(open.every(({ bodyLimit }) => bodyLimit === 8 * 1024)).toBe(true);
    for (const [id, kilobytes] of [
      ['createTag', 64],
      ['createUser', 1024],
      ['createAddressSet', 16_384],
      ['runBulk', 16_384],
    ] as const)
      expect([id, limits.get(id)]).toEqual([id, kilobytes]);
  });
});

test('a request that does not come in is ended', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'wan-console-test-'));
  const running = await boot({
    dataDir: directory,
    seed: 'examples',
    captcha: false,
    passwordCost: 1024,
    clock: manualClock(),
    patience: { request: 700, headers: 500, look: 100 },
  });
  await running.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await running.services.sessions.create(SUPER);
  const line = await half(running, '/api/v1/bulk', MB, { token });
  await expect.poll(() => [status(line), line.ended()], { timeout: 4000 }).toEqual(['408', true]);
  const silent = connect(portOf(running.app.server), '127.0.0.1');
  silent.write('POST /api/v2/tokens HTTP/1.1\r\nHost: local');
  let ended = false;
  silent
    .on('close', () => (ended = true))
    .on('error', () => {})
    .resume();
  await expect.poll(() => ended, { timeout: 4000 }).toBe(true);
  await running.stop();
  rmSync(directory, { recursive: true, force: true });
});

describe('hashing', () => {
  const busy = (outcome: PromiseSettledResult<unknown>): boolean => outcome.status === 'rejected';

  test('of five hundred at once from one place most are sent away, and a right one from elsewhere is not behind them', async () => {
    const passwords = new Passwords(2 ** 12);
    const stored = await passwords.hash(PASSWORD);
    let done = 0;
    const flood = Promise.allSettled(
      Array.from({ length: 500 }, () => passwords.verify('Wrong1234', stored, 'flood').finally(() => done++)),
    );
    const refusedAtOnce = done;
    const right = await passwords.verify(PASSWORD, stored, 'home');
    const before = done - refusedAtOnce;
    expect(right).toBe(true);
    const outcomes = await flood;
    expect(outcomes.filter(busy)).toHaveLength(500 - 18);
    // the two that were running, and at most one in its turn
    expect(before - outcomes.filter(busy).length).toBeLessThanOrEqual(4);
    const refused = there(outcomes.find(busy));
    expect(refused.status === 'rejected' && refused.reason).toMatchObject({
      problem: { code: 'busy', status: 429 },
      extra: { headers: { 'retry-after': '2' } },
    });
  });

  test('who is sent away over HTTP is told when to come back, and was not counted as wrong', async () => {
    const reply = await Promise.all(
      Array.from({ length: 60 }, (_, name) =>
        server.anonymous.post(
          '/api/v2/tokens',
          { username: `flood-${name}@demo.example`, password: encoded(`flood-${name}@demo.example`, 'Wrong1234') },
          { query: { locale: 'zh' } },
        ),
      ),
    );
    const sent = reply.filter(({ body }) => body['code'] === 'busy');
    expect(sent.length).toBeGreaterThan(0);
    expect(sent[0]).toMatchObject({ status: 429, headers: { 'retry-after': '2' }, body: { detail: '系统繁忙，请 2 秒后重试。' } });
    server.clock.advance(2 * 60 * MINUTE);
  });

  test('a dry run of accounts hashes nothing, more than a hundred passwords at once are refused', async () => {
    const boss = await server.as(SUPER);
    const [like] = resultsOf(await boss.get('/api/v1/users', { query: { accountType: 'company', limit: '1' } }));
    const items = (count: number): unknown[] =>
      Array.from({ length: count }, (_, index) => ({
        operation: 'createUser',
        body: {
          username: `many-${index}@demo.example`,
          name: 'Many',
          password: 'Welcome2acme',
          accountType: 'company',
          companyId: like?.['companyId'],
          rolesId: like?.['rolesId'],
        },
      }));
    let hashed = 0;
    const passwords = passwordsOf(server.services);
    const hash = passwords.hash.bind(passwords);
    passwords.hash = (...given) => {
      hashed++;
      return hash(...given);
    };
    const dry = await boss.post('/api/v1/bulk', { items: items(300), dryRun: true });
    expect(dry.status).toBe(200);
    expect(resultsOf(dry)).toHaveLength(300);
    expect(resultsOf(dry).every((result) => Number(result['status']) < 400)).toBe(true);
    expect(hashed).toBe(0);
    expect(await boss.post('/api/v1/bulk', { items: items(101) })).toMatchObject({ status: 422, body: { code: 'too-many-passwords' } });
    expect(hashed).toBe(0);
    expect(resultsOf(await boss.post('/api/v1/bulk', { items: items(2) })).map((result) => result['status'])).toEqual([201, 201]);
    expect(hashed).toBe(2);
  });

  test('a log-in beside a bulk of a hundred accounts waits for none of them', async () => {
    const boss = await server.as(SUPER);
    const [like] = resultsOf(await boss.get('/api/v1/users', { query: { accountType: 'company', limit: '1' } }));
    const account = {
      name: 'Many',
      password: 'Welcome2acme',
      accountType: 'company',
      companyId: like?.['companyId'],
      rolesId: like?.['rolesId'],
    };
    const items = Array.from({ length: 100 }, (_, index) => ({
      operation: 'createUser',
      body: { ...account, username: `hundred-${index}@demo.example` },
    }));
    const passwords = passwordsOf(server.services);
    const hash = passwords.hash.bind(passwords);
    let hashed = 0;
    passwords.hash = async (...given) => {
      const made = await hash(...given);
      // as long as one takes in production: the disk that keeps the session of the log-in takes as long as it takes
      await wait(HASH_MS);
      hashed++;
      return made;
    };
    const bulk = boss.post('/api/v1/bulk', { items });
    await expect.poll(() => hashed).toBeGreaterThan(5);
    const before = hashed;
    const login = await server.anonymous.post('/api/v2/tokens', { username: VIEWER, password: encoded(VIEWER, PASSWORD) });
    expect([login.status, hashed - before]).toEqual([201, expect.toSatisfy((count: number) => count < 20)]);
    expect(resultsOf(await bulk).filter(({ status }) => status === 201)).toHaveLength(100);
    passwords.hash = hash;
  });
});

test('what nobody waits for any more is not hashed, and changes nothing', async () => {
  const { services } = server;
  const { token } = await services.sessions.create(SUPER);
  const served = services.contract.operations.get('runBulk');
  const handler = handlersOf(services).get('runBulk');
  if (!served || !handler) throw new Error('no bulk');
  const items = [
    { operation: 'createUser', body: { username: 'left@demo.example', name: 'Left', password: 'Welcome2acme', accountType: 'superAdmin' } },
  ];
  const head = {
    path: {},
    query: {},
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    requestId: 'r',
    ip: '',
    secure: false,
  };
  const asked = runCall(services, served, handler, { ...head, body: { items }, gone: AbortSignal.abort() });
  await expect(asked).rejects.toMatchObject({ problem: { code: 'caller-gone' } });
  expect((await (await server.as(SUPER)).get('/api/v1/users/left@demo.example')).status).toBe(404);
});

describe('the log of log-ins', () => {
  let boss: Client;
  const rows = async (username: string): Promise<Record<string, unknown>[]> =>
    resultsOf(await boss.get('/api/v1/loginLogs', { query: { username, startTime: '2026-01-01T00:00:00Z', sort: '-at' } }));
  const fail = (username: string): Promise<Reply> =>
    server.anonymous.post('/api/v2/tokens', { username, password: encoded(username, 'Wrong1234') });

  test('refusals of one name for one reason are one row that says how many', async () => {
    boss = await server.as(SUPER);
    const name = 'fixture-many-regions@demo.example';
    for (let attempt = 0; attempt < 45; attempt++) await fail(name);
    server.clock.advance(3000);
    const written = (): Promise<unknown[]> => rows(name).then((all) => all.map(({ reason, attempts }) => [reason, attempts]));
    await expect.poll(written).toEqual(
      expect.arrayContaining([
        ['password', 5],
        ['frozen', 40],
      ]),
    );
    expect(await rows(name)).toHaveLength(2);
    expect((await rows(name)).every(({ lastAt }) => typeof lastAt === 'string')).toBe(true);
    // after a while another row begins
    server.clock.advance(11 * MINUTE);
    await fail(name);
    await expect.poll(async () => (await rows(name)).length).toBe(3);
  });

  test('names made up by the thousand do not fill it', async () => {
    const before = Number((await boss.get('/api/v1/loginLogs', { query: { startTime: '2026-01-01T00:00:00Z' } })).body['total']);
    // the demo has such rows, too
    const begun = new Date(server.clock.now()).toISOString();
    const loginRecords = loginRecordsOf(server.services);
    const call = { ip: '203.0.113.9', userAgent: 'curl', requestId: 'r' } as Parameters<typeof loginRecords.refused>[0];
    const { loginFailed } = await import('#generated/problems.ts');
    const { ProblemError } = await import('#server/kernel/problem.ts');
    for (let name = 0; name < 1400; name++)
      await loginRecords.refused(call, `made-up-${name}@demo.example`, new ProblemError(loginFailed()));
    await loginRecords.flush();
    const all = await boss.get('/api/v1/loginLogs', { query: { startTime: begun, reason: 'many' } });
    expect(resultsOf(all)).toHaveLength(1);
    const after = Number((await boss.get('/api/v1/loginLogs', { query: { startTime: '2026-01-01T00:00:00Z' } })).body['total']);
    const beyond = Number(resultsOf(all)[0]?.['attempts']);
    expect(after - before).toBeLessThanOrEqual(1001);
    // none is lost
    expect(after - before - 1 + beyond).toBe(1400);
    expect(resultsOf(all)[0]).not.toHaveProperty('username');
  }, 120_000);
});

test('an address that a proxy names counts only where that proxy is known', () => {
  expect(readSettings({ TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16' }).trustedProxies).toEqual(['10.0.0.5', '10.1.0.0/16']);
  expect(readSettings({}).trustedProxies).toEqual([]);
  expect(() => readSettings({ TRUSTED_PROXIES: 'the balancer' })).toThrow('TRUSTED_PROXIES names the, which is no address or network');
});

test('without that, who claims another address is counted under its own', async () => {
  const from = (forwarded: string): Promise<Reply> =>
    clientOf(server).post(
      '/api/v2/tokens',
      { username: VIEWER, password: encoded(VIEWER, 'Wrong1234') },
      { headers: { 'x-forwarded-for': forwarded } },
    );
  server.clock.advance(24 * 60 * MINUTE);
  for (let guess = 0; guess < 5; guess++) expect((await from(`198.51.100.${guess}`)).status).toBe(401);
  expect((await from('198.51.100.99')).body['code']).toBe('too-many-attempts');
});
