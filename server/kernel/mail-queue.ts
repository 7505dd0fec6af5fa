import { randomUUID } from 'node:crypto';

import type { Clock } from '#server/store/clock.ts';
import type { Jobs } from '#server/kernel/jobs.ts';
import { isMessage, type Message, type Outbox } from '#server/kernel/outbox.ts';
import { emptyMessage, keepMessage, sweepMessages, unsentMessage } from '#server/store/platform/outbox.ts';
import type { Db } from '#server/store/items/tables.ts';
import type { Store } from '#server/store/store.ts';

/**
 * Messages nobody waits for. They are kept with the change that they tell of, so that they go out if it is committed
 * and only then, from one process, and again with growing pauses until they are taken.
 */
export type MailQueue = {
  /** Keeps a message; with `tx` it stands or falls with that transaction. */
  put(message: Message, tx?: Db): Promise<void>;
  /** Forgets messages that were sent, or that nobody took for days. */
  sweep(): Promise<void>;
};

const KIND = 'mail.deliver';
const SENT_KEPT_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 7 * SENT_KEPT_MS;

export function createMailQueue(store: Store, jobs: Jobs, outbox: Outbox, clock: Clock): MailQueue {
  const { engine } = store;

  jobs.on(KIND, ['id'], async ({ id }) => {
    const text = await unsentMessage(engine.read, id);
    if (text === undefined) return;
    const message: unknown = JSON.parse(text);
    if (!isMessage(message)) throw new Error(`What is kept as ${id} is no message`);
    await outbox.send(message, id);
    await engine.write((tx) => emptyMessage(tx, id, clock.now()));
  });

  return {
    async put(message, tx) {
      // nothing will ever take it: that is told now
      if (!outbox.ready) return outbox.send(message);
      const id = randomUUID();
      const keep = async (db: Db): Promise<void> => {
        await keepMessage(db, id, clock.now(), JSON.stringify(message));
        await jobs.at(clock.now(), KIND, { id }, { id: `${KIND} ${id}`, tx: db });
      };
      await (tx ? keep(tx) : engine.write(keep));
    },
    async sweep() {
      const now = clock.now();
      await engine.write((tx) => sweepMessages(tx, now - SENT_KEPT_MS, now - KEPT_MS));
    },
  };
}
