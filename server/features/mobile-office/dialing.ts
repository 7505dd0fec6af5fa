import { timestamp } from '#server/store/clock.ts';
import { meanOf, measuredOnly } from '#server/features/sla/index.ts';
import { scheduleStep } from '#server/features/task/index.ts';
import { newId } from '#server/kernel/resource/new-id.ts';
import { without } from '#server/kernel/resource/without.ts';
import type { Progress, Work } from '#server/kernel/network.ts';
import type { Services } from '#server/kernel/services.ts';
import type { DocOf } from '#server/store/items/typed.ts';
import type { ProbeFigures } from '#server/telemetry/port.ts';

/** What a site measured to a target, and whether that is beyond what the template allows. */
export type Dialled = { siteId: string; target: string; measured: ProbeFigures; exceeded: boolean };
type Dialling = Work<'DialingTask'> & { services: Services };

const REPEAT = 'dialing.repeat';
/** Results kept of one task. */
const KEPT = 2000;

/** What becomes of a task whose sites have dialled: its results are kept, and one that repeats waits for its next time. */
export async function endDialing(
  dialling: Dialling,
  probeType: DocOf<'DialingTemplate'>['probeType'],
  results: readonly Dialled[],
): Promise<Progress<'DialingTask'>> {
  const { item, now } = dialling;
  await keep(dialling, results, probeType);
  const reached = results.filter(({ measured }) => measured.lossRate < 100);
  await repeatLater(dialling);
  return {
    doc: {
      ...without(item.doc, 'lossRate', 'latency'),
      progress: 100,
      runs: (item.doc.runs ?? 0) + 1,
      dialled: results.length,
      exceeded: results.filter(({ exceeded }) => exceeded).length,
      ...measuredOnly({
        lossRate: meanOf(results.map(({ measured }) => measured.lossRate)),
        latency: meanOf(reached.map(({ measured }) => measured.latency)),
      }),
      lastRunAt: timestamp(now),
    },
    state: reached.length > 0 ? 'success' : 'failed',
  };
}

async function keep(
  { services, tx, item, now }: Dialling,
  results: readonly Dialled[],
  probeType: DocOf<'DialingTemplate'>['probeType'],
): Promise<void> {
  const spec = services.store.spec('DialingResult');
  for (const { siteId, target, measured, exceeded } of results) {
    await tx.insert(spec, {
      id: newId(),
      companyId: item.owner ?? '',
      taskId: item.id,
      siteId,
      probeType,
      target,
      at: timestamp(now),
      reachability: measured.lossRate < 100 ? 'reachable' : 'unreachable',
      ...measuredOnly({ lossRate: measured.lossRate, latency: measured.latency, jitter: measured.jitter }),
      exceeded,
    });
  }
  const kept = await tx.find(spec, { taskId: item.id });
  for (const old of kept.toSorted((a, b) => (a.doc.at < b.doc.at ? 1 : -1)).slice(KEPT)) await tx.remove(spec, old, 'dialing.forget');
}

/** A task that repeats runs again after its pause, until its end. */
async function repeatLater({ services, tx, item, now }: Dialling): Promise<void> {
  const { schedule, repeatMinutes, endTime } = item.doc;
  if (schedule !== 'repeat' || repeatMinutes === undefined) return;
  const due = now + repeatMinutes * 60_000;
  if (endTime !== undefined && due > Date.parse(endTime)) return;
  await services.jobs.at(due, REPEAT, { id: item.id }, { id: `${REPEAT} ${item.id}`, tx: tx.db });
}

export function repeatDialing(services: Services): void {
  const { jobs, store, system } = services;
  jobs.on(REPEAT, ['id'], async ({ id }) => {
    const spec = store.specIf('DialingTask');
    if (!spec) return;
    await system.write(async (tx) => {
      const task = await tx.get(spec, id);
      if (task?.doc.schedule !== 'repeat' || (task.doc.state !== 'success' && task.doc.state !== 'failed')) return;
      await tx.update(spec, task, { ...task.doc, state: 'pending', progress: 0 }, task.secret, REPEAT);
      await scheduleStep(services, spec, task.id, { tx: tx.db });
    });
  });
}
