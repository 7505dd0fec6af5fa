import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { atRest } from '#api/at-rest.ts';
import type { Connection, LiveSocket, OnEvent, OnTotal } from '#api/live-socket.ts';
import { changesOf } from '#domain/changes.ts';

let opening: Promise<LiveSocket> | undefined;
let connection: Connection = 'none';
const connections = changesOf();
const system = changesOf();
const access = changesOf();
const eventListeners = new Set<OnEvent>();

/** How the connection stands, in components. */
export function useConnection(): Connection {
  return useSyncExternalStore(connections.subscribe, () => connection);
}

/** Told when the switches of the platform were changed, and on every reconnect: they may have been in between. */
export const onSystem = system.subscribe;

/** Told when what the operator may do has changed, or the session has ended elsewhere. */
export const onAccess = access.subscribe;

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
  open()
    .then(({ listen }) => listen(companyId, onTotal, ended.signal))
    .catch(() => onTotal(undefined));
  return () => ended.abort();
}

/** Ends the connection, at log-out. */
export function closeLive(): void {
  opening?.then(({ close }) => close()).catch(() => {});
  opening = undefined;
}

/** The socket, for what a page asks of it itself. */
export async function connect(): Promise<Socket> {
  return (await open()).socket;
}

/** Loaded only once somebody listens, and after what the first page shows: the client is no part of the first load. */
function open(): Promise<LiveSocket> {
  opening ??= atRest()
    .then(() => import('#api/live-socket.ts'))
    .then(({ openSocket }) => openSocket({ system: system.publish, access: access.publish, event: publish, became }));
  opening.catch(() => (opening = undefined));
  return opening;
}

const publish: OnEvent = (event) => {
  for (const listener of eventListeners) listener(event);
};

function became(next: Connection): void {
  connection = next;
  connections.publish();
}
