import { CompiledQuery } from 'kysely';

import type { SqlValue, Db } from '#server/store/items/tables.ts';
import { cellsAtOnce, rowsOf } from '#server/store/query/at-once.ts';

/**
 * A query compiled once per kind of database for a hot path. `build` sees a placeholder for each named value, in whatever order the statement
 * mentions them; running it puts the values in their places.
 */
export function template<Name extends string, Row>(
  names: readonly Name[],
  build: (db: Db, at: (name: Name) => never) => CompiledQuery<Row>,
) {
  const compiled = new WeakMap<object, { order: Name[]; query: CompiledQuery }>();
  const compiledFor = (db: Db) => {
    const dialect = db.getExecutor().adapter.constructor;
    let known = compiled.get(dialect);
    if (!known) compiled.set(dialect, (known = compile(names, (at) => build(db, at))));
    return known;
  };
  const run = (db: Db, values: Record<Name, SqlValue>): Promise<Row[]> => {
    const { query, order } = compiledFor(db);
    return rowsOf<Row>(db, { ...query, parameters: order.map((name) => values[name]) });
  };
  /** The same where the database is not waited for, as columns in their order: they are made in two thirds of the time. */
  const now = <Cells extends readonly unknown[]>(db: Db, values: Record<Name, SqlValue>): Cells[] | undefined => {
    const { query, order } = compiledFor(db);
    return cellsAtOnce<Cells>(db, { sql: query.sql, parameters: order.map((name) => values[name]) });
  };
  return Object.assign(run, { now });
}

function compile<Name extends string, Row>(names: readonly Name[], build: (at: (name: Name) => never) => CompiledQuery<Row>) {
  const query = build((name) => placeholder(name) as never);
  const byMark = new Map<unknown, Name>(names.map((name) => [placeholder(name), name]));
  const order = query.parameters.map((parameter) => {
    const name = byMark.get(parameter);
    if (name === undefined) throw new Error(`A template holds no other values than its names: ${query.sql}`);
    return name;
  });
  // without the tree of which it was made: that of a statement for some hundred rows is as large as they are
  return { order, query: CompiledQuery.raw(query.sql) };
}

function placeholder(name: string): string {
  return `\u{0}${name}`;
}
