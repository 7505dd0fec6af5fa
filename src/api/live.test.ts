import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { socketAddress } from '#api/live-socket.ts';
import { subscribeAlerts } from '#api/live.ts';
import { writeSession } from '#api/token.ts';
import { stubBrowser } from '#tests/support/browser-globals.ts';

const sent = vi.hoisted(() => vi.fn<(event: string, message: unknown) => void>());
vi.mock('socket.io-client', () => ({
  io: () => Object.assign(new EventEmitter(), { connected: true, emit: sent, close: () => undefined }),
}));

test.each([
  [{ protocol: 'https:', hostname: 'console.example', port: '' }, 'https://console.example:443'],
  [{ protocol: 'https:', hostname: 'console.example', port: '8443' }, 'https://console.example:8443'],
  [{ protocol: 'http:', hostname: 'localhost', port: '8140' }, 'http://localhost:8140'],
  [{ protocol: 'http:', hostname: 'console.example', port: '' }, 'http://console.example:80'],
  [{ protocol: 'file:', hostname: '', port: '' }, 'http://localhost:8080'],
])('the socket of %j is at %s', (page, address) => {
  expect(socketAddress(page)).toBe(address);
});

test('the server is told of the token whenever it is another one', async () => {
  stubBrowser();
  Object.assign(window, { location: { protocol: 'http:', hostname: 'localhost', port: '8140' } });
  const session = { token: 't1', refreshToken: 'r1', username: 'a@b.example', expiresAt: 9, lifetime: 9, remember: false };
  writeSession(session);
  const stop = subscribeAlerts('c-acme', () => undefined);
  const told = (token: string): [string, unknown] => ['alertSubscribe', { companyId: 'c-acme', token }];
  // the first time with how long the page has stood: what it missed comes at once
  const age: unknown = expect.any(Number);
  const first = ['alertSubscribe', { companyId: 'c-acme', token: 't1', age }];
  await vi.waitFor(() => expect(sent.mock.calls).toEqual([first]));
  writeSession(session);
  writeSession({ ...session, token: 't2' });
  expect(sent.mock.calls).toEqual([first, told('t2')]);
  stop();
  writeSession({ ...session, token: 't3' });
  expect(sent.mock.calls.length).toBe(2);
});
