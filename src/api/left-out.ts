import { useSyncExternalStore } from 'react';

/** What answers to one page have left out, because it was stored under earlier rules: texts as the server writes them. */
let seen: { page: string; texts: string[] } | undefined;
const listeners = new Set<() => void>();

export function noteLeftOut(text: string): void {
  const page = location.pathname;
  const known = seen?.page === page ? seen.texts : [];
  // pages ask again and again
  if (known.includes(text)) return;
  seen = { page, texts: [...known, text] };
  for (const listener of listeners) listener();
}

export function useLeftOut(): typeof seen {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => seen,
  );
}
