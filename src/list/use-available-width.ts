import { useCallback, useState } from 'react';

/** Border and a scroll bar beside the rows. */
const EDGES = 18;

/** How many pixels a table in this element has for its row; Infinity until it is known. */
export function useAvailableWidth(): [(element: HTMLElement | null) => (() => void) | undefined, number] {
  const [room, setRoom] = useState(Infinity);
  const frame = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = (): void => setRoom(element.clientWidth > 0 ? element.clientWidth - EDGES : Infinity);
    // before anything is painted, so that no column comes and goes
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [frame, room];
}
