import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { Kysely, sql } from 'kysely';

import type { Db, Tables } from '#server/store/items/tables.ts';
import { openSqlite } from '#server/store/sqlite/database.ts';
import { SqliteConnection, sqliteDialect } from '#server/store/sqlite/dialect.ts';
import { DATABASE, type DataLocation } from '#server/store/store.ts';
import { StartError } from '#server/store/start-error.ts';

const BATCH = 500;
const SHAPE = 'shape:';
const VIEWS = 'views.';

/**
 * Everything that a database holds which a contract describes, as lines of JSON: `{table, doc}` of each document, and
 * `{list, saved}` of the views that somebody saved of a list. It is only read, whoever else uses it.
 */
export async function* storedLines(place: DataLocation): AsyncGenerator<string> {
  const { db, close } = await openToRead(place);
  try {
    const tables = await db.selectFrom('meta').select('name').where('name', 'like', `${SHAPE}%`).orderBy('name').execute();
    for (const { name } of tables) yield* documentsIn(db, name.slice(SHAPE.length));
    const saved = await db.selectFrom('preferences').select(['name', 'value']).where('name', 'like', `${VIEWS}%`).execute();
    for (const { name, value } of saved) yield `{"list":${JSON.stringify(name.slice(VIEWS.length))},"saved":${value}}`;
  } finally {
    await close();
  }
}

async function* documentsIn(db: Db, table: string): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: string; doc: string }>`
      select id, doc from ${sql.table(table)} where id > ${last} order by id limit ${BATCH}`.execute(db);
    for (const { doc } of rows) yield `{"table":${JSON.stringify(table)},"doc":${doc}}`;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id ?? '';
  }
}

async function openToRead({ directory, databaseUrl }: DataLocation): Promise<{ db: Db; close: () => Promise<void> }> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('#server/store/postgres/engine.ts');
    const engine = await openPostgres(databaseUrl);
    return { db: engine.read, close: () => engine.close() };
  }
  const file = join(directory, DATABASE);
  if (!existsSync(file)) throw new StartError(`There is no database in ${directory}.`);
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new SqliteConnection(openSqlite(file, { readOnly: true }))) });
  return { db, close: () => db.destroy() };
}
