import type { CompiledQuery } from 'kysely';

import type { Db } from '#server/store/items/tables.ts';

type AtOnce = (sql: string, parameters: readonly unknown[]) => unknown[];

const known = new WeakMap<Db, AtOnce>();

/** Says that a database answers reads without being waited for: hot paths then go to its connection, past what finds a free one. */
export function answersAtOnce(db: Db, rows: AtOnce): void {
  known.set(db, rows);
}

/** The rows of a compiled read, where the database is not waited for. */
export function rowsAtOnce<R>(db: Db, { sql, parameters }: Pick<CompiledQuery<R>, 'sql' | 'parameters'>): R[] | undefined {
  return known.get(db)?.(sql, parameters) as R[] | undefined;
}

/** The rows of a compiled read. */
export async function rowsOf<R>(db: Db, query: CompiledQuery<R>): Promise<R[]> {
  return rowsAtOnce<R>(db, query) ?? (await db.executeQuery(query)).rows;
}
