import { useEffect, useRef } from 'react';
import { onEvent } from '#api/live.ts';

/** What comes within `settle` is answered together, and `pause` lies between two answers, however much goes on (ms). */
type Pace = { settle: number; pause: number };

/**
 * While it is on screen: `read` when the server tells that something of a resource (or of one of several) went on. Without a word on what, the
 * connection was lost for a while. A page that nobody looks at waits until somebody does.
 */
export function useLive(resource: string | readonly string[], read: () => void, { settle, pause }: Pace): void {
  const present = useRef(read);
  const names = [resource].flat().join(' ');
  useEffect(() => {
    present.current = read;
  });
  useEffect(() => {
    let timer: number | undefined;
    let waiting = false;
    let last = 0;
    const answer = (): void => {
      timer = undefined;
      if (document.hidden) return;
      waiting = false;
      last = Date.now();
      present.current();
    };
    const plan = (): void => {
      waiting = true;
      timer ??= window.setTimeout(answer, Math.max(settle, last + pause - Date.now()));
    };
    const stop = onEvent((event) => {
      if (!event || names.split(' ').includes(event.resource)) plan();
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
  }, [names, settle, pause]);
}
