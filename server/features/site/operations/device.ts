import { type Handlers, write } from '#server/kernel/handler.ts';
import { answerOf, findItem } from '#server/kernel/resource/item.ts';
import { leaveSite } from '#server/features/site/rules/device-site.ts';
import { release } from '#server/features/site/rules/site.ts';

export const devices = {
  unregisterDevice: write(async (call, tx) => {
    const spec = call.services.store.spec('Device');
    const before = await findItem(spec, call, (id) => tx.get(spec, id));
    const stored = await release({ call, tx }, before);
    await leaveSite({ call, tx }, before.doc, 'unregisterDevice');
    return answerOf(spec, tx, stored);
  }),
} satisfies Handlers;
