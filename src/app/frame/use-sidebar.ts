import { useState, useSyncExternalStore } from 'react';

const key = 'wan.sidebar';
/** Spec section 9: under this width the sidebar closes by itself. */
const narrow = '(max-width: 991.98px)';

export type SidebarState = { open: boolean; narrow: boolean; toggle: () => void; close: () => void };

/** Wide: open or closed, as remembered. Narrow: closed until asked for, and closed again by every navigation. */
export function useSidebar(pathname: string): SidebarState {
  const isNarrow = useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
  const [wideOpen, setWideOpen] = useState(() => localStorage.getItem(key) !== 'closed');
  // open over the page it was opened on, and no other
  const [narrowAt, setNarrowAt] = useState<string>();
  const open = isNarrow ? narrowAt === pathname : wideOpen;
  const set = (next: boolean): void => {
    if (isNarrow) return setNarrowAt(next ? pathname : undefined);
    localStorage.setItem(key, next ? 'open' : 'closed');
    setWideOpen(next);
  };
  return { open, narrow: isNarrow, toggle: () => set(!open), close: () => set(false) };
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
