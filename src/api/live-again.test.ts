import { EventEmitter } from 'node:events';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { closeLive, subscribeAlerts } from '#api/live.ts';

class FakeSocket extends EventEmitter {
  connected = true;
  connects = 0;
  connect = (): void => void this.connects++;
  close = (): void => {};
}
let socket: FakeSocket;
vi.mock('socket.io-client', () => ({ io: () => socket }));
vi.mock('#api/config.ts', () => ({ config: () => ({ apiUrl: '' }) }));
vi.mock('#api/token.ts', () => ({ onSession: () => () => {}, readSession: () => ({ token: 'mine' }) }));
vi.stubGlobal('window', { location: { protocol: 'https:', hostname: 'console.example', port: '' } });

beforeEach(() => {
  vi.useFakeTimers();
  socket = new FakeSocket();
});
afterEach(() => {
  closeLive();
  vi.useRealTimers();
});

test('a connection that the server closed is opened again, one that the page closed is not', async () => {
  const stop = subscribeAlerts('c-1', () => {});
  await vi.waitFor(() => expect(socket.listenerCount('disconnect')).toBe(2));
  socket.emit('disconnect', 'transport close');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.connects).toBe(0);
  socket.emit('disconnect', 'io server disconnect');
  await vi.advanceTimersByTimeAsync(5000);
  expect(socket.connects).toBe(1);
  socket.emit('disconnect', 'io server disconnect');
  closeLive();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.connects).toBe(1);
  stop();
});
