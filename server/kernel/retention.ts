import { cleared, isHeld, usesOf } from '#server/kernel/resource/references.ts';
import type { Services } from '#server/kernel/services.ts';
import { breathe } from '#server/store/breathe.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import { forgetItems, itemsDue, referredTo, removeRevisions, type Swept } from '#server/store/items/removal.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import { StartError } from '#server/store/start-error.ts';

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

type Kept = Pick<Services, 'store' | 'system'>;

/** What goes by time. */
export function retentionNames({ specs }: Pick<Services['store'], 'specs'>): string[] {
  return [...specs.filter(({ resource }) => resource.data?.keep).map(({ name }) => name), REVISIONS];
}

/** For how long what is stored is kept: as the contract says, unless the installation says otherwise. */
export function createRetention(services: Kept, said: ReadonlyMap<string, number> = new Map()): Retention {
  const { store, system } = services;
  const kept = store.specs.filter(({ resource }) => resource.data?.keep);
  const known = new Set(retentionNames(store));
  const unknown = [...said.keys()].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new StartError(`RETENTION names ${unknown}, which is nothing that goes by time. There is: ${[...known].join(', ')}.`);
  let last = -Infinity;
  const cutoff = (name: string, days: number): number => {
    const kept = said.get(name) ?? days;
    return kept === 0 ? 0 : store.clock.now() - kept * DAY_MS;
  };

  async function sweepItems(spec: ItemSpec, before: number): Promise<number> {
    let total = 0;
    for (let behind: Swept | undefined; ;) {
      const { due, gone } = await system.write(async (tx) => {
        const due = await itemsDue(tx.db, spec, { before, most: BATCH, behind });
        return { due, gone: await forgetDue(services, tx, spec, due) };
      });
      total += gone;
      if (due.length < BATCH) return total;
      behind = due.at(-1);
      await breathe();
    }
  }

  async function sweepRevisions(before: number): Promise<number> {
    for (let total = 0; ;) {
      const count = await store.engine.write((tx) => removeRevisions(tx, before, BATCH));
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
        if (before > 0) total += await sweepItems(spec, before);
      }
      return total + (await sweepRevisions(cutoff(REVISIONS, REVISION_DAYS)));
    },
  };
}

/** Those that nothing refers to go together; the others one by one, as `onDelete` of what refers to them says. */
async function forgetDue(services: Kept, tx: Transaction, spec: ItemSpec, due: readonly Swept[]): Promise<number> {
  if (due.length === 0) return 0;
  const ids = due.map(({ id }) => id);
  const used = new Set(await referredTo(tx.db, spec, ids));
  const free = ids.filter((id) => !used.has(id));
  await forgetItems(tx.db, spec, free);
  let gone = free.length;
  for (const id of used) {
    await breathe();
    if (await forgetUsed(services, tx, spec, id)) gone++;
  }
  if (gone > 0) tx.touched.add(spec.name);
  return gone;
}

/** Lets go of an item and of what hangs on it; not while something restricts that. */
async function forgetUsed(services: Kept, tx: Transaction, spec: ItemSpec, id: string): Promise<boolean> {
  const item = await tx.get(spec, id);
  if (!item) return false;
  const uses = await usesOf(services, tx.db, spec, item);
  for (const use of uses) if (await isHeld(use, tx)) return false;
  // first what may be held itself
  for (const use of uses.filter(({ onDelete }) => onDelete === 'cascade'))
    if (!(await forgetUsed(services, tx, use.spec, use.id))) return false;
  for (const use of uses.filter(({ onDelete }) => onDelete === 'clear' || onDelete === 'shrink')) {
    const user = await tx.get(use.spec, use.id);
    if (user) await tx.annotate(use.spec, user, cleared(user.doc, use.path, id));
  }
  await forgetItems(tx.db, spec, [id]);
  tx.touched.add(spec.name);
  return true;
}
