import type { DatabaseSync } from 'node:sqlite';

import { Kysely } from 'kysely';

import { isDamage } from '#server/store/availability.ts';
import type { Engine } from '#server/store/engine.ts';
import { GroupWriter, type Pending } from '#server/store/items/group-writer.ts';
import { ReaderPool } from '#server/store/sqlite/reader-pool.ts';
import { answersAtOnce } from '#server/store/query/at-once.ts';
import { sqlite } from '#server/store/query/sql-dialect.ts';
import { SqliteConnection, sqliteDialect, SqliteReader } from '#server/store/sqlite/dialect.ts';
import { openSqlite } from '#server/store/sqlite/database.ts';
import { WriteAheadLog } from '#server/store/sqlite/wal.ts';
import type { Tables } from '#server/store/items/tables.ts';

type LogOf = (writer: DatabaseSync) => Pick<WriteAheadLog, 'kept' | 'close'>;
/** What became of one of a group: `touched` where it is part of the commit. */
type Done = { touched?: ReadonlySet<string>; settle: () => void };

/** One file, one process. Writes that arrive together share one commit, each under a savepoint of its own. */
export function sqliteEngine(file: string, logOf: LogOf = (writer) => new WriteAheadLog(file, writer)): Engine {
  const writer = openSqlite(file);
  const log = logOf(writer);
  let isDamaged = false;
  const failed = (error: unknown): void => {
    isDamaged ||= isDamage(error);
  };
  const write = new Kysely<Tables>({ dialect: sqliteDialect(new SqliteConnection(writer, failed)) });
  const reading = new SqliteReader(openSqlite(file, { readOnly: true }), failed);
  const read = new Kysely<Tables>({ dialect: sqliteDialect(reading) });
  answersAtOnce(read, reading);
  const readers = new ReaderPool(file);
  const versions = new Map<string, number>();
  const writes = new GroupWriter(runGroup);

  async function runGroup(group: Pending[]): Promise<void> {
    const done: Done[] = [];
    try {
      writer.exec('begin immediate');
      for (const item of group) done.push(await runOne(item));
      // from here on it is read, and counts are counted anew
      reading.endTurn();
      writer.exec('commit');
      for (const { touched } of done) if (touched) count(touched);
      if (done.some(({ touched }) => touched)) await log.kept();
    } catch (error) {
      if (writer.isOpen && writer.isTransaction) writer.exec('rollback');
      for (const item of group) item.reject(error);
      return;
    }
    for (const { settle } of done) settle();
  }

  async function runOne(item: Pending): Promise<Done> {
    writer.exec('savepoint one');
    try {
      await item.work(write);
      writer.exec('release one');
      return { touched: item.touched(), settle: item.resolve };
    } catch (error) {
      writer.exec('rollback to one; release one');
      return { settle: () => item.reject(error) };
    }
  }

  function count(resources: ReadonlySet<string>): void {
    for (const resource of resources) versions.set(resource, (versions.get(resource) ?? 0) + 1);
  }

  const engine: Engine = {
    dialect: sqlite,
    read,
    async slow(query) {
      try {
        return await readers.run(query);
      } catch (error) {
        failed(error);
        throw error;
      }
    },
    as: () => engine,
    write: (work, options) => writes.write(work, options),
    isDamaged: () => isDamaged,
    within: (tx) => tx,
    exclusively: (_name, work) => work(),
    version: (resource) => versions.get(resource) ?? 0,
    announce: (resources) => Promise.resolve(count(resources)),
    onElsewhere: () => {},
    async close() {
      await writes.close();
      await readers.close();
      await read.destroy();
      await log.close();
      await write.destroy();
    },
  };
  return engine;
}
