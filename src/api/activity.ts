const key = 'wan.active';
const events = ['mousemove', 'mousedown', 'keydown', 'touchstart'] as const;
/** Other tabs need not know to the millisecond. */
const pause = 1000;

export type Activity = {
  /** Epoch milliseconds of what the operator last did, in any tab. */
  last: () => number;
  /** As if the operator had done something: full screen counts as presence. */
  touch: () => void;
  stop: () => void;
};

/** Spec section 4: activity is a mouse move, a mouse down, a key down; on a touch screen, a touch. */
export function watchActivity(now: () => number): Activity {
  let last = now();
  let published = 0;
  const touch = (): void => {
    last = now();
    if (last - published < pause) return;
    published = last;
    localStorage.setItem(key, String(last));
  };
  for (const name of events) window.addEventListener(name, touch, { passive: true });
  touch();
  return {
    last: () => Math.max(last, Number(localStorage.getItem(key) ?? 0)),
    touch,
    stop: () => {
      for (const name of events) window.removeEventListener(name, touch);
    },
  };
}
