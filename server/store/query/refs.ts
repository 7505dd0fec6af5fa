import type { Db } from '#server/store/items/tables.ts';

/** Which items name one of these values of a target, and by which path: all of them at once, for to ask costs more than to find. */
export function referring(
  db: Db,
  target: string,
  values: readonly string[],
): Promise<{ resource: string; path: string; value: string; id: string }[]> {
  if (values.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('refs')
    .select(['resource', 'path', 'value', 'id'])
    .distinct()
    .where('target', '=', target)
    .where('value', 'in', values)
    .orderBy('resource')
    .orderBy('path')
    .orderBy('id')
    .execute();
}

/** Where items of a resource name this value, whatever they mean by it. */
export function mentions(db: Db, resource: string, value: string): Promise<{ id: string; path: string }[]> {
  return db.selectFrom('refs').select(['id', 'path']).where('resource', '=', resource).where('value', '=', value).execute();
}
