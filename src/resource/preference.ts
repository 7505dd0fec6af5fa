import { useCallback, useSyncExternalStore } from 'react';
import { readSession } from '#api/token.ts';

/** Small choices of one person (columns, density), kept on this device under the account's name. */
export function usePreference<T>(name: string, fallback: T): [T, (value: T | undefined) => void] {
  const key = `wan.preference.${readSession()?.username ?? ''}.${name}`;
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key));
  const set = useCallback(
    (value: T | undefined) => {
      try {
        if (value === undefined) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(value));
      } catch {
        return; // storage is full or forbidden: the choice is simply not remembered
      }
      for (const listener of listeners) listener();
    },
    [key],
  );
  return [parsed(text, fallback), set];
}

const listeners = new Set<() => void>();
const values = new Map<string, unknown>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** The same text is the same object, so that what depends on it is not drawn again. */
function parsed<T>(text: string | null, fallback: T): T {
  if (text === null) return fallback;
  if (!values.has(text)) {
    try {
      values.set(text, JSON.parse(text));
    } catch {
      return fallback;
    }
  }
  return values.get(text) as T;
}
