import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { atRest } from '#api/at-rest.ts';
import { config } from '#api/config.ts';
import { asObject } from '#domain/json.ts';
import { onSession, readSession } from '#api/token.ts';

/** Called with the number of firing alerts, whenever it changes; without one where it cannot be had: the badge counts nothing then (spec section 8). */
type OnTotal = (total: number | undefined) => void;
/** What went on without this page asking: a task, or an alert. Which one, as the resource of the contract names it. */
export type LiveEvent = { resource: string; id: string };
/** Without a word on what: the connection was lost for a while, anything may have changed. */
type OnEvent = (event?: LiveEvent) => void;
/** `lost`: it was there and is gone; the socket tries again by itself. */
export type Connection = 'none' | 'open' | 'lost';

/** The library tries again by itself, except where the server closed the connection: it could not answer then, or did not know us. */
const AGAIN_MS = 3000;

let opening: Promise<Socket> | undefined;
let connection: Connection = 'none';
let again: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();
const systemListeners = new Set<() => void>();
const accessListeners = new Set<() => void>();
const eventListeners = new Set<OnEvent>();

/** How the connection stands, in components. */
export function useConnection(): Connection {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => connection,
  );
}

/** Told when the switches of the platform were changed, and on every reconnect: they may have been in between. */
export function onSystem(listener: () => void): void {
  systemListeners.add(listener);
}

/** Told when what the operator may do has changed, or the session has ended elsewhere. */
export function onAccess(listener: () => void): void {
  accessListeners.add(listener);
}

/** Told of every task and alert that goes on, until the returned function is called; the subscription to alerts opens the way. */
export function onEvent(listener: OnEvent): () => void {
  eventListeners.add(listener);
  return () => eventListeners.delete(listener);
}

/**
 * Subscribes to the alerts of one company (all of the caller's where none is named) until the returned function is called.
 * The subscription is renewed on every reconnect, with the token of that moment.
 */
export function subscribeAlerts(companyId: string | undefined, onTotal: OnTotal): () => void {
  const ended = new AbortController();
  listen(companyId, onTotal, ended.signal).catch(() => onTotal(undefined));
  return () => ended.abort();
}

async function listen(companyId: string | undefined, onTotal: OnTotal, ended: AbortSignal): Promise<void> {
  const socket = await connect();
  if (ended.aborted) return;
  const subscribe = (): void => {
    socket.emit('alertSubscribe', { companyId: companyId ?? '', token: readSession()?.token });
  };
  const receive = (message: unknown): void => onTotal(totalOf(message));
  socket.on('connect', subscribe);
  socket.on('alerts', receive);
  const none = (): void => onTotal(undefined);
  socket.on('refused', none);
  socket.on('connect_error', none);
  socket.on('disconnect', none);
  // the server forgets a subscription whose token was renewed
  let token = readSession()?.token;
  const stop = onSession(() => {
    const renewed = readSession()?.token;
    if (renewed === undefined || renewed === token) return;
    token = renewed;
    if (socket.connected) subscribe();
  });
  if (socket.connected) subscribe();
  ended.addEventListener('abort', () => {
    stop();
    socket.off('refused', none);
    socket.off('connect_error', none);
    socket.off('disconnect', none);
    socket.off('connect', subscribe);
    socket.off('alerts', receive);
  });
}

/** Ends the connection, at log-out. */
export function closeLive(): void {
  opening?.then((socket) => socket.close()).catch(() => {});
  opening = undefined;
  clearTimeout(again);
}

/** Loaded only once somebody listens, and after what the first page shows: the client is no part of the first load. */
export function connect(): Promise<Socket> {
  opening ??= atRest()
    .then(() => import('socket.io-client'))
    .then(({ io }) => watched(io(socketAddress(), { transports: ['websocket', 'polling'] })));
  opening.catch(() => (opening = undefined));
  return opening;
}

function watched(socket: Socket): Socket {
  const publisher = (listeners: ReadonlySet<() => void>) => (): void => {
    for (const listener of listeners) listener();
  };
  const publishSystem = publisher(systemListeners);
  const publishAccess = publisher(accessListeners);
  const publish = (event?: LiveEvent): void => {
    for (const listener of eventListeners) listener(event);
  };
  socket.on('connect', () => {
    if (connection === 'lost') {
      publishSystem();
      publish();
    }
    become('open');
  });
  socket.on('tasks', (message: unknown) => publish(eventOf(message, 'resource', 'id')));
  // of whom is not said: what may be seen of it is asked for
  socket.on('changed', (message: unknown) => publish(eventOf({ ...asObject(message), id: '' }, 'resource', 'id')));
  socket.on('alert', (message: unknown) => publish(eventOf({ ...asObject(message), resource: 'Alert' }, 'resource', 'alertId')));
  socket.on('disconnect', (reason) => {
    become(reason === 'io client disconnect' ? 'none' : 'lost');
    if (reason === 'io server disconnect') again = setTimeout(() => socket.connect(), AGAIN_MS);
  });
  socket.on('system', publishSystem);
  socket.on('access', publishAccess);
  socket.on('signOut', publishAccess);
  return socket;
}

function become(next: Connection): void {
  connection = next;
  for (const watcher of watchers) watcher();
}

/** Spec section 7, decision 25: the page's own host and port; 443 for https, 8080 only where there is no page address. */
export function socketAddress(page: Pick<Location, 'protocol' | 'hostname' | 'port'> = window.location): string {
  const { apiUrl } = config();
  if (apiUrl !== '') return apiUrl;
  const { protocol, hostname, port } = page;
  if (protocol === 'https:') return `https://${hostname}:${port || '443'}`;
  return protocol === 'http:' ? `http://${hostname}:${port || '80'}` : 'http://localhost:8080';
}

function eventOf(message: unknown, resource: string, id: string): LiveEvent | undefined {
  const parts = asObject(message);
  const [name, which] = [parts[resource], parts[id]];
  return typeof name === 'string' && typeof which === 'string' ? { resource: name, id: which } : undefined;
}

function totalOf(message: unknown): number | undefined {
  const { total } = asObject(message);
  return typeof total === 'number' && total >= 0 ? total : undefined;
}
