import { breather } from '#server/kernel/breather.ts';
import { removeItems, removeRevisions } from '#server/store/items/removal.ts';
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
        if (before > 0) total += await inBatches(spec.name, (tx) => removeItems(tx, spec, before, BATCH));
      }
      total += await inBatches(undefined, (tx) => removeRevisions(tx, cutoff(REVISIONS, REVISION_DAYS), BATCH));
      return total;
    },
  };
}
