import { createHash } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { type Clock } from '#server/store/clock.ts';
import { beside } from '#server/telemetry/beside.ts';
import { histogramOf, rankedBy, summaryOf } from '#server/telemetry/figures.ts';
import { type Ask, linkCount, type Telemetry, type Window } from '#server/telemetry/port.ts';
import { type PrometheusConfig } from '#server/telemetry/prometheus/config.ts';
import * as measured from '#server/telemetry/prometheus/measured.ts';

/** What is over for so long is not added to any more, and what was answered of it is kept. */
const CLOSED_MS = 5 * 60_000;
const READINGS_KEPT = 1_000_000;
/** A mean over a range is taken from so many points at most. */
const SUMMARY_POINTS = 60;

/** Measurements from a Prometheus-compatible store; `report` hears of answers that failed. */
export function prometheusTelemetry(
  config: PrometheusConfig,
  { clock, report }: { clock: Clock; report: (error: Error) => void },
): Telemetry {
  const { run, close } = beside(new URL('measured.ts', import.meta.url));
  const heard = async <Answer>(answered: Promise<measured.Answered<Answer>>): Promise<measured.Answered<Answer>> => {
    const found = await answered;
    for (const trouble of found.troubles) report(new Error(trouble));
    return found;
  };
  /** What is over is asked once. */
  function once<Asked extends Ask, Answer extends object>(
    work: (asked: Asked & { config: PrometheusConfig }) => Promise<measured.Answered<Answer>>,
  ): (asked: Asked) => Promise<Answer> {
    const kept = new LRUCache<string, Answer>({ maxSize: READINGS_KEPT });
    return async (asked) => {
      const isClosed = asked.window.to <= clock.now() - CLOSED_MS;
      const key = isClosed ? keyOf(asked) : '';
      const known = kept.get(key);
      if (known) return known;
      const { answer, troubles } = await heard(run(work, { ...asked, config }));
      const size = 1 + asked.window.points * linkCount(asked.places);
      if (isClosed && troubles.length === 0) kept.set(key, answer, { size });
      return answer;
    };
  }
  const telemetry: Telemetry = {
    source: 'store',
    series: once(measured.series),
    total: once(measured.total),
    applications: once(measured.applications),
    latest: async (asked) => (await heard(run(measured.latest, { ...asked, config }))).answer,
    summary: async (asked) => (await telemetry.series({ ...asked, window: coarse(asked.window) })).map(summaryOf),
    top: async (asked) => rankedBy(await telemetry.summary({ ...asked, measures: [asked.measure] }), asked),
    histogram: async (asked) => histogramOf(await telemetry.series({ ...asked, measures: [asked.measure] }), asked.bounds),
    close,
  };
  return telemetry;
}

function coarse(window: Window): Window {
  return { ...window, points: Math.min(window.points, SUMMARY_POINTS) };
}

function keyOf({ places, ...asked }: Ask): string {
  const sites = createHash('sha256').update(JSON.stringify(places)).digest('base64');
  return JSON.stringify([sites, asked]);
}
