import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onEvent } from '#api/live.ts';
import { PANEL } from './use-panel.ts';

/** The pause between two readings, however much goes on. */
const PAUSE_MS = 2000;

/** While the page is open and somebody looks at it, its panels are read again when something of a resource went on. */
export function useLivePanels(resource: string): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: number | undefined;
    let waiting = false;
    const read = (): void => {
      timer = undefined;
      if (document.hidden) return;
      waiting = false;
      void client.invalidateQueries({ queryKey: [PANEL] });
    };
    const plan = (): void => {
      waiting = true;
      timer ??= window.setTimeout(read, PAUSE_MS);
    };
    // without a word on what, the connection was lost for a while
    const stop = onEvent((event) => {
      if (!event || event.resource === resource) plan();
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
  }, [client, resource]);
}
