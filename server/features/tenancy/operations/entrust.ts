import { entrustStatus } from '#domain/access/entrust.ts';
import { forbidden } from '#generated/problems.ts';
import { type Handlers, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { findItem, answerOf } from '#server/kernel/resource/item.ts';
import { ENTRUST_TURN, mayCancel, periodOf, scheduleTurn } from '#server/features/tenancy/rules/entrust.ts';
import { type Services } from '#server/kernel/services.ts';

const OPEN = ['scheduled', 'running'];

/** Ends a delegation before its time; what it lent is gone with the next call. */
export const entrusts = {
  cancelEntrust: write(async (call, tx) => {
    const spec = call.services.store.specs.get('Entrust');
    if (!spec) throw new ProblemError(forbidden());
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    if (!mayCancel(before.doc, call)) throw new ProblemError(forbidden());
    const stored = await tx.asServer().update(spec, before, { ...before.doc, status: 'cancelled' }, before.secret, 'cancelEntrust');
    return answerOf(spec, tx, stored);
  }),
} satisfies Handlers;

/** A delegation begins and ends by the clock; what it is then is written down, so that lists find it. */
export function turnEntrusts(services: Services): void {
  const { jobs, store, system, clock } = services;
  jobs.on(ENTRUST_TURN, async (payload) => {
    const spec = store.specs.get('Entrust');
    if (!spec) return;
    await system.write(async (tx) => {
      const before = await tx.get(spec, (payload as { entrustId: string }).entrustId);
      if (!before || !OPEN.includes(String(before.doc.status))) return;
      const status = entrustStatus(periodOf(before.doc), clock.now());
      if (status !== before.doc.status) await tx.update(spec, before, { ...before.doc, status }, before.secret, ENTRUST_TURN);
      if (status !== 'complete') await scheduleTurn(services, before.doc, tx.db);
    });
  });
}

/** Looks at those that stand open without a job: those of a seed, and of a server before this one. */
export async function resumeEntrusts({ jobs, store, clock }: Services): Promise<void> {
  const spec = store.specs.get('Entrust');
  if (!spec) return;
  const open = await store.engine.read.selectFrom(spec.table).select('id').where('c_status', 'in', OPEN).execute();
  for (const { id } of open) await jobs.at(clock.now(), ENTRUST_TURN, { entrustId: id }, { id: `${ENTRUST_TURN} ${id}` });
}
