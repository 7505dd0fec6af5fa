import type { Db, Tables } from '#server/store/items/tables.ts';

/** Timed work: due at a time, and until `leaseUntil` of the process that took it. */
export type Job = { id: string; due: number; kind: string; payload: string; leaseUntil: number; tries: number };

/** What is due at this time and nobody's, of these kinds. */
export async function dueJobs(db: Db, kinds: readonly string[], now: number, most: number): Promise<Job[]> {
  const rows = await db
    .selectFrom('jobs')
    .selectAll()
    .where('due', '<=', now)
    .where('lease_until', '<=', now)
    .where('kind', 'in', kinds)
    .orderBy('due')
    .limit(most)
    .execute();
  return rows.map(jobOf);
}

/** Changes a job only as long as it is what was last seen of it; false where it is not. */
export async function changeJob(tx: Db, seen: Job, { due, leaseUntil, tries }: Job): Promise<boolean> {
  const result = await tx
    .updateTable('jobs')
    .set({ due, lease_until: leaseUntil, tries })
    .where('id', '=', seen.id)
    .where('due', '=', seen.due)
    .where('lease_until', '=', seen.leaseUntil)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** With `keep` a job of this id that waits already stays as it is; else the new one takes its place. */
export async function putJob(tx: Db, { leaseUntil, ...job }: Job, keep: boolean): Promise<void> {
  const row = { ...job, lease_until: leaseUntil };
  await tx
    .insertInto('jobs')
    .values(row)
    .onConflict((conflict) => (keep ? conflict.column('id').doNothing() : conflict.column('id').doUpdateSet(row)))
    .execute();
}

/** With `due` only the one of that time: one that was set anew is another one. */
export async function deleteJob(tx: Db, id: string, due?: number): Promise<void> {
  const one = tx.deleteFrom('jobs').where('id', '=', id);
  await (due === undefined ? one : one.where('due', '=', due)).execute();
}

function jobOf({ lease_until: leaseUntil, ...row }: Tables['jobs']): Job {
  return { ...row, leaseUntil };
}
