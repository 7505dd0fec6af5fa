import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Account } from '#server/kernel/access/principal.ts';
import type { Transaction } from '#server/store/items/transaction.ts';

/** Somebody who can log in and mend anything. */
export function isAdministrator({ accountType, enable }: Account['doc']): boolean {
  return accountType === 'superAdmin' && enable;
}

/** Whether nobody could mend the platform without this account: looked up in the transaction, so that two who remove each other do not both go. */
export async function isLastAdministrator(account: Account, spec: ItemSpec<'User'>, tx: Transaction): Promise<boolean> {
  if (!isAdministrator(account.doc)) return false;
  const administrators = await tx.find(spec, { accountType: 'superAdmin' });
  return !administrators.some(({ id, doc }) => id !== account.id && isAdministrator(doc));
}
