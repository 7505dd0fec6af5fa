import { Piscina } from 'piscina';

import { breathe } from '#server/store/breathe.ts';
import { linkCount, type Place } from '#server/telemetry/port.ts';

/** Readings that are worked through at once: they take some milliseconds. More are a thread's. */
const SMALL = 2000;
/** Sites of one message from the thread where it answers of each: to take in a longer one would hold up others. */
const SITES_A_MESSAGE = 500;
const IDLE_MS = 30_000;
/** Whoever waits for one large answer does so a little longer, and nobody else at all. */
const GIVES_WAY = 5;

export type Question = {
  places?: readonly Place[];
  targets?: readonly unknown[];
  probes?: readonly unknown[];
  window?: { points: number };
  measures?: readonly unknown[];
};
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
      pool ??= new Piscina({ filename: file.href, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS, niceIncrement: GIVES_WAY });
      // the same function, elsewhere
      return (await pool.run(asked, { name: work.name })) as Answer;
    },
    close: async () => {
      await pool?.destroy();
    },
  };
}

/** What is answered of each of very many places, some of them at a time. */
export async function inParts<Asked extends Question & { places: readonly Place[] }, One>(
  ask: (asked: Asked) => Promise<One[]>,
  asked: Asked,
): Promise<One[]> {
  const { places } = asked;
  if (places.length <= SITES_A_MESSAGE) return ask(asked);
  const all: One[] = [];
  for (let at = 0; at < places.length; at += SITES_A_MESSAGE) {
    for (const one of await ask({ ...asked, places: places.slice(at, at + SITES_A_MESSAGE) })) all.push(one);
    await breathe();
  }
  return all;
}

function sizeOf({ places = [], targets = [], probes = [], window, measures }: Question): number {
  return (linkCount(places) + targets.length + probes.length) * (window?.points ?? 1) * (measures?.length ?? 2);
}
