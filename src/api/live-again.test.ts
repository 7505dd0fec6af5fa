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

test('a number that cannot be had is not known, which is not none', async () => {
  const told: (number | undefined)[] = [];
  const stop = subscribeAlerts('c-1', (total) => told.push(total));
  await vi.waitFor(() => expect(socket.listenerCount('alerts')).toBe(1));
  socket.emit('alerts', { total: 3 });
  socket.emit('alerts', { total: 0 });
  socket.emit('alerts', {});
  socket.emit('alerts', { total: 2 });
  socket.emit('disconnect', 'transport close');
  expect(told).toEqual([3, 0, undefined, 2, undefined]);
  stop();
});
