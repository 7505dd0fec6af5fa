import { entrustStatus } from '#domain/access/entrust.ts';
import { forbidden } from '#generated/problems.ts';
import { type Handlers, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { findItem, answerOf } from '#server/kernel/resource/item.ts';
import { ENTRUST_TURN, scheduleTurn } from '#server/features/tenancy/rules/entrust.ts';
import type { Services } from '#server/kernel/services.ts';

const OPEN = ['scheduled', 'running'] as const;

/** Ends a delegation before its time; what it delegated is gone with the next call. */
export const entrusts = {
  cancelEntrust: write(async (call, tx) => {
    const spec = call.services.store.specIf('Entrust');
    if (!spec) throw new ProblemError(forbidden());
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    const stored = await tx.asServer().update(spec, before, { ...before.doc, status: 'cancelled' }, before.secret, 'cancelEntrust');
    return answerOf(spec, tx, stored);
  }),
} satisfies Handlers;

/** A delegation begins and ends by the clock; what it is then is written down, so that lists find it. */
export function turnEntrusts(services: Services): void {
  const { jobs, store, system, clock } = services;
  jobs.on(ENTRUST_TURN, ['entrustId'], async ({ entrustId }) => {
    const spec = store.specIf('Entrust');
    if (!spec) return;
    await system.write(async (tx) => {
      const before = await tx.get(spec, entrustId);
      if (!before || !OPEN.some((status) => status === before.doc.status)) return;
      const status = entrustStatus(before.doc, clock.now());
      if (status !== before.doc.status) await tx.update(spec, before, { ...before.doc, status }, before.secret, ENTRUST_TURN);
      if (status !== 'complete') await scheduleTurn(services, before.doc, tx.db);
    });
  });
}

/** Looks at those that stand open without a job: those of a seed, and of a server before this one. */
export async function resumeEntrusts({ jobs, store, clock, system }: Services): Promise<void> {
  const spec = store.specIf('Entrust');
  for (const id of spec ? await system.ids(spec, { status: OPEN }) : [])
    await jobs.at(clock.now(), ENTRUST_TURN, { entrustId: id }, { id: `${ENTRUST_TURN} ${id}` });
}
