import { sql } from 'kysely';

import type { ItemSpec } from '#server/store/items/item-spec.ts';
import type { Db, RefRow, RevisionRow, SqlValue, Tables } from '#server/store/items/tables.ts';
import { columnsOf, perSpec, revisionColumns } from '#server/store/items/item-statements.ts';
import { template } from '#server/store/query/template.ts';

/** Rows of one statement. */
const AT_ONCE = 50;
/** Rows without a statement of their own. */
const REFS_AT_ONCE = 500;

export type NewRows = {
  items: Record<string, SqlValue>[];
  revisions: Omit<RevisionRow, 'seq'>[];
  refs: RefRow[];
  ranges: Tables['ranges'][];
};

/** New rows of a resource with few statements: a database at the other end of a line is asked once for many. */
export async function insertMany(db: Db, spec: ItemSpec, { items, revisions, refs, ranges }: NewRows): Promise<void> {
  await itemsOf(spec)(db, items);
  await intoRevisions(db, revisions);
  for (const part of parts(refs, REFS_AT_ONCE)) await db.insertInto('refs').values(part).execute();
  for (const part of parts(ranges, REFS_AT_ONCE)) await db.insertInto('ranges').values(part).execute();
}

const itemsOf = perSpec((spec) => inserter(spec.table, columnsOf(spec)));
const intoRevisions = inserter('revisions', revisionColumns);

/** One statement of many rows, compiled once, and one of a single row for those that are left. */
function inserter(table: string, columns: readonly string[]): (db: Db, rows: readonly Record<string, SqlValue>[]) => Promise<void> {
  const of = (count: number) => {
    const names = Array.from({ length: count }, (_, row) => columns.map((column) => `${row} ${column}`));
    return template<string, unknown>(names.flat(), (db, at) => {
      const rows = names.map((row) => sql`(${sql.join(row.map((name) => sql`${at(name)}`))})`);
      return sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(rows)}`.compile(
        db,
      );
    });
  };
  const [many, one] = [of(AT_ONCE), of(1)];
  return async (db, rows) => {
    const values = (part: readonly Record<string, SqlValue>[]): Record<string, SqlValue> =>
      Object.fromEntries(part.flatMap((row, index) => columns.map((column) => [`${index} ${column}`, row[column] ?? null])));
    for (const part of parts(rows, AT_ONCE)) {
      if (part.length === AT_ONCE) await many(db, values(part));
      else for (const row of part) await one(db, values([row]));
    }
  };
}

function* parts<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
