import { Kysely } from 'kysely';

import { isDamage } from '#server/store/availability.ts';
import type { Engine } from '#server/store/engine.ts';
import { GroupWriter, type Pending } from '#server/store/items/group-writer.ts';
import { ReaderPool } from '#server/store/sqlite/reader-pool.ts';
import { sqlite } from '#server/store/query/sql-dialect.ts';
import { sqliteDialect } from '#server/store/sqlite/dialect.ts';
import { openSqlite } from '#server/store/sqlite/database.ts';
import type { Tables } from '#server/store/items/tables.ts';

/** One file, one process. Writes that arrive together share one commit, each under a savepoint of its own. */
export function sqliteEngine(file: string): Engine {
  const writer = openSqlite(file);
  let isDamaged = false;
  const failed = (error: unknown): void => {
    isDamaged ||= isDamage(error);
  };
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writer, failed) });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(file, { readOnly: true }), failed) });
  const readers = new ReaderPool(file);
  const versions = new Map<string, number>();
  const writes = new GroupWriter(runGroup);

  async function runGroup(group: Pending[]): Promise<void> {
    const done: (() => void)[] = [];
    try {
      writer.exec('begin immediate');
      for (const item of group) done.push(await runOne(item));
      writer.exec('commit');
    } catch (error) {
      if (writer.isOpen && writer.isTransaction) writer.exec('rollback');
      for (const item of group) item.reject(error);
      return;
    }
    for (const settle of done) settle();
  }

  async function runOne(item: Pending): Promise<() => void> {
    writer.exec('savepoint one');
    try {
      await item.work(write);
      writer.exec('release one');
      return () => {
        count(item.touched());
        item.resolve();
      };
    } catch (error) {
      writer.exec('rollback to one; release one');
      return () => item.reject(error);
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
      await write.destroy();
    },
  };
  return engine;
}
