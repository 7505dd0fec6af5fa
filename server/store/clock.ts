/** Time as the server sees it: tests move it, everything that is due, expires or is stamped asks it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls back about every `ms`; the answer stops it. */
  every(ms: number, run: () => void): () => void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  every(ms, run) {
    const timer = setInterval(run, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** A clock that stands until it is advanced; advancing runs what fell due, in order. */
export function manualClock(start = Date.parse('2026-03-02T01:00:00Z')): Clock & { advance(ms: number): void } {
  let now = start;
  const timers = new Set<{ ms: number; next: number; run: () => void }>();
  return {
    now: () => now,
    every(ms, run) {
      const timer = { ms, next: now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter((timer) => timer.next <= end).toSorted((a, b) => a.next - b.next)[0];
        if (!due) break;
        now = due.next;
        due.next += due.ms;
        due.run();
      }
      now = end;
    },
  };
}

/** The wire's spelling of an instant: RFC 3339, UTC, whole seconds. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
