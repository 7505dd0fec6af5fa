import { Kysely } from 'kysely';
import { type CompiledQuery } from 'kysely';

import { ReaderPool } from '#server/store/reader-pool.ts';
import { sqliteDialect } from '#server/store/sqlite-dialect.ts';
import { openSqlite } from '#server/store/sqlite.ts';
import { type Tables } from '#server/store/tables.ts';

export type Db = Kysely<Tables>;

/**
 * What the store needs of a database. SQLite below; PostgreSQL will be the second implementation, so every call is
 * asynchronous and nothing outside this folder knows which one runs.
 */
export type Engine = {
  /** Sees what is committed. */
  read: Db;
  /** One transaction. It is durable when the promise resolves; a rejection leaves nothing behind. */
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
  /** A read that may take long: off the main thread, ended at the time cap. */
  slow<R>(query: CompiledQuery<R>): Promise<R[]>;
  close(): Promise<void>;
};

type Pending = { work: (tx: Db) => Promise<unknown>; resolve: (value: unknown) => void; reject: (reason: unknown) => void };

/** Writes that arrive together share one commit, each under a savepoint of its own. */
const LARGEST_GROUP = 64;

export function sqliteEngine(file: string): Engine {
  const writer = openSqlite(file);
  const write = new Kysely<Tables>({ dialect: sqliteDialect(writer) });
  const read = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(file, { readOnly: true })) });
  const readers = new ReaderPool(file);
  const queue: Pending[] = [];
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    // what arrives in this turn of the loop joins the group
    await new Promise<void>((resolve) => void setImmediate(resolve));
    while (queue.length > 0) await runGroup(queue.splice(0, LARGEST_GROUP));
    running = undefined;
  }

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
      const value = await item.work(write);
      writer.exec('release one');
      return () => item.resolve(value);
    } catch (error) {
      writer.exec('rollback to one; release one');
      return () => item.reject(error);
    }
  }

  return {
    read,
    write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
        running ??= runAll();
      });
    },
    slow: (query) => readers.run(query),
    async close() {
      await running;
      await readers.close();
      await read.destroy();
      await write.destroy();
    },
  };
}
