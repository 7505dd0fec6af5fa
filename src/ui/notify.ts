import { useSyncExternalStore } from 'react';

type NoticeTone = 'success' | 'info' | 'warning' | 'danger';
/** What can be done about it, while the message is there. */
export type NoticeAction = { label: string; run: () => void };
export type Notice = { id: number; tone: NoticeTone; text: string; detail?: string | undefined; action?: NoticeAction | undefined };

let notices: readonly Notice[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** A message at the foot of the page. Errors stay until closed, all else goes after five seconds, or ten where it offers something. */
export const notify = {
  success: (text: string, detail?: string, action?: NoticeAction): void => add('success', text, detail, action),
  info: (text: string, detail?: string): void => add('info', text, detail),
  warning: (text: string, detail?: string): void => add('warning', text, detail),
  error: (text: string, detail?: string, action?: NoticeAction): void => add('danger', text, detail, action),
};

export function dismiss(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => notices);
}

function add(tone: NoticeTone, text: string, detail?: string, action?: NoticeAction): void {
  const id = ++last;
  // the same sentence twice says nothing new
  change([...notices.filter((notice) => notice.text !== text || notice.tone !== tone), { id, tone, text, detail, action }].slice(-4));
  if (tone !== 'danger') setTimeout(() => dismiss(id), action ? 10_000 : 5000);
}

function change(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
