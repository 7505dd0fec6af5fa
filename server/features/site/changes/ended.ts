import { timestamp } from '#server/store/clock.ts';
import type { Services } from '#server/kernel/services.ts';
import { revisionsOf } from '#server/store/items/history.ts';
import type { Stored } from '#server/store/items/tables.ts';
import type { Transaction } from '#server/store/items/transaction.ts';
import type { DocOf, Draft } from '#server/store/items/typed.ts';

export type Waiting = Stored<DocOf<'ScheduledChange'>>;
type End = Pick<Draft<'ScheduledChange'>, 'state' | 'endedBy' | 'reason' | 'toRevision'>;

/** Who stands for the clock. */
export const SYSTEM = 'system';

/** Who applied it; a dash where the account is gone. */
export function makerOf({ doc }: Pick<Waiting, 'doc'>): string {
  return doc.appliedBy ?? '–';
}

/** Writes down what became of a change; what it kept of the site's secrets is forgotten with that. */
export function end(
  services: Services,
  tx: Transaction,
  change: Waiting,
  end: End,
  action: string,
): Promise<Stored<DocOf<'ScheduledChange'>>> {
  const { store, clock } = services;
  const doc = { ...change.doc, ...end, endedAt: timestamp(clock.now()) };
  return tx.asServer().update(store.spec('ScheduledChange'), change, doc, {}, action);
}

/** Who wrote the site last. */
export async function lastWriter({ store }: Services, tx: Transaction, site: Stored<DocOf<'Site'>>): Promise<string> {
  for await (const { row } of revisionsOf(tx.db, store.spec('Site'), site.id, site)) return row.actor;
  return SYSTEM;
}
