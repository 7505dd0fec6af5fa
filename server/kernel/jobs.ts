import { randomUUID } from 'node:crypto';

import type { Clock } from '#server/store/clock.ts';
import { asObject, type JsonObject } from '#domain/json.ts';
import type { Store } from '#server/store/store.ts';
import type { Db } from '#server/store/items/tables.ts';
import { changeJob, deleteJob, dueJobs, type Job, putJob } from '#server/store/platform/jobs.ts';

/** What a job is about: names and ids. */
type Payload = Readonly<Record<string, string>>;
type Run = (payload: JsonObject) => Promise<void>;
type AtOptions = {
  id?: string;
  /** A job of this id that waits already stays as it is; else the new one takes its place. */
  keep?: boolean;
  tx?: Db;
};
export type Jobs = {
  /** What a kind of job does with what its payload names. It may run again after a crash: it must bear that. */
  on<Name extends string = never>(
    kind: string,
    names: readonly Name[],
    run: (payload: Readonly<Record<Name, string>>) => Promise<void>,
  ): void;
  /** Does it at `due` (milliseconds). With `tx` it stands or falls with that transaction. */
  at(due: number, kind: string, payload: Payload, options?: AtOptions): Promise<void>;
  cancel(id: string): Promise<void>;
  /** Runs what is due now; tests call it, `start` calls it every second. */
  runDue(): Promise<number>;
  start(onError: (error: unknown, kind: string) => void): void;
  stop(): Promise<void>;
};

/** A job belongs for so long to the process that took it; while it runs that is renewed. */
const LEASE_MS = 60_000;
const RENEW_MS = LEASE_MS / 3;
const TICK_MS = 1000;
const MOST_AT_ONCE = 50;
const LONGEST_WAIT_MS = 60 * 60 * 1000;

/** Timed work that survives a restart and runs once, whichever process takes it: it is leased, then deleted. */
export function createJobs(store: Store, clock: Clock): Jobs {
  const runs = new Map<string, Run>();
  let stopTimer = (): void => {};
  let stopped = false;
  let running: Promise<number> | undefined;
  let report: (error: unknown, kind: string) => void = () => {};

  /** What is due and nobody's, of the kinds that this process knows. */
  async function due(): Promise<Job[]> {
    if (runs.size === 0) return [];
    return dueJobs(store.engine.read, [...runs.keys()], clock.now(), MOST_AT_ONCE);
  }

  /** Takes a job by compare and set: of the processes that saw it free, one gets it. */
  async function take(job: Job): Promise<Job | undefined> {
    const taken = { ...job, leaseUntil: clock.now() + LEASE_MS, tries: job.tries + 1 };
    return (await change(job, taken)) ? taken : undefined;
  }

  /** Changes a job only as long as it is what this process last saw. */
  function change(seen: Job, next: Partial<Job>): Promise<boolean> {
    return store.engine.write((tx) => changeJob(tx, seen, { ...seen, ...next }));
  }

  async function runOne(seen: Job): Promise<boolean> {
    let job = await take(seen);
    if (!job) return false;
    const stopRenewing = clock.every(RENEW_MS, () => {
      const [held, leaseUntil] = [job, clock.now() + LEASE_MS];
      if (held)
        void change(held, { leaseUntil })
          .then((renewed) => (job = renewed ? { ...held, leaseUntil } : held))
          .catch((error: unknown) => report(error, held.kind));
    });
    try {
      await runs.get(job.kind)?.(asObject(JSON.parse(job.payload)));
      stopRenewing();
      // one that set itself anew is another one
      await store.engine.write((tx) => deleteJob(tx, seen.id, seen.due));
    } catch (error) {
      stopRenewing();
      report(error, job.kind);
      await change(job, { due: clock.now() + Math.min(LONGEST_WAIT_MS, 1000 * 2 ** seen.tries), leaseUntil: 0 });
    }
    return true;
  }

  async function runAll(): Promise<number> {
    let count = 0;
    for (const job of await due()) {
      if (stopped) break;
      if (await runOne(job)) count++;
    }
    return count;
  }

  const jobs: Jobs = {
    on(kind, names, run) {
      runs.set(kind, async (payload) => {
        if (!holds(payload, names)) throw new Error(`A job of ${kind} names no ${names.join(', ')}`);
        await run(payload);
      });
    },
    async at(at, kind, payload, { id = randomUUID(), keep = false, tx } = {}) {
      const job: Job = { id, due: at, kind, payload: JSON.stringify(payload), leaseUntil: 0, tries: 0 };
      const put = (db: Db): Promise<void> => putJob(db, job, keep);
      await (tx ? put(tx) : store.engine.write(put));
    },
    async cancel(id) {
      await store.engine.write((tx) => deleteJob(tx, id));
    },
    async runDue() {
      // what is under way looked at an earlier time
      await running;
      running ??= runAll().finally(() => (running = undefined));
      return running;
    },
    start(onError) {
      stopped = false;
      report = onError;
      stopTimer = clock.every(TICK_MS, () => {
        if (!running) void jobs.runDue().catch((error: unknown) => report(error, 'jobs'));
      });
    },
    async stop() {
      // what is due and not begun is begun by the next process
      stopped = true;
      stopTimer();
      await running?.catch(() => 0);
    },
  };
  return jobs;
}

function holds<Name extends string>(payload: JsonObject, names: readonly Name[]): payload is Record<Name, string> {
  return names.every((name) => typeof payload[name] === 'string');
}
