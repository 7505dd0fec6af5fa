import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';

/** What answers to one page have left out, because it was stored under earlier rules: texts as the server writes them. */
let seen: { page: string; texts: string[] } | undefined;
const changes = changesOf();

/** The page for which something is asked: while one is on its way, that one. */
export const asking = { page: (): string => location.pathname };

/** `page`: the one for which it was asked, which may be gone by now. */
export function noteLeftOut(text: string, page: string): void {
  const known = seen?.page === page ? seen.texts : [];
  // pages ask again and again
  if (known.includes(text)) return;
  seen = { page, texts: [...known, text] };
  changes.publish();
}

export function leftOut(): typeof seen {
  return seen;
}

export function useLeftOut(): typeof seen {
  return useSyncExternalStore(changes.subscribe, leftOut);
}
