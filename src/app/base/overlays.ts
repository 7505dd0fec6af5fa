import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';

/** What the shell opens over the page; one at a time. */
export type Overlay = 'palette' | 'help' | 'password' | 'sessions' | 'totp' | 'drafts' | 'delegate' | 'alarms' | 'alarmSound';

let shown: Overlay | undefined;
const changes = changesOf();

export function openOverlay(overlay: Overlay): void {
  set(overlay);
}

/** Closes it, if it is still what is open. */
export function closeOverlay(overlay: Overlay): void {
  if (shown === overlay) set(undefined);
}

export function useOverlay(): Overlay | undefined {
  return useSyncExternalStore(changes.subscribe, () => shown);
}

function set(next: Overlay | undefined): void {
  shown = next;
  changes.publish();
}
