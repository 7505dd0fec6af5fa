import { useSyncExternalStore } from 'react';

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
const listeners = new Set<() => void>();
let cached: { text: string | null; session: Session | undefined } = { text: null, session: undefined };

/** The present session: this tab's own, else the remembered one that all tabs share. */
export function readSession(): Session | undefined {
  const text = sessionStorage.getItem(key) ?? localStorage.getItem(key);
  if (text !== cached.text) cached = { text, session: parse(text) };
  return cached.session;
}

export function writeSession(session: Session): void {
  (session.remember ? sessionStorage : localStorage).removeItem(key);
  (session.remember ? localStorage : sessionStorage).setItem(key, JSON.stringify(session));
  tell();
}

export function clearSession(): void {
  sessionStorage.removeItem(key);
  localStorage.removeItem(key);
  tell();
}

/** Calls back on every change, those of other tabs included. Returns what ends it. */
export function onSession(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useSession(): Session | undefined {
  return useSyncExternalStore(onSession, readSession);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function parse(text: string | null): Session | undefined {
  if (text === null) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Session>;
    return typeof value.token === 'string' && typeof value.username === 'string' ? (value as Session) : undefined;
  } catch {
    return undefined;
  }
}
