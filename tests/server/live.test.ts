import { createServer } from 'node:http';

import { asObject } from '#domain/json.ts';
import { portOf } from '#tests/support/answers.ts';

import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import type { Json } from '#domain/model.ts';
import { liveTopics } from '#server/features/live-topics.ts';
import { createLive } from '#server/kernel/live.ts';
import { type Client, COMPANY, companyOf, DELEGATE, resultsOf, SUPER, testServer, type TestServer } from '#tests/server/harness.ts';

let server: TestServer;
let url: string;
let own: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${portOf(server.app.server)}`;
  own = await companyOf(await server.as(COMPANY));
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(() => server.remove());

const tokenOf = async (username: string): Promise<string> => (await server.services.sessions.create(username)).token;

/** Subscribes; what is waited for between this and `next` may have let the first words pass unheard. */
function listen(token: string, companyId: string): { socket: Socket; next: (event: string) => Promise<unknown> } {
  const socket = io(url, { transports: ['websocket'] });
  sockets.push(socket);
  socket.on('connect', () => socket.emit('alertSubscribe', { companyId, token }));
  return { socket, next: (event) => new Promise((resolve) => socket.once(event, resolve)) };
}

/** What is said before the connection stands is sent then. */
function connect(): Socket {
  const socket = io(url, { transports: ['websocket'], forceNew: true });
  sockets.push(socket);
  return socket;
}

/** What asks for attention: neither muted, nor explained by something that is down, nor under maintenance. */
const firing = async (username: string, companyId: string): Promise<number> => {
  const client = await server.as(username);
  const query = { status: ['firing'], attention: ['due'], ...(companyId === '' ? {} : { companyId }) };
  return Number((await client.get('/api/v1/mgr/alerts', { query })).body['total']);
};

/** One that explains no other: when it is resolved, nothing else asks for attention instead. */
async function lonely(client: Client): Promise<Record<string, Json>> {
  const query = { companyId: own, status: ['firing'], attention: ['due'], limit: '100' };
  const alert = resultsOf(await client.get('/api/v1/mgr/alerts', { query })).find(
    ({ code }) => code !== 'device.offline' && code !== 'link.down',
  );
  if (!alert) throw new Error('Nothing fires');
  return alert;
}

describe('alert totals over the socket', () => {
  test('come at once, and again when an alert is resolved', async () => {
    const total = await firing(COMPANY, own);
    const { next } = listen(await tokenOf(COMPANY), own);
    expect(await next('alerts')).toEqual({ total });
    const told = next('alerts');
    const client = await server.as(COMPANY);
    const alert = await lonely(client);
    await client.post(`/api/v1/mgr/alerts/${String(alert['alertId'])}/resolve`);
    expect(await told).toEqual({ total: total - 1 });
  });

  test('an empty company means all of the caller’s own', async () => {
    expect(await listen(await tokenOf(COMPANY), '').next('alerts')).toEqual({ total: await firing(COMPANY, own) });
    expect(await listen(await tokenOf(SUPER), '').next('alerts')).toEqual({ total: await firing(SUPER, '') });
  });

  test('a wrong token, another company and odd messages are refused', async () => {
    const boss = await server.as(SUPER);
    const foreign = (await companyOf(boss, 0)) === own ? await companyOf(boss, 1) : await companyOf(boss, 0);
    expect(await listen('wrong', own).next('refused')).toEqual({ code: 'forbidden' });
    expect(await listen(await tokenOf(COMPANY), foreign).next('refused')).toEqual({ code: 'forbidden' });
    expect(await listen(await tokenOf(SUPER), foreign).next('alerts')).toEqual({ total: await firing(SUPER, foreign) });
    const odd = listen('x', 'y');
    await odd.next('refused');
    for (const message of [null, 7, 'text', { companyId: 5 }, { token: 'x'.repeat(1000) }]) {
      const refused = odd.next('refused');
      odd.socket.emit('alertSubscribe', message);
      expect(await refused).toEqual({ code: 'forbidden' });
    }
  });

  test('who loses the company hears no more', async () => {
    const client = await server.as(COMPANY);
    const mine = resultsOf(await client.get('/api/v1/entrusts', { query: { status: ['running'] } })).find(
      (row) => row['delegateTo'] === DELEGATE,
    );
    const { next, socket } = listen(await tokenOf(DELEGATE), own);
    await next('alerts');
    await client.post(`/api/v1/entrusts/${String(mine?.['entrustId'])}/cancel`);
    let heard = 0;
    socket.on('alerts', () => heard++);
    const witness = listen(await tokenOf(COMPANY), own);
    await witness.next('alerts');
    const told = witness.next('alerts');
    const alert = await lonely(client);
    await client.post(`/api/v1/mgr/alerts/${String(alert['alertId'])}/resolve`);
    await told;
    expect(heard).toBe(0);
  });

  test('the maintenance switch is told to everybody', async () => {
    const { next } = listen(await tokenOf(COMPANY), own);
    await next('alerts');
    const boss = await server.as(SUPER);
    const told = next('system');
    await boss.put('/api/v1/system', { enable: false, maintenanceNote: 'Back at ten' });
    expect(await told).toEqual({ enable: false, maintenanceNote: 'Back at ten' });
    await boss.put('/api/v1/system', { enable: true });
  });
});

describe('alerts, tasks and the end of a session', () => {
  test('that somebody changed something is told, so that logs are read again; what the server writes is not', async () => {
    const told: unknown[] = [];
    const { socket, next } = listen(await tokenOf(COMPANY), own);
    await next('alerts');
    // longer than changes are waited for to be told as one: those of before are told
    const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 600));
    await settled();
    socket.on('changed', (message) => told.push(message));
    const { system, store } = server.services;
    const spec = store.spec('Tag');
    const [tag] = await system.docs(spec, { where: { companyId: own }, skip: 0, limit: 1 });
    await system.write(async (tx) => {
      const item = await tx.get(spec, String(tag?.id));
      if (item) await tx.update(spec, item, { ...item.doc, remark: 'By the server' });
    });
    await settled();
    expect(told).toEqual([]);
    const heard = next('changed');
    const client = await server.as(COMPANY);
    expect((await client.post(`/api/v1/companies/${own}/tags`, { name: 'Live', type: 'site' })).status).toBe(201);
    expect(await heard).toEqual({ resource: 'OperationLog' });
    expect(told).toHaveLength(1);
  });

  test('an alert that is resolved is told by itself, to those who may see it', async () => {
    const mine = listen(await tokenOf(COMPANY), own);
    await mine.next('alerts');
    const told = mine.next('alert');
    const client = await server.as(COMPANY);
    const alert = await lonely(client);
    await client.post(`/api/v1/mgr/alerts/${String(alert['alertId'])}/resolve`);
    expect(await told).toMatchObject({ alertId: alert['alertId'], companyId: own, code: alert['code'], status: 'resolved' });
  });

  test('a task that goes on is told, and not to other companies', async () => {
    const tokens = [await tokenOf(COMPANY), await tokenOf(DELEGATE)] as const;
    const [mine, other] = [listen(tokens[0], own), listen(tokens[1], '')];
    await Promise.all([mine.next('alerts'), other.next('alerts')]);
    const heard: unknown[] = [];
    other.socket.on('tasks', (message) => heard.push(message));
    const client = await server.as(COMPANY);
    const [site] = resultsOf(await client.get(`/api/v1/companies/${own}/sites`, { query: { limit: '1000' } })).filter(
      (each) => each['state'] === 'ONLINE',
    );
    const body = { siteId: site?.['siteId'], kind: 'dns', target: 'www.example.com' };
    // it may be heard before the call is answered
    const told = mine.next('tasks');
    const made = await client.post(`/api/v1/companies/${own}/diagnosisTasks`, body);
    server.clock.advance(1000);
    await server.services.jobs.runDue();
    expect(await told).toEqual({ resource: 'DiagnosisTask', id: made.body['id'], state: 'assigned', progress: 0 });
    const seesOwn =
      (await (await server.as(DELEGATE)).get(`/api/v1/companies/${own}/diagnosisTasks/${String(made.body['id'])}`)).status === 200;
    expect(heard.length).toBe(seesOwn ? 1 : 0);
  });

  test('who may do less from now on is told so, and nobody else', async () => {
    const boss = await server.as(SUPER);
    const delegated = await boss.post('/api/v1/entrusts', {
      delegateTo: DELEGATE,
      role: 'role-huaxin-admin',
      company: own,
      startTime: '2026-01-01T00:00:00Z',
      endTime: '2036-01-01T00:00:00Z',
    });
    expect(delegated.status).toBe(201);
    const tokens = [await tokenOf(COMPANY), await tokenOf(DELEGATE)] as const;
    const [mine, other] = [listen(tokens[0], own), listen(tokens[1], own)];
    await Promise.all([mine.next('alerts'), other.next('alerts')]);
    const heard: unknown[] = [];
    mine.socket.on('access', (message) => heard.push(message));
    const told = other.next('access');
    expect((await boss.post(`/api/v1/entrusts/${String(delegated.body['entrustId'])}/cancel`)).status).toBe(200);
    expect(await told).toEqual({ code: 'changed' });
    expect(heard).toEqual([]);
  });

  test('what went on after a page was loaded and before it listened is told when it listens, once', async () => {
    const client = await server.as(COMPANY);
    await client.post(`/api/v1/mgr/alerts/${String((await lonely(client))['alertId'])}/resolve`);
    await server.services.store.changed(new Set(['Role', 'SystemConfig']));
    const token = await tokenOf(COMPANY);
    // by then all of it was told to whoever listened
    const witness = listen(token, own);
    await witness.next('alerts');
    await new Promise((done) => setTimeout(done, 600));
    const heard = (socket: Socket): unknown[][] => {
      const all: unknown[][] = [];
      socket.onAny((...message: unknown[]) => all.push(message));
      return all;
    };
    const [late, fresh] = [connect(), connect()];
    const [lateHeard, freshHeard] = [heard(late), heard(fresh)];
    late.emit('alertSubscribe', { companyId: own, token, age: 60_000 });
    fresh.emit('alertSubscribe', { companyId: own, token, age: 100 });
    await expect
      .poll(() => lateHeard.map((message) => JSON.stringify(message)))
      .toEqual(
        expect.arrayContaining([
          '["system",{"enable":true}]',
          '["access",{"code":"changed"}]',
          '["changed",{"resource":"Alert"}]',
          '["changed",{"resource":"OperationLog"}]',
        ]),
      );
    await new Promise((done) => setTimeout(done, 600));
    expect(freshHeard.map(([event]) => event)).toEqual(['alerts']);
    // only who may listen is told
    const nobody = connect();
    const nobodyHeard = heard(nobody);
    nobody.emit('alertSubscribe', { companyId: own, token: 'wrong', age: 60_000 });
    await expect.poll(() => nobodyHeard.map(([event]) => event)).toEqual(expect.arrayContaining(['refused']));
    await new Promise((done) => setTimeout(done, 300));
    expect(new Set(nobodyHeard.map(([event]) => event))).toEqual(new Set(['refused', 'system']));
  });

  test('a session that has ended is told so at the next word', async () => {
    const { token } = await server.services.sessions.create(COMPANY);
    const { next } = listen(token, own);
    await next('alerts');
    const told = next('signOut');
    await server.services.sessions.endAll(COMPANY);
    await server.services.store.changed(new Set(['Alert']));
    expect(await told).toEqual({ code: 'unauthenticated' });
  });
});

describe('calls that are answered every second', () => {
  const ask = (socket: Socket, token: string, more: Record<string, unknown> = {}): void => {
    socket.emit('watch', {
      id: 'a',
      operation: 'getRealtimeMonitor',
      path: { companyId: own },
      query: { limit: '5', locale: 'en' },
      token,
      ...more,
    });
  };

  test('over the socket, as the same call over HTTP answers them, until nobody looks', async () => {
    const token = await tokenOf(COMPANY);
    const { socket, next } = listen(token, own);
    await next('alerts');
    const first = next('watched');
    const begin = Date.now();
    ask(socket, token);
    const { id, body } = asObject(await first);
    expect(id).toBe('a');
    const over = (await (await server.as(COMPANY)).get(`/api/v1/companies/${own}/audit/realtime`, { query: { limit: '5' } })).body;
    expect(body).toEqual(over);
    server.clock.advance(1000);
    const second = asObject(asObject(await next('watched')).body);
    expect(Date.now() - begin).toBeLessThan(5000);
    expect(second.at).not.toBe(over['at']);
    let heard = 0;
    socket.emit('unwatch', { id: 'a' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    socket.on('watched', () => heard++);
    await new Promise((resolve) => setTimeout(resolve, 2200));
    expect(heard).toBe(0);
  });

  test('of another company, of another call, or with no right to it they are refused', async () => {
    const token = await tokenOf(COMPANY);
    const { socket, next } = listen(token, own);
    await next('alerts');
    for (const more of [{ operation: 'listUsers' }, { path: { companyId: 'c-nobody' } }, { query: { limit: 'x' } }]) {
      const answer = next('watched');
      ask(socket, token, more);
      expect(await answer).toEqual({ id: 'a', error: true });
      socket.emit('unwatch', { id: 'a' });
    }
  });
});

test('who does not say in time who he is gives his place back; who does keeps it', async () => {
  const http = createServer();
  const live = createLive(() => server.services, liveTopics, 300);
  live.attach(http, () => Promise.reject(new Error('Nothing is watched')));
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const connect = (): Socket => {
    const socket = io(`http://127.0.0.1:${portOf(http)}`, { transports: ['websocket'], forceNew: true, reconnection: false });
    sockets.push(socket);
    return socket;
  };
  try {
    const token = await tokenOf(COMPANY);
    const known = connect();
    const heard = new Promise((resolve) => known.once('alerts', resolve));
    known.on('connect', () => known.emit('alertSubscribe', { companyId: own, token }));
    await heard;
    const silent = connect();
    const nonsense = connect();
    nonsense.on('connect', () => nonsense.emit('alertSubscribe', { companyId: own, token: 'x' }));
    const ended: string[] = [];
    for (const socket of [silent, nonsense]) socket.once('disconnect', (reason) => ended.push(reason));
    await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['io server disconnect', 'io server disconnect']);
    expect(known.connected).toBe(true);
  } finally {
    live.close();
    http.close();
  }
});
