import type { Db } from '#server/store/items/tables.ts';

/** The address ranges that items hold, so that overlaps are found. */
export type HeldRange = { resource: string; id: string; pointer: string; text: string };

/** A range of a tenant's items of these resources that shares addresses with this one, of another item than `id`. */
export function overlappingRange(
  db: Db,
  resources: readonly string[],
  owner: string,
  { low, high }: { low: string; high: string },
  id: string,
): Promise<HeldRange | undefined> {
  return db
    .selectFrom('ranges')
    .select(['resource', 'id', 'pointer', 'text'])
    .where('resource', 'in', resources)
    .where('owner', '=', owner)
    .where('low', '<=', high)
    .where('high', '>=', low)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
}
