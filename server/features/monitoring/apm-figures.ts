import type { Entities } from '#generated/server/entities.ts';
import type { MeasurementGap } from '#generated/server/stored.ts';
import type { EntityRules } from '#server/kernel/resource/entity.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Services } from '#server/kernel/services.ts';
import { breathe } from '#server/store/breathe.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { TargetLine, TargetMeasure } from '#server/telemetry/port.ts';

const KIND = 'apm.figures';
const EVERY_MS = 60_000;
/** What a target shows is of so long before. */
const PERIOD_MS = 5 * 60_000;
/** As long as it was not read for no longer, a target stays what it was read to be. */
const STALE_MS = 2 * PERIOD_MS;
const MOST_TARGETS = 1000;
const TARGETS_A_TRANSACTION = 100;
export const targetMeasures: readonly TargetMeasure[] = ['p50', 'p95', 'p99', 'errorRate', 'throughput', 'apdex'];

type Target = Entities['ApmTarget'];
export type TargetFigures = Partial<Record<TargetMeasure, number>>;
type Thresholds = Pick<Target, 'apdexThreshold' | 'p95Threshold' | 'errorThreshold'>;
/** What was read of a target, or why there is nothing. */
type Reading = { figures: TargetFigures; gap?: MeasurementGap };

/** Looks after the figures of the targets from now on. */
export async function watchTargets({ jobs, clock }: Services): Promise<void> {
  // one of several processes has it already, or a process before this one
  await jobs.at(clock.now(), KIND, {}, { id: KIND, keep: true });
}

export function runTargets(services: Services): void {
  const { jobs, clock } = services;
  jobs.on(KIND, [], async () => {
    await readTargets(services);
    await jobs.at(clock.now() + EVERY_MS, KIND, {}, { id: KIND });
  });
}

/** What is measured of a target comes from telemetry alone: nobody sets it, and what is measured elsewhere now begins anew. */
export const apmTarget: EntityRules<'ApmTarget'> = {
  complete: async (doc, { call, before, tx }) => {
    const { jobs, clock } = call.services;
    await jobs.at(clock.now(), KIND, {}, { id: KIND, tx: tx.db });
    return before && before.doc.url === doc.url ? doc : { ...without(doc, 'gap', 'measuredAt', ...targetMeasures), state: 'unknown' };
  },
  // with what was measured before it went, and when: what is measured now comes within a minute
  restored: (doc) => doc,
};

/** Reads every target once, and keeps what it shows now. */
export async function readTargets({ store, system, telemetry, clock }: Services): Promise<void> {
  const spec = store.spec('ApmTarget');
  const to = clock.now() - telemetry.lag;
  const ids = await system.ids(spec, {});
  for (let from = 0; from < ids.length; from += MOST_TARGETS) {
    const found = await system.docs(spec, { where: { id: ids.slice(from, from + MOST_TARGETS) }, skip: 0, limit: MOST_TARGETS });
    const targets = found.map(({ id, name, url }) => ({ id, name, url }));
    const lines = await telemetry.targets({ targets, window: { from: to - PERIOD_MS, to, points: 1 }, measures: targetMeasures });
    const readings = Map.groupBy(lines, ({ id }) => id);
    for (let at = 0; at < targets.length; at += TARGETS_A_TRANSACTION)
      await system.write(async (tx) => {
        for (const { id, url } of targets.slice(at, at + TARGETS_A_TRANSACTION)) {
          await breathe();
          const item = await tx.get(spec, id);
          // one that was changed or deleted meanwhile is read the next time
          if (item?.doc.url === url) await tx.annotate(spec, item, shown(item, readingOf(readings.get(id) ?? []), to));
        }
      });
  }
}

function readingOf(lines: readonly TargetLine[]): Reading {
  const figures: TargetFigures = {};
  for (const {
    measure,
    values: [value],
  } of lines)
    if (typeof value === 'number') figures[measure] = hundredths(value);
  const gap = Object.keys(figures).length === 0 ? (lines.find((line) => line.gap === 'failed') ?? lines[0])?.gap : undefined;
  return { figures, ...(gap ? { gap } : {}) };
}

/** A target with what was read of it. One that could not be read stays as it is for a while: nobody knows better. */
function shown({ doc }: Stored<DocOf<'ApmTarget'>>, { figures, gap }: Reading, at: number): DocOf<'ApmTarget'> {
  if (gap === 'failed' && doc.measuredAt !== undefined)
    return { ...doc, gap, ...(at - Date.parse(doc.measuredAt) > STALE_MS ? { state: 'unknown' } : {}) };
  const rest = without(doc, 'gap', 'measuredAt', ...targetMeasures);
  if (gap !== undefined) return { ...rest, gap, state: 'unknown' };
  return { ...rest, ...figures, state: targetState(doc, figures), measuredAt: timestamp(at) };
}

/** What the figures of a target are by its thresholds; errors weigh more than time. */
export function targetState(
  { apdexThreshold, p95Threshold, errorThreshold }: Thresholds,
  { apdex, p95, errorRate }: TargetFigures,
): Target['state'] {
  if (errorRate !== undefined && errorRate > errorThreshold) return 'failing';
  if (apdex !== undefined && apdex < apdexThreshold) return 'slow';
  if (p95 !== undefined && p95Threshold !== undefined && p95 > p95Threshold) return 'slow';
  const isJudged = errorRate !== undefined || apdex !== undefined || (p95 !== undefined && p95Threshold !== undefined);
  return isJudged ? 'normal' : 'unknown';
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
