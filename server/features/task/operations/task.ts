import { principalOf } from '#server/kernel/access/check.ts';
import { timestamp } from '#server/store/clock.ts';
import type { Call, Handlers, Write } from '#server/kernel/handler.ts';
import { requireNetwork } from '#server/kernel/require-network.ts';
import { itemAction } from '#server/kernel/resource/action.ts';
import { without } from '#server/kernel/resource/without.ts';
import { isWorkedOn, scheduleStep } from '#server/features/task/task-steps.ts';
import type { DocOf, Draft } from '#server/store/items/typed.ts';

/** Running and stopping of what has the states of a task (spec 3, 4): only what is over runs again, only what is active stops. */
export const tasks = {
  runSlaTask: running('SlaTask', (doc) => without(doc, 'startedAt', 'finishedAt')),
  stopSlaTask: stopping('SlaTask', 'success', (doc) => ({ ...doc, triggered: false, badPeriods: 0 })),
  runExecutionTask: running('ExecutionTask', (doc) => ({
    ...without(doc, 'message', 'startedAt', 'finishedAt'),
    progress: 0,
    done: 0,
    failedCount: 0,
  })),
  stopExecutionTask: stopping('ExecutionTask', 'failed', (doc, name) => ({ ...doc, message: `已由 ${name} 停止 / stopped by ${name}` })),
  runDialingTask: running('DialingTask', (doc) => ({ ...without(doc, 'startedAt', 'finishedAt'), progress: 0 })),
  stopDialingTask: stopping('DialingTask', 'failed', (doc) => doc),
  runDiagnosisTask: running('DiagnosisTask', (doc) => ({
    ...without(doc, 'startedAt', 'finishedAt', 'lossRate', 'latency', 'download', 'upload', 'steps', 'brokenAt', 'captureSize'),
    progress: 0,
    lines: [],
  })),
  stopDiagnosisTask: stopping('DiagnosisTask', 'failed', (doc, name) => ({
    ...doc,
    lines: [...(doc.lines ?? []), `Stopped by ${name}`],
  })),
} satisfies Handlers;

type TaskName = 'SlaTask' | 'ExecutionTask' | 'DialingTask' | 'DiagnosisTask';

function running<Name extends TaskName>(name: Name, again: (doc: DocOf<Name>) => Draft<Name>): Write<Call, never> {
  return itemAction(name, async (doc, { call, tx, spec, before }) => {
    if (!isWorkedOn(call.services, spec.name)) requireNetwork(call);
    await scheduleStep(call.services, spec, before.id, { tx: tx.db });
    return { ...again(doc), state: 'assigned' };
  });
}

function stopping<Name extends TaskName>(
  name: Name,
  state: 'success' | 'failed',
  changed: (doc: DocOf<Name>, by: string) => Draft<Name>,
): Write<Call, never> {
  return itemAction(name, (doc, { call }) => {
    const finishedAt = timestamp(call.services.clock.now());
    return { ...changed(doc, principalOf(call).username), state, finishedAt };
  });
}
