import { refresh } from '#api/session.ts';
import { clearSession, readSession, type Session } from '#api/token.ts';

export type SessionStep = 'stay' | 'refresh' | 'end';

/**
 * Spec section 4: ends when idle longer than the lifetime or past `expiresAt`, unless in full screen;
 * refreshes when less than a third of the lifetime remains and the user was active within it (or is in full screen).
 */
export function sessionStep(session: Session, at: { now: number; lastActive: number; fullScreen: boolean }): SessionStep {
  const idle = at.now - at.lastActive > session.lifetime;
  if (!at.fullScreen && (idle || at.now >= session.expiresAt)) return 'end';
  return session.expiresAt - at.now < session.lifetime / 3 ? 'refresh' : 'stay';
}

const activity = ['mousemove', 'mousedown', 'keydown', 'touchstart'] as const;

/** Watches the session every tenth of its lifetime. Returns what ends the watch. */
export function watchSession(onEnd: () => void): () => void {
  let lastActive = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const touch = (): void => void (lastActive = Date.now());
  const check = (): void => {
    const session = readSession();
    if (session === undefined) return;
    const step = sessionStep(session, { now: Date.now(), lastActive, fullScreen: document.fullscreenElement !== null });
    if (step === 'end') {
      clearSession();
      onEnd();
      return;
    }
    // a failed renewal is tried again at the next check; a refused one ends the session in the next call
    if (step === 'refresh') refresh().catch(() => {});
    plan();
  };
  const plan = (): void => {
    const session = readSession();
    if (session !== undefined) timer = setTimeout(check, Math.max(1000, session.lifetime / 10));
  };
  for (const name of activity) window.addEventListener(name, touch, { passive: true });
  plan();
  return () => {
    clearTimeout(timer);
    for (const name of activity) window.removeEventListener(name, touch);
  };
}
