import type { CompiledQuery } from 'kysely';

import type { Db } from '#server/store/items/tables.ts';

type Read<Row> = Pick<CompiledQuery<Row>, 'sql' | 'parameters'>;
type AtOnce = {
  rows(sql: string, parameters: readonly unknown[]): unknown[];
  cells(sql: string, parameters: readonly unknown[]): unknown;
};

const known = new WeakMap<Db, AtOnce>();

/** Says that a database answers reads without being waited for: hot paths then go to its connection, past what finds a free one. */
export function answersAtOnce(db: Db, connection: AtOnce): void {
  known.set(db, connection);
}

/** The rows of a compiled read, where the database is not waited for. */
export function rowsAtOnce<R>(db: Db, { sql, parameters }: Read<R>): R[] | undefined {
  return known.get(db)?.rows(sql, parameters) as R[] | undefined;
}

/** The same as columns, in the order in which the statement names them. */
export function cellsAtOnce<Cells extends readonly unknown[]>(db: Db, { sql, parameters }: Read<unknown>): Cells[] | undefined {
  return known.get(db)?.cells(sql, parameters) as Cells[] | undefined;
}

/** The rows of a compiled read. */
export async function rowsOf<R>(db: Db, query: CompiledQuery<R>): Promise<R[]> {
  return rowsAtOnce<R>(db, query) ?? (await db.executeQuery(query)).rows;
}
