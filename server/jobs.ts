import { randomUUID } from 'node:crypto';

import { type Clock } from '#server/clock.ts';
import { type Json } from '#domain/model.ts';
import { type Db } from '#server/store/engine.ts';
import { type Store } from '#server/store/store.ts';

type Run = (payload: Json) => Promise<void>;
export type Jobs = {
  /** What a kind of job does. It may run again after a crash: it must bear that. */
  on(kind: string, run: Run): void;
  /** Does it at `due` (milliseconds). The same id takes the place of an earlier one. With `tx` it stands or falls with that transaction. */
  at(due: number, kind: string, payload: Json, options?: { id?: string; tx?: Db }): Promise<void>;
  cancel(id: string): Promise<void>;
  /** Runs what is due now; tests call it, `start` calls it every second. */
  runDue(): Promise<number>;
  start(onError: (error: unknown, kind: string) => void): void;
  stop(): Promise<void>;
};

const LEASE_MS = 60_000;
const TICK_MS = 1000;
const MOST_AT_ONCE = 50;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Timed work that survives a restart and runs once, whichever process takes it: it is leased, then deleted. */
export function createJobs(store: Store, clock: Clock): Jobs {
  const runs = new Map<string, Run>();
  let stopTimer = (): void => {};
  let running: Promise<number> | undefined;
  let report: (error: unknown, kind: string) => void = () => {};

  async function claim() {
    const now = clock.now();
    return store.engine.write(async (tx) => {
      const due = await tx
        .selectFrom('jobs')
        .selectAll()
        .where('due', '<=', now)
        .where('lease_until', '<=', now)
        .orderBy('due')
        .limit(MOST_AT_ONCE)
        .execute();
      for (const job of due)
        await tx
          .updateTable('jobs')
          .set({ lease_until: now + LEASE_MS, tries: job.tries + 1 })
          .where('id', '=', job.id)
          .execute();
      return due;
    });
  }

  async function runAll(): Promise<number> {
    const anything = await store.engine.read.selectFrom('jobs').select('id').where('due', '<=', clock.now()).limit(1).executeTakeFirst();
    if (!anything) return 0;
    const due = await claim();
    for (const job of due) {
      try {
        await runs.get(job.kind)?.(JSON.parse(job.payload) as Json);
        await store.engine.write((tx) => tx.deleteFrom('jobs').where('id', '=', job.id).where('due', '=', job.due).execute());
      } catch (error) {
        report(error, job.kind);
        const wait = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** job.tries);
        await store.engine.write((tx) =>
          tx
            .updateTable('jobs')
            .set({ due: clock.now() + wait, lease_until: 0 })
            .where('id', '=', job.id)
            .execute(),
        );
      }
    }
    return due.length;
  }

  const jobs: Jobs = {
    on: (kind, run) => void runs.set(kind, run),
    async at(due, kind, payload, { id = randomUUID(), tx } = {}) {
      const put = async (db: Db): Promise<void> => {
        await db.deleteFrom('jobs').where('id', '=', id).execute();
        await db
          .insertInto('jobs')
          .values({ id, due, kind, payload: JSON.stringify(payload), lease_until: 0, tries: 0 })
          .execute();
      };
      await (tx ? put(tx) : store.engine.write(put));
    },
    async cancel(id) {
      await store.engine.write((tx) => tx.deleteFrom('jobs').where('id', '=', id).execute());
    },
    async runDue() {
      // what is under way looked at an earlier time
      await running;
      running ??= runAll().finally(() => (running = undefined));
      return running;
    },
    start(onError) {
      report = onError;
      stopTimer = clock.every(TICK_MS, () => {
        if (!running) void jobs.runDue().catch((error: unknown) => report(error, 'jobs'));
      });
    },
    async stop() {
      stopTimer();
      await running?.catch(() => 0);
    },
  };
  return jobs;
}
