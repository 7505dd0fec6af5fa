import { addressOf, enqueue } from '#server/features/alarm/notify/enqueue.ts';
import { type Handlers, write } from '#server/kernel/handler.ts';
import { actOn } from '#server/kernel/resource/action.ts';
import { answerOf } from '#server/kernel/resource/item.ts';

export const alarmNotifications = {
  testCompanyAlarmNotification: write(async (call, tx) => {
    const { spec, before } = await actOn('AlarmNotification', call, tx);
    const to = addressOf(before.doc);
    if (to) await enqueue(call.services, tx.asServer(), { companyId: before.owner ?? '', event: 'test', to });
    const waiting = { ...before.doc, lastState: 'waiting' as const };
    await tx.annotate(spec, before, waiting);
    return answerOf(spec, tx, { ...before, doc: waiting, text: JSON.stringify(waiting) });
  }),
} satisfies Handlers;
