import { forbidden } from '#generated/problems.ts';
import { type Handler, write } from '#server/handler.ts';
import { ProblemError } from '#server/problem.ts';
import { findItem, answerOf } from '#server/resource/item.ts';
import { mayCancel } from '#server/rules/entrust.ts';
import { type Services } from '#server/services.ts';

/** Ends a delegation before its time; what it lent is gone with the next call. */
export const entrusts: Readonly<Record<string, Handler>> = {
  cancelEntrust: write(async (call, tx) => {
    const spec = call.services.store.specs.get('Entrust');
    if (!spec) throw new ProblemError(forbidden());
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    if (!mayCancel(before.doc, call)) throw new ProblemError(forbidden());
    const stored = await tx.asServer().update(spec, before, { ...before.doc, status: 'cancelled' }, before.secret, 'cancelEntrust');
    return answerOf(stored);
  }),
};

/** A delegation whose time is over is complete. */
export function completeEntrusts({ jobs, store, system }: Services): void {
  jobs.on('entrust.end', async (payload) => {
    const spec = store.specs.get('Entrust');
    if (!spec) return;
    await system.write(async (tx) => {
      const before = await tx.get(spec, (payload as { entrustId: string }).entrustId);
      if (before?.doc['status'] === 'running')
        await tx.update(spec, before, { ...before.doc, status: 'complete' }, before.secret, 'entrust.end');
    });
  });
}
