import { sql, type SqlBool } from 'kysely';

import { breather } from '#server/kernel/breather.ts';
import { type ItemSpec } from '#server/store/items/item-spec.ts';
import { type Db } from '#server/store/items/tables.ts';
import { StartError } from '#server/store/start-error.ts';
import { type Store } from '#server/store/store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_MS = 60 * 60 * 1000;
/** What goes in one transaction, so that nobody waits behind it. */
const BATCH = 200;

/** Who did what is kept for three years. */
const REVISIONS = 'revisions';
const REVISION_DAYS = 1095;

export type Retention = {
  /** Deletes what is older than it is kept; an hour after the last time at the earliest. Answers how many rows went. */
  sweep(): Promise<number>;
};

/** For how long what is stored is kept: as the contract says, unless the installation says otherwise. */
export function createRetention(store: Store, said: ReadonlyMap<string, number> = new Map()): Retention {
  const kept = [...store.specs.values()].filter(({ resource }) => resource.data?.keep);
  const known = new Set([...kept.map(({ name }) => name), REVISIONS]);
  const unknown = [...said.keys()].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new StartError(`RETENTION names ${unknown}, which is nothing that goes by time. There is: ${[...known].join(', ')}.`);
  let last = -Infinity;
  const cutoff = (name: string, days: number): number => {
    const kept = said.get(name) ?? days;
    return kept === 0 ? 0 : store.clock.now() - kept * DAY_MS;
  };

  async function inBatches(resource: string | undefined, remove: (tx: Db) => Promise<number>): Promise<number> {
    const breathe = breather();
    for (let total = 0; ;) {
      const touched = new Set<string>();
      const count = await store.engine.write(
        async (tx) => {
          const removed = await remove(tx);
          if (removed > 0 && resource !== undefined) touched.add(resource);
          return removed;
        },
        { touched: () => touched },
      );
      if (count > 0 && resource !== undefined) store.heard(new Set([resource]));
      total += count;
      if (count < BATCH) return total;
      await breathe();
    }
  }

  return {
    async sweep() {
      const now = store.clock.now();
      if (now - last < EVERY_MS) return 0;
      last = now;
      let total = 0;
      for (const spec of kept) {
        const before = cutoff(spec.name, spec.resource.data?.keep?.days ?? 0);
        if (before > 0) total += await inBatches(spec.name, (tx) => removeItems(tx, spec, before));
      }
      total += await inBatches(undefined, (tx) => removeRevisions(tx, cutoff(REVISIONS, REVISION_DAYS)));
      return total;
    },
  };
}

/** Rows of a kind, oldest first, with everything that is noted of them. */
async function removeItems(tx: Db, spec: ItemSpec, before: number): Promise<number> {
  const [[property, values] = []] = Object.entries(spec.resource.data?.keep?.when ?? {});
  const column = property === undefined ? undefined : spec.value.get(property)?.name;
  const narrowed = column && values ? sql<SqlBool>` and ${sql.ref(column)} in (${sql.join(values)})` : sql``;
  const { rows } = await sql<{
    id: string;
  }>`select id from ${sql.table(spec.table)} where created_at < ${before} and updated_at < ${before}${narrowed}
    order by created_at limit ${BATCH}`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await sql`delete from ${sql.table(spec.table)} where id in (${sql.join(ids)})`.execute(tx);
  for (const table of ['refs', 'ranges', 'revisions'] as const)
    await tx.deleteFrom(table).where('resource', '=', spec.name).where('id', 'in', ids).execute();
  return rows.length;
}

/** The history of an item is read from its end: what is oldest may go, but never its last revision, which counts on. */
async function removeRevisions(tx: Db, before: number): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from revisions as r where at < ${before} and exists
    (select 1 from revisions as later where later.resource = r.resource and later.id = r.id and later.revision > r.revision)
    order by at limit ${BATCH}`.execute(tx);
  if (rows.length > 0)
    await tx
      .deleteFrom('revisions')
      .where(
        'seq',
        'in',
        rows.map(({ seq }) => seq),
      )
      .execute();
  return rows.length;
}
