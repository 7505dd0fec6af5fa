import { io, type Socket } from 'socket.io-client';
import { config } from '#api/config.ts';
import { onSession, readSession } from '#api/token.ts';
import { asObject } from '#domain/json.ts';

/** Called with the number of firing alerts, whenever it changes; without one where it cannot be had: the badge counts nothing then (spec section 8). */
export type OnTotal = (total: number | undefined) => void;
/** What went on without this page asking: a task, or an alert. Which one, as the resource of the contract names it. */
export type LiveEvent = { resource: string; id: string };
/** Without a word on what: the connection was lost for a while, anything may have changed. */
export type OnEvent = (event?: LiveEvent) => void;
/** `lost`: it was there and is gone; the socket tries again by itself. */
export type Connection = 'none' | 'open' | 'lost';

/** The library tries again by itself, except where the server closed the connection: it could not answer then, or did not know us. */
const AGAIN_MS = 3000;

/** Who is told of what the server says. */
type LiveListeners = { system: () => void; access: () => void; event: OnEvent; became: (connection: Connection) => void };

export type LiveSocket = {
  socket: Socket;
  /** Subscribes to the alerts of a company, as `subscribeAlerts` describes it, until the signal says that it ended. */
  listen: (companyId: string | undefined, onTotal: OnTotal, ended: AbortSignal) => void;
  close: () => void;
};

/** Opens the connection to the server, for all that a page hears of it. */
export function openSocket({ system, access, event, became }: LiveListeners): LiveSocket {
  const socket = io(socketAddress(), { transports: ['websocket', 'polling'] });
  let isLost = false;
  // what went on before the page listened at all is told with the first subscription
  let isFirst = true;
  let again: ReturnType<typeof setTimeout> | undefined;

  function listen(companyId: string | undefined, onTotal: OnTotal, ended: AbortSignal): void {
    if (ended.aborted) return;
    const subscribe = (): void => {
      const age = isFirst ? { age: Math.round(performance.now()) } : {};
      isFirst = false;
      socket.emit('alertSubscribe', { companyId: companyId ?? '', token: readSession()?.token, ...age });
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

  socket.on('connect', () => {
    if (isLost) {
      system();
      event();
    }
    isLost = false;
    became('open');
  });
  socket.on('tasks', (message: unknown) => event(eventOf(message, 'resource', 'id')));
  // of whom is not said: what may be seen of it is asked for
  socket.on('changed', (message: unknown) => event(eventOf({ ...asObject(message), id: '' }, 'resource', 'id')));
  socket.on('alert', (message: unknown) => event(eventOf({ ...asObject(message), resource: 'Alert' }, 'resource', 'alertId')));
  socket.on('disconnect', (reason) => {
    isLost = reason !== 'io client disconnect';
    became(isLost ? 'lost' : 'none');
    if (reason === 'io server disconnect') again = setTimeout(() => socket.connect(), AGAIN_MS);
  });
  socket.on('system', system);
  socket.on('access', access);
  socket.on('signOut', access);
  return {
    socket,
    listen,
    close: () => {
      clearTimeout(again);
      socket.close();
    },
  };
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
