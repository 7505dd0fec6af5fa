import { useSyncExternalStore } from 'react';
import { changesOf } from '#domain/changes.ts';

type NoticeTone = 'success' | 'info' | 'warning' | 'danger';
/** What can be done about it, while the message is there. */
export type NoticeAction = {
  label: string;
  /** Accessible name, where the label alone does not say what of. */ name?: string;
  run: () => void;
};
export type Notice = { id: number; tone: NoticeTone; text: string; detail?: string | undefined; action?: NoticeAction | undefined };

let notices: readonly Notice[] = [];
let last = 0;
const changes = changesOf();
const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** Long enough to read; long enough to be reached, by whatever means, where it offers something or asks for care. */
export const SHORT = 5000;
export const LONG = 30_000;

/** A message at the foot of the page. Errors stay until closed, all else goes after a while that nobody points at it or has the focus in it. */
export const notify = {
  success: (text: string, detail?: string, action?: NoticeAction): void => add('success', text, detail, action),
  info: (text: string, detail?: string): void => add('info', text, detail),
  warning: (text: string, detail?: string): void => add('warning', text, detail),
  error: (text: string, detail?: string, action?: NoticeAction): void => add('danger', text, detail, action),
};

export function dismiss(id: number): void {
  hold(id);
  change(notices.filter((notice) => notice.id !== id));
}

export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(changes.subscribe, () => notices);
}

function add(tone: NoticeTone, text: string, detail?: string, action?: NoticeAction): void {
  const id = ++last;
  // the same message twice says nothing new
  change([...notices.filter((notice) => notice.text !== text || notice.tone !== tone), { id, tone, text, detail, action }].slice(-4));
  expire(id);
}

/** It is looked at: it stays until it is let go. */
export function hold(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** The time that it stays begins, or begins again. */
export function expire(id: number): void {
  hold(id);
  const notice = notices.find((each) => each.id === id);
  if (!notice || notice.tone === 'danger') return;
  const after = notice.action || notice.tone === 'warning' ? LONG : SHORT;
  timers.set(
    id,
    setTimeout(() => dismiss(id), after),
  );
}

function change(next: readonly Notice[]): void {
  notices = next;
  changes.publish();
}
