import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onEvent } from '#api/live.ts';
import { fillPath } from '#api/operation.ts';
import type { Scope } from '#resource/scope.ts';
import { isBound } from '#resource/use-item.ts';

/** What comes within this time is read again together. */
const SETTLE_MS = 200;
/** The pause between two readings, however much goes on. */
const PAUSE_MS = 1000;

/**
 * While the page is open, its list and its item are read again when the server tells that one of them went on. A page that
 * nobody looks at waits until somebody does.
 */
export function useLiveRefresh(scope: Scope): void {
  const client = useQueryClient();
  const { name } = scope.resource;
  const roots = rootsOf(scope).join('\n');
  useEffect(() => {
    const urls = roots.split('\n');
    let timer: number | undefined;
    let waiting = false;
    let last = 0;
    const read = (): void => {
      timer = undefined;
      if (document.hidden) return;
      waiting = false;
      last = Date.now();
      void client.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey, name, urls) });
    };
    const plan = (): void => {
      waiting = true;
      timer ??= window.setTimeout(read, Math.max(SETTLE_MS, last + PAUSE_MS - Date.now()));
    };
    const stop = onEvent((event) => {
      if (!event || event.resource === name) plan();
    });
    const shown = (): void => {
      if (!document.hidden && waiting) plan();
    };
    document.addEventListener('visibilitychange', shown);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', shown);
      window.clearTimeout(timer);
    };
  }, [client, name, roots]);
}

/** Addresses of the list and of its items. */
function rootsOf(scope: Scope): string[] {
  return [scope.list, scope.create].flatMap((op) => {
    const path = op && scope.path(op);
    return op && path && isBound(op, path) ? [fillPath(op.path, path)] : [];
  });
}

function isAbout([first, second]: QueryKey, name: string, urls: string[]): boolean {
  if (first === 'history') return second === name;
  return typeof first === 'string' && urls.some((url) => url !== '' && (first === url || first.startsWith(`${url}/`)));
}
