import { forbidden } from '#generated/problems.ts';
import { type Call, type Handlers, write } from '#server/kernel/handler.ts';
import { ProblemError } from '#server/kernel/problem.ts';
import { changeFindings, mustMatch, updateItem } from '#server/kernel/resource/change.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { takeBack } from '#server/features/site/changes/due.ts';
import { end, type Waiting } from '#server/features/site/changes/ended.ts';
import { refuseBoth, schedule, tryOut } from '#server/features/site/changes/put-off.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

export const scheduledChanges = {
  updateSite: write(
    async (call, tx) => {
      const spec = call.services.store.spec('Site');
      const { applyAt, confirmWithin } = call.query;
      if (applyAt === undefined && confirmWithin === undefined) return updateItem(spec, call, tx);
      refuseBoth(call.query);
      const before = await findItem(spec, call, (id) => tx.get(spec, id));
      await mustMatch(spec, before, call, tx);
      const writing = { call, tx, spec, before };
      if (confirmWithin !== undefined) return answerOf(spec, tx, await tryOut(confirmWithin, writing));
      if (applyAt !== undefined) await schedule(applyAt, writing);
      return answerOf(spec, tx, before);
    },
    { further: (call, tx, wrong) => changeFindings(call.services.store.spec('Site'), call, tx, wrong) },
  ),

  confirmScheduledChange: write(async (call, tx) => {
    const change = await changeOf(call, tx);
    const done = await end(call.services, tx, change, { state: 'confirmed', endedBy: call.handle.actor.name }, 'confirmScheduledChange');
    return answerOf(call.services.store.spec('ScheduledChange'), tx, done);
  }),

  revertScheduledChange: write(async (call, tx) => {
    const change = await changeOf(call, tx);
    const done = await takeBack(call.services, tx, change, call.handle.actor.name, call.language);
    return answerOf(call.services.store.spec('ScheduledChange'), tx, done);
  }),

  cancelScheduledChange: write(async (call, tx) => {
    const change = await changeOf(call, tx);
    const done = await end(call.services, tx, change, { state: 'cancelled', endedBy: call.handle.actor.name }, 'cancelScheduledChange');
    return answerOf(call.services.store.spec('ScheduledChange'), tx, done);
  }),
} satisfies Handlers;

async function changeOf(call: Call, tx: Transaction): Promise<Waiting> {
  const spec = call.services.store.spec('ScheduledChange');
  const change = await findItem(spec, call, (id) => tx.get(spec, id));
  const site = await tx.get(call.services.store.spec('Site'), change.doc.siteId);
  if (!site) throw new ProblemError(forbidden());
  return change;
}
