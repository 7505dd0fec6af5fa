import { timestamp } from '#server/store/clock.ts';
import { type Handlers, write } from '#server/kernel/handler.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import type { Services } from '#server/kernel/services.ts';

const KIND = 'service.restarted';
const RESTART_MS = 10_000;

/** A platform service that is not well is started anew; it is well some seconds later. */
export const platformServices = {
  restartServiceStatus: write(async (call, tx) => {
    const { store, jobs, clock } = call.services;
    const spec = store.spec('ServiceStatus');
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    const now = clock.now();
    await jobs.at(now + RESTART_MS, KIND, { id: before.id }, { id: `${KIND} ${before.id}`, tx: tx.db });
    const doc: typeof before.doc = {
      ...before.doc,
      health: 'degraded',
      message: '正在重启 / restarting',
      uptime: 0,
      startedAt: timestamp(now),
      checkedAt: timestamp(now),
    };
    return answerOf(spec, tx, await tx.update(spec, before, doc, before.secret, 'restartServiceStatus'));
  }),
} satisfies Handlers;

export function restartServices({ jobs, store, system, clock }: Services): void {
  jobs.on(KIND, ['id'], async ({ id }) => {
    const spec = store.specIf('ServiceStatus');
    if (!spec) return;
    await system.write(async (tx) => {
      const item = await tx.get(spec, id);
      if (!item || item.doc.health === 'healthy') return;
      const { message: _, ...doc } = item.doc;
      await tx.update(spec, item, { ...doc, health: 'healthy', checkedAt: timestamp(clock.now()) }, item.secret, KIND);
    });
  });
}
