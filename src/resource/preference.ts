import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { readSession } from '#api/token.ts';
import { changesOf } from '#domain/changes.ts';
import { pullPreference, pushPreference, type Cached } from './preference-server.ts';

/**
 * Small choices of one person (columns, density, saved views): the server keeps them, this browser holds them at hand.
 * What is chosen counts at once, and reaches the server when it can.
 */
export function usePreference<T extends object>(name: string, fallback: T): [T, (value: T | undefined) => void] {
  const username = readSession()?.username ?? '';
  const key = `wan.preference.${username}.${name}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  useEffect(() => {
    void pullPreference(name, cached(key));
  }, [name, key]);
  const set = useCallback(
    (value: T | undefined) => {
      const cache = cached(key);
      cache.write(value === undefined ? null : JSON.stringify(value));
      pushPreference(name, cache);
    },
    [name, key],
  );
  return [parsed(text, fallback), set];
}

function cached(key: string): Cached {
  const unsent = `${key}.unsent`;
  return {
    read: () => localStorage.getItem(key),
    write: (text) => {
      put(key, text);
      changes.publish();
    },
    isUnsent: () => localStorage.getItem(unsent) !== null,
    setUnsent: (waits) => put(unsent, waits ? '1' : null),
  };
}

function put(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // storage is full or forbidden: the choice is simply not at hand the next time
  }
}

const changes = changesOf();
const values = new Map<string, unknown>();

function subscribe(listener: () => void): () => void {
  const unsubscribe = changes.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
}

/** The same text is the same object, so that what depends on it is not drawn again. */
function parsed<T extends object>(text: string | null, fallback: T): T {
  if (text === null) return fallback;
  if (!values.has(text)) {
    try {
      values.set(text, JSON.parse(text));
    } catch {
      return fallback;
    }
  }
  const value = values.get(text);
  return typeof value === 'object' && value !== null ? (value as T) : fallback;
}
