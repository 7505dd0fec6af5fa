import { texts } from '#domain/json.ts';
import { principalOf } from '#server/kernel/access/check.ts';
import { timestamp } from '#server/store/clock.ts';
import { type Handler, type LooseHandlers, write } from '#server/kernel/handler.ts';
import { requireNetwork } from '#server/kernel/require-network.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { without } from '#server/kernel/resource/without.ts';
import { scheduleStep } from '#server/features/task/task-steps.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type Doc } from '#server/store/items/tables.ts';

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
    ...without(doc, 'startedAt', 'finishedAt', 'lossRate', 'latency', 'download', 'upload'),
    progress: 0,
    lines: [],
  })),
  stopDiagnosisTask: stopping('DiagnosisTask', 'failed', (doc, name) => ({
    ...doc,
    lines: [...texts(doc.lines), `Stopped by ${name}`],
  })),
} satisfies LooseHandlers;

function running(name: string, again: (doc: Doc) => Doc): Handler {
  return write(async (call, tx) => {
    const spec = call.services.store.specs.get(name) as ItemSpec;
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    requireNetwork(call);
    await scheduleStep(call.services, spec, before.id, { tx: tx.db });
    return answerOf(
      spec,
      tx,
      await tx.update(spec, before, { ...again(before.doc), state: 'assigned' }, before.secret, call.served.operation.id),
    );
  });
}

function stopping(name: string, state: 'success' | 'failed', changed: (doc: Doc, by: string) => Doc): Handler {
  return write(async (call, tx) => {
    const spec = call.services.store.specs.get(name) as ItemSpec;
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    const doc = { ...changed(before.doc, principalOf(call).username), state };
    const finishedAt = timestamp(call.services.clock.now());
    return answerOf(spec, tx, await tx.update(spec, before, { ...doc, finishedAt }, before.secret, call.served.operation.id));
  });
}
