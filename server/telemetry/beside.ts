import { Piscina } from 'piscina';

import { linkCount, type Place } from '#server/telemetry/port.ts';

/** Readings that are worked through at once: they take some milliseconds. More are a thread's. */
const SMALL = 5000;
const IDLE_MS = 30_000;

type Question = { places: readonly Place[]; window?: { points: number }; measures?: readonly unknown[] };
type Work<Asked, Answer> = (asked: Asked) => Answer | Promise<Answer>;

/**
 * Runs the functions that a file exports: small questions here, large ones in a thread beside the server, which ends when
 * nobody asks for a while.
 */
export function beside(file: URL): {
  run: <Asked extends Question, Answer>(work: Work<Asked, Answer>, asked: Asked) => Promise<Answer>;
  close: () => Promise<void>;
} {
  let pool: Piscina<unknown, unknown> | undefined;
  return {
    run: async <Asked extends Question, Answer>(work: Work<Asked, Answer>, asked: Asked): Promise<Answer> => {
      if (sizeOf(asked) <= SMALL) return work(asked);
      pool ??= new Piscina({ filename: file.href, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS });
      // the same function, elsewhere
      return (await pool.run(asked, { name: work.name })) as Answer;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

function sizeOf({ places, window, measures }: Question): number {
  return linkCount(places) * (window?.points ?? 1) * (measures?.length ?? 2);
}
