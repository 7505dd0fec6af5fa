import type { Json } from '#domain/model.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Doc, RefRow, Db } from '#server/store/items/tables.ts';

/** An item that is counted by what refers to it. */
export type Counted = { spec: ItemSpec; id: string };
type Use = Pick<RefRow, 'target' | 'value'>;

/** The numbers of items that refer to one, by the property that shows them (`counts` of x-data). */
export async function countsOf(db: Db, spec: ItemSpec, id: string): Promise<Record<string, Json>> {
  const counts: Record<string, Json> = {};
  for (const [property, resources] of Object.entries(spec.resource.data?.counts ?? {})) {
    const users = db
      .selectFrom('refs')
      .select(['resource', 'id'])
      .distinct()
      .where('target', '=', spec.name)
      .where('value', '=', id)
      .where('resource', 'in', resources);
    const row = await db
      .selectFrom(users.as('users'))
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirst();
    counts[property] = Number(row?.count ?? 0);
  }
  return counts;
}

/** What an item refers to now, as far as that counts it. */
export async function countedUses(db: Db, spec: ItemSpec, id: string): Promise<Use[]> {
  if (spec.countedBy.length === 0) return [];
  return db
    .selectFrom('refs')
    .select(['target', 'value'])
    .where('resource', '=', spec.name)
    .where('id', '=', id)
    .where(
      'target',
      'in',
      spec.countedBy.map((target) => target.name),
    )
    .execute();
}

/** Whose counts a change from these references to those changes. */
export function recounted(spec: ItemSpec, before: readonly Use[], after: readonly Use[]): Counted[] {
  return spec.countedBy.flatMap((target) => {
    const valuesOf = (uses: readonly Use[]): Set<string> =>
      new Set(uses.filter((use) => use.target === target.name).map((use) => use.value));
    const [had, has] = [valuesOf(before), valuesOf(after)];
    const changed = [...[...had].filter((id) => !has.has(id)), ...[...has].filter((id) => !had.has(id))];
    return changed.map((id) => ({ spec: target, id }));
  });
}

export function withCounts(doc: Doc, counts: Record<string, Json>): Doc {
  return Object.keys(counts).length === 0 ? doc : { ...doc, ...counts };
}
