import { useSyncExternalStore } from 'react';

/** What the shell opens over the page; one at a time. */
export type Overlay = 'palette' | 'help' | 'password' | 'sessions' | 'totp' | 'drafts' | 'delegate' | 'alarms' | 'alarmSound';

let shown: Overlay | undefined;
const listeners = new Set<() => void>();

export function openOverlay(overlay: Overlay): void {
  set(overlay);
}

/** Closes it, if it is still what is open. */
export function closeOverlay(overlay: Overlay): void {
  if (shown === overlay) set(undefined);
}

export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

function set(next: Overlay | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
