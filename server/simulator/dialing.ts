import type { DocOf } from '#server/store/items/typed.ts';
import { texts } from '#domain/json.ts';
import type { Progress } from '#server/kernel/network.ts';
import type { StepContext } from '#server/simulator/step-context.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Services } from '#server/kernel/services.ts';
import { incidentsAt } from '#server/simulator/network.ts';
import { placeAt } from '#server/features/site/places.ts';
import { breachOf, meanOf, measuredOnly } from '#server/features/sla/index.ts';
import { measure, type Probe } from '#server/simulator/probe.ts';
import type { ProbeFigures } from '#server/telemetry/port.ts';
import { scheduleStep } from '#server/features/task/task-steps.ts';
import { without } from '#server/kernel/resource/without.ts';
import { newId } from '#server/kernel/resource/new-id.ts';

type Template = DocOf<'DialingTemplate'>;
type Result = { siteId: string; target: string; measured: ProbeFigures; exceeded: boolean };

const REPEAT = 'dialing.repeat';
/** A site asks one target after the other, all sites at the same time. */
const TARGET_MS = 2000;
/** Results kept of one task. */
const KEPT = 2000;

/** A look at a running task: how far it is, and at its end what every site measured to every target. */
export async function dialingStep(context: StepContext): Promise<Progress> {
  const { services, tx, item, elapsed, now } = context;
  const templates = services.store.spec('DialingTemplate');
  const template = (await tx.get(templates, String(item.doc.templateId)))?.doc;
  if (!template) return { doc: item.doc, state: 'failed' };
  const needed = template.targets.length * TARGET_MS;
  const progress = Math.min(100, Math.floor((elapsed / needed) * 100));
  if (progress < 100) return { doc: { ...item.doc, progress }, state: 'running' };
  const results = await dial(context, template);
  await keep(context, results, template.probeType);
  const reached = results.filter(({ measured }) => measured.lossRate < 100);
  await repeatLater(context);
  return {
    doc: {
      ...without(item.doc, 'lossRate', 'latency'),
      progress: 100,
      runs: Number(item.doc.runs ?? 0) + 1,
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

async function dial({ services, tx, item, now }: StepContext, template: Template): Promise<Result[]> {
  const results: Result[] = [];
  for (const siteId of texts(item.doc.siteIds)) {
    const place = await placeAt(services, tx, siteId);
    if (!place) continue;
    const from = now - template.interval * 1000;
    const incidents = incidentsAt(place, from, now);
    for (const target of template.targets) {
      const measured = measure({ ...template, siteId, target }, from, now, incidents, place.silentFrom > now);
      results.push({ siteId, target, measured, exceeded: breachOf(template, measured) !== undefined });
    }
  }
  return results;
}

async function keep({ services, tx, item, now }: StepContext, results: readonly Result[], probeType: Probe['probeType']): Promise<void> {
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
async function repeatLater({ services, tx, item, now }: StepContext): Promise<void> {
  const { schedule, repeatMinutes, endTime } = item.doc;
  if (schedule !== 'repeat') return;
  const due = now + Number(repeatMinutes) * 60_000;
  if (typeof endTime === 'string' && due > Date.parse(endTime)) return;
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
