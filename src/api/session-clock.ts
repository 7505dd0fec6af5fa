import { watchActivity } from '#api/activity.ts';
import { ApiError } from '#api/error.ts';
import { forget, refresh } from '#api/session.ts';
import { onSession, readSession, type Session } from '#api/token.ts';

export type SessionStep = 'stay' | 'refresh' | 'end';

/** Time as the watch sees it; tests bring their own. */
export type Clock = { now: () => number; after: (ms: number, run: () => void) => () => void; fullScreen: () => boolean };

const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  fullScreen: () => document.fullscreenElement !== null,
};

/**
 * Spec section 4: ends when idle longer than the lifetime or past `expiresAt`, unless in full screen;
 * refreshes when less than a third of the lifetime remains and the user was active within it (or is in full screen).
 */
export function sessionStep(session: Session, at: { now: number; lastActive: number; fullScreen: boolean }): SessionStep {
  const idle = at.now - at.lastActive > session.lifetime;
  if (!at.fullScreen && (idle || at.now >= session.expiresAt)) return 'end';
  return session.expiresAt - at.now < session.lifetime / 3 ? 'refresh' : 'stay';
}

/** Watches the session every tenth of its lifetime; `onEnd` is told when it is over. Returns what ends the watch. */
export function watchSession(onEnd: () => void, clock: Clock = browserClock): () => void {
  const activity = watchActivity(clock.now);
  let cancel = (): void => {};
  let watched: number | undefined;
  const end = (): void => {
    stop();
    forget();
    onEnd();
  };
  const check = (): void => {
    const session = readSession();
    if (session === undefined) return;
    const fullScreen = clock.fullScreen();
    // other tabs of the session must not end it while this one shows a wall of charts
    if (fullScreen) activity.touch();
    const step = sessionStep(session, { now: clock.now(), lastActive: activity.last(), fullScreen });
    if (step === 'end') return end();
    if (step === 'refresh') {
      refresh(fullScreen).catch((error: unknown) => {
        // what was refused will be refused again; all else is tried again at the next check
        const refused = error instanceof ApiError && (error.status === 401 || error.status === 403);
        if (refused && readSession()?.refreshToken === session.refreshToken) end();
      });
    }
    plan();
  };
  const plan = (): void => {
    cancel();
    watched = readSession()?.lifetime;
    if (watched !== undefined) cancel = clock.after(Math.max(1000, watched / 10), check);
  };
  const stopListening = onSession(() => {
    if (readSession()?.lifetime !== watched) plan();
  });
  const stop = (): void => {
    cancel();
    stopListening();
    activity.stop();
  };
  plan();
  return stop;
}
