import { portOf } from '#tests/support/answers.ts';
import { createServer } from 'node:http';

import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { liveTopics } from '#server/features/live-topics.ts';
import { createLive } from '#server/kernel/live.ts';
import { Sessions } from '#server/kernel/access/sessions.ts';
import { Handle } from '#server/store/items/handle.ts';
import { COMPANY, companyOf, resultsOf, SUPER, testServer, type TestServer, VIEWER } from '#tests/server/harness.ts';

const SOCKETS = 300;
/** So long who has connected may say nothing. */
const GRACE_MS = 2000;
let server: TestServer;
let url: string;
let own: string;

beforeAll(async () => {
  server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${portOf(server.app.server)}`;
  own = await companyOf(await server.as(COMPANY));
});
afterAll(() => server.remove());

const token = async (username: string): Promise<string> => (await server.services.sessions.create(username)).token;
const once = (socket: Socket, event: string): Promise<unknown> => new Promise((resolve) => socket.once(event, resolve));

describe('many sockets', () => {
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.close();
  });

  test('an alert is looked at once for all who listen with the same rights, and told to each', async () => {
    const tokens = await Promise.all(Array.from({ length: SOCKETS }, (_, index) => token([COMPANY, VIEWER, SUPER][index % 3] ?? SUPER)));
    for (const each of tokens) {
      const socket = io(url, { transports: ['websocket'], forceNew: true });
      sockets.push(socket);
      socket.on('connect', () => socket.emit('alertSubscribe', { companyId: own, token: each }));
    }
    await Promise.all(sockets.map((socket) => once(socket, 'alerts')));
    const client = await server.as(COMPANY);
    const [alert] = resultsOf(await client.get('/api/v1/mgr/alerts', { query: { companyId: own, status: ['firing'], limit: '1' } }));
    const told = Promise.all(sockets.flatMap((socket) => [once(socket, 'alert'), once(socket, 'alerts')]));
    const asked = vi.spyOn(Sessions.prototype, 'authenticate');
    const opened = vi.spyOn(Sessions.prototype, 'open');
    const [listed, got] = [vi.spyOn(Handle.prototype, 'list'), vi.spyOn(Handle.prototype, 'get')];
    await client.post(`/api/v1/mgr/alerts/${String(alert?.['alertId'])}/resolve`);
    await told;
    // three kinds of account listen; the call itself reads a few rows
    const work = [asked, opened, listed, got].map(({ mock }) => mock.calls.length);
    vi.restoreAllMocks();
    expect(Math.max(...work)).toBeLessThan(15);
  });

  test('a change of rights reads every account once, however many pages it has open', async () => {
    const listed = vi.spyOn(Handle.prototype, 'list');
    const told = Promise.all(sockets.map((socket) => once(socket, 'alerts')));
    await server.services.store.changed(new Set(['Role', 'Alert']));
    await told;
    const calls = listed.mock.calls.length;
    vi.restoreAllMocks();
    expect(calls).toBeLessThan(40);
  });
});

describe('doors of the socket', () => {
  const refused = (headers: Record<string, string>): Promise<string> =>
    new Promise((resolve) => {
      const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders: headers });
      socket.once('connect', () => resolve('open'));
      socket.once('connect_error', () => resolve('refused'));
      socket.once('connect', () => socket.close());
    });

  test('pages of another origin are refused, those of the console and what is no page are not', async () => {
    const { host } = new URL(url);
    expect(await refused({ origin: 'https://evil.example' })).toBe('refused');
    expect(await refused({ origin: `http://${host}.evil.example` })).toBe('refused');
    expect(await refused({ origin: 'null' })).toBe('refused');
    expect(await refused({ origin: `http://${host}` })).toBe('open');
    expect(await refused({ origin: 'https://console.example', 'x-forwarded-host': 'console.example:443' })).toBe('open');
    expect(await refused({})).toBe('open');
    expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
  });

  test('who does not say in time who he is, or no longer is anybody, is sent away', async () => {
    const live = createLive(() => server.services, liveTopics, GRACE_MS);
    const http = createServer();
    live.attach(http, () => Promise.resolve({ body: {} }));
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    // whoever waits between a socket and the listener for its words may have missed them
    const mine = await token(VIEWER);
    const connect = (): Socket =>
      io(`http://127.0.0.1:${portOf(http)}`, { transports: ['websocket'], forceNew: true, reconnection: false });
    const [silent, wrong, known] = [connect(), connect(), connect()];
    const gone = Promise.all([once(silent, 'disconnect'), once(wrong, 'disconnect')]);
    wrong.on('connect', () => wrong.emit('alertSubscribe', { companyId: own, token: 'wrong' }));
    known.on('connect', () => known.emit('alertSubscribe', { companyId: own, token: mine }));
    await once(known, 'alerts');
    expect(await gone).toEqual(['io server disconnect', 'io server disconnect']);
    await new Promise((resolve) => setTimeout(resolve, 1.2 * GRACE_MS));
    expect(known.connected).toBe(true);
    const left = once(known, 'disconnect');
    await server.services.sessions.endAll(VIEWER);
    expect(await left).toBe('io server disconnect');
    live.close();
    http.close();
  });
});
