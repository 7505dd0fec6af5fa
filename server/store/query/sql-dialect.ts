import { type RawBuilder, sql } from 'kysely';

import type { Db } from '#server/store/items/tables.ts';
import type { ItemSpec } from '#server/store/items/item-spec.ts';

/** Everything in which the two databases' SQL differs; what is not here is written once for both. */
export type SqlDialect = {
  name: 'sqlite' | 'postgres';
  /** Column types. Texts compare by their bytes in either, whatever the database's own order is. */
  types: { text: string; integer: string; real: string; bytes: string; growingKey: string };
  /** A column of an index in which rows without a value stand first, as `order by … asc nulls first` asks for them. */
  indexed(column: string, nullable: boolean): RawBuilder<unknown>;
  /** Whether more columns in an index pay: reads that look through many rows then need not go to the rows themselves. */
  covers: boolean;
  /** Names of the columns that a table has; none if there is no table. */
  columnsOf(db: Db, table: string): Promise<ReadonlySet<string>>;
  /** What belongs to a resource's table beside its columns, once it is there. */
  guard(tx: Db, spec: ItemSpec): Promise<void>;
  /** The same for the tables that all resources share. */
  guardShared(tx: Db): Promise<void>;
  /** Expression of the text of a document with these properties alone, of those that it has. */
  part(properties: readonly string[]): RawBuilder<unknown>;
  /** Expression of a resource's version, where it is the database that counts it. */
  versionIn?(resource: string): RawBuilder<number>;
  /** Part of the stored shape of every resource: another text has the tables made up again. */
  shape: string;
};

export const sqlite: SqlDialect = {
  name: 'sqlite',
  types: { text: 'text', integer: 'integer', real: 'real', bytes: 'blob', growingKey: 'integer primary key autoincrement' },
  indexed: (column) => sql.ref(column),
  covers: true,
  async columnsOf(db, table) {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(db);
    return new Set(rows.map((row) => row.name));
  },
  // what a document lacks comes as null, and a patch takes nulls away
  part: (properties) => {
    const pairs = properties.flatMap((name) => [sql.lit(name), sql`doc -> ${sql.lit(`$.${name}`)}`]);
    return sql`json_patch('{}', json_object(${sql.join(pairs)}))`;
  },
  guard: () => Promise.resolve(),
  guardShared: () => Promise.resolve(),
  shape: 'owner in refs',
};
