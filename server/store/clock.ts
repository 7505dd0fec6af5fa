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

/**
 * A clock that stands until it is advanced. What fell due meanwhile runs in order, each once and at the last time that it was
 * due, as in a process that was held up: a month has millions of seconds, and nothing goes on between two of them.
 */
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
      const due = [...timers].filter(({ next }) => next <= end);
      for (const timer of due) timer.next += Math.floor((end - timer.next) / timer.ms) * timer.ms;
      for (const timer of due.toSorted((a, b) => a.next - b.next)) {
        // one may stop another
        if (!timers.has(timer)) continue;
        now = timer.next;
        timer.next += timer.ms;
        timer.run();
      }
      now = end;
    },
  };
}

/** The wire's spelling of an instant: RFC 3339, UTC, whole seconds. */
export function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
