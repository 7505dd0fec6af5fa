import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import type { Clock } from '#server/store/clock.ts';
import { beside, inParts, type Question } from '#server/telemetry/beside.ts';
import { type Ask, linkCount, type Telemetry } from '#server/telemetry/port.ts';
import type { PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import * as measured from '#server/telemetry/prometheus/measured.ts';
import { TelemetryError } from '#server/telemetry/prometheus/query.ts';
import { seenIn } from '#server/telemetry/prometheus/seen.ts';

/** What is over for so long is not added to any more, and what was answered of it is kept. */
const CLOSED_MS = 5 * 60_000;
const READINGS_KEPT = 1_000_000;

type Troubled<Answer> = { answer: Answer; isWhole: boolean };

/** Measurements from a Prometheus-compatible store; `report` hears of answers that failed. */
export function prometheusTelemetry(
  config: PrometheusConfig,
  { clock, report }: { clock: Clock; report: (error: Error) => void },
): Telemetry {
  const { run, close } = beside(new URL('measured.ts', import.meta.url));
  type Work<Asked, Answer> = (asked: Asked & { config: PrometheusConfig }) => Promise<measured.Answered<Answer>>;
  async function heard<Asked extends Question, Answer>(work: Work<Asked, Answer>, asked: Asked): Promise<Troubled<Answer>> {
    const { answer, troubles } = await run(work, { ...asked, config });
    for (const trouble of troubles) report(new Error(trouble));
    return { answer, isWhole: troubles.length === 0 };
  }
  /** What is answered of each place, some places at a time. */
  async function ofEach<Asked extends Omit<Ask, 'window'>, One>(work: Work<Asked, One[]>, asked: Asked): Promise<Troubled<One[]>> {
    let isWhole = true;
    const answer = await inParts(async (part: Asked) => {
      const found = await heard(work, part);
      isWhole &&= found.isWhole;
      return found.answer;
    }, asked);
    return { answer, isWhole };
  }
  /** What is over is asked once. */
  function once<Asked extends Ask, Answer extends object>(
    ask: (asked: Asked) => Promise<Troubled<Answer>>,
  ): (asked: Asked) => Promise<Answer> {
    const kept = new LRUCache<string, Answer>({ maxSize: READINGS_KEPT });
    return async (asked) => {
      const isClosed = asked.window.to <= clock.now() - CLOSED_MS;
      const key = isClosed ? keyOf(asked) : '';
      const known = kept.get(key);
      if (known) return known;
      const { answer, isWhole } = await ask(asked);
      const size = 1 + asked.window.points * linkCount(asked.places);
      if (isClosed && isWhole) kept.set(key, answer, { size });
      return answer;
    };
  }
  return {
    source: 'store',
    lag: config.lag,
    silence: config.silence,
    async seen(asked) {
      try {
        return await seenIn(config, asked);
      } catch (error) {
        if (!(error instanceof TelemetryError)) throw error;
        report(error);
        return undefined;
      }
    },
    series: once((asked) => ofEach(measured.series, asked)),
    summary: once((asked) => ofEach(measured.summary, asked)),
    peaks: once((asked) => heard(measured.peaks, asked)),
    total: once((asked) => heard(measured.total, asked)),
    applications: once((asked) => heard(measured.applications, asked)),
    flows: once((asked) => heard(measured.flows, asked)),
    probes: async (asked) => (await heard(measured.probes, asked)).answer,
    targets: async (asked) => (await heard(measured.targets, asked)).answer,
    top: once((asked) => heard(measured.top, asked)),
    histogram: once((asked) => heard(measured.histogram, asked)),
    latest: async (asked) => (await ofEach(measured.latest, asked)).answer,
    close,
  };
}

function keyOf({ places, ...asked }: Ask): string {
  const sites = createHash('sha256').update(JSON.stringify(places)).digest('base64');
  return JSON.stringify([sites, asked]);
}
