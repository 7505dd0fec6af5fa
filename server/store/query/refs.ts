import type { Db } from '#server/store/items/tables.ts';

/** Ids of items of a resource that name a target by this path. */
export async function idsReferring(
  db: Db,
  { resource, path, target, value }: { resource: string; path: string; target: string; value: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('refs')
    .select('id')
    .distinct()
    .where('target', '=', target)
    .where('value', '=', value)
    .where('resource', '=', resource)
    .where('path', '=', path)
    .execute();
  return rows.map(({ id }) => id);
}

/** Where items of a resource name this value, whatever they mean by it. */
export function mentions(db: Db, resource: string, value: string): Promise<{ id: string; path: string }[]> {
  return db.selectFrom('refs').select(['id', 'path']).where('resource', '=', resource).where('value', '=', value).execute();
}
