import type { Socket } from 'socket.io-client';
import { config } from '#api/config.ts';
import { onSession, readSession } from '#api/token.ts';

/** Called with the number of firing alerts, whenever it changes. */
type OnTotal = (total: number) => void;

let opening: Promise<Socket> | undefined;

/**
 * Subscribes to the alerts of one company (all of the caller's where none is named) until the returned function is called.
 * The subscription is renewed on every reconnect, with the token of that moment.
 */
export function subscribeAlerts(companyId: string | undefined, onTotal: OnTotal): () => void {
  const ended = new AbortController();
  listen(companyId, onTotal, ended.signal).catch(() => onTotal(0));
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
  socket.on('refused', () => onTotal(0));
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
    socket.off('refused');
    socket.off('connect', subscribe);
    socket.off('alerts', receive);
  });
}

/** Ends the connection, at log-out. */
export function closeLive(): void {
  opening?.then((socket) => socket.close()).catch(() => {});
  opening = undefined;
}

/** Loaded only once somebody listens: the client is no part of the first load. */
function connect(): Promise<Socket> {
  opening ??= import('socket.io-client').then(({ io }) =>
    io(config().apiUrl || window.location.origin, { transports: ['websocket', 'polling'] }),
  );
  opening.catch(() => (opening = undefined));
  return opening;
}

function totalOf(message: unknown): number {
  const total = (message as { total?: unknown } | null)?.total;
  return typeof total === 'number' && total >= 0 ? total : 0;
}
