import { useSyncExternalStore } from 'react';
import { asNumber, asObject, asText } from '#domain/json.ts';

/** What the browser keeps of a session. Times are epoch milliseconds. */
export type Session = {
  token: string;
  refreshToken: string;
  username: string;
  expiresAt: number;
  /** Lifetime in milliseconds, as granted. */
  lifetime: number;
  /** Kept over the browser's end, and shared by all tabs. */
  remember: boolean;
};

const key = 'wan.session';
/** Told in which tab the session changed. */
type Listener = (where: 'here' | 'elsewhere') => void;
const listeners = new Set<Listener>();
/** What a tab tells its twins: a duplicated tab holds the same session, and would not hear of its end or renewal. */
type News = { of: string; next?: Session };
let channel: BroadcastChannel | undefined;
let cached: { text: string | null; session: Session | undefined } = { text: null, session: undefined };

/** The present session: this tab's own, else the remembered one that all tabs share. */
export function readSession(): Session | undefined {
  const text = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  if (text !== cached.text) cached = { text, session: parse(text) };
  return cached.session;
}

export function writeSession(session: Session): void {
  const before = readSession();
  keep(session);
  publish('here');
  if (before !== undefined) announce({ of: before.token, next: session });
}

export function clearSession(): void {
  const before = readSession();
  drop();
  publish('here');
  if (before !== undefined) announce({ of: before.token });
}

/** Calls back on every change, those of other tabs included. Returns what ends it. */
export function onSession(listener: Listener): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) listener('elsewhere');
  };
  listeners.add(listener);
  hearTwins();
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(onSession, readSession);
}

function keep(session: Session): void {
  (session.remember ? sessionStorage : localStorage).removeItem(key);
  (session.remember ? localStorage : sessionStorage).setItem(key, JSON.stringify(session));
}

function drop(): void {
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
}

function announce(news: News): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const sender = channel ?? new BroadcastChannel(key);
  sender.postMessage(news);
  if (channel === undefined) sender.close();
}

function hearTwins(): void {
  if (channel !== undefined || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel(key);
  channel.onmessage = ({ data }: MessageEvent<News>): void => {
    if (readSession()?.token !== data.of) return;
    if (data.next === undefined) drop();
    else keep(data.next);
    publish('elsewhere');
  };
}

function publish(where: 'here' | 'elsewhere'): void {
  for (const listener of listeners) listener(where);
}

function parse(text: string | null): Session | undefined {
  if (text === null) return undefined;
  try {
    const value = asObject(JSON.parse(text));
    const [token, username] = [asText(value['token']), asText(value['username'])];
    if (token === undefined || username === undefined) return undefined;
    return {
      token,
      refreshToken: asText(value['refreshToken']) ?? '',
      username,
      expiresAt: asNumber(value['expiresAt']) ?? 0,
      lifetime: asNumber(value['lifetime']) ?? 0,
      remember: value['remember'] === true,
    };
  } catch {
    return undefined;
  }
}
