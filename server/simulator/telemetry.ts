import { Piscina } from 'piscina';

import * as measured from '#server/simulator/measured.ts';
import { type Clock } from '#server/store/clock.ts';
import { type Place, type Telemetry } from '#server/telemetry/port.ts';

/** Readings that are computed at once: they take some milliseconds. More are computed beside the server. */
const SMALL = 5000;
const IDLE_MS = 30_000;

type Size = { places: readonly Place[]; window?: { points: number }; measures?: readonly unknown[] };

/** The demo network as telemetry; what is large is computed in a thread of its own. */
export function demoTelemetry(clock: Clock): Telemetry {
  let pool: Piscina | undefined;
  const beside = (): Piscina =>
    (pool ??= new Piscina({
      filename: new URL('measured.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
    }));
  const ask = <Asked extends Size, Answer>(work: (asked: Asked & { now: number }) => Answer): ((asked: Asked) => Promise<Answer>) => {
    return async (asked) => {
      const question = { ...asked, now: clock.now() };
      if (sizeOf(asked) <= SMALL) return work(question);
      return (await beside().run(question, { name: work.name })) as Answer;
    };
  };
  return {
    source: 'demo',
    series: ask(measured.series),
    total: ask(measured.total),
    summary: ask(measured.summary),
    latest: ask(measured.latest),
    applications: ask(measured.applications),
    top: ask(measured.top),
    histogram: ask(measured.histogram),
    close: async () => pool?.destroy(),
  };
}

function sizeOf({ places, window, measures }: Size): number {
  const links = places.reduce((sum, place) => sum + place.links.length, 0);
  return links * (window?.points ?? 1) * (measures?.length ?? 2);
}
