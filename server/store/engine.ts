import type { CompiledQuery } from 'kysely';

import type { Scope } from '#server/store/query/scope.ts';
import type { SqlDialect } from '#server/store/query/sql-dialect.ts';
import type { Db } from '#server/store/items/tables.ts';

/** Reads with the eyes of one caller, or of the server. */
export type Reads = {
  /** Sees what is committed. */
  read: Db;
  /** A read that may take long: out of the way of the others, ended at the time cap by a QueryTimeoutError. */
  slow<R>(query: CompiledQuery<R>): Promise<R[]>;
};

export type WriteOptions = {
  /** Resources that the work has changed, asked when it is done: other processes hear of them with the commit. */
  touched?: () => ReadonlySet<string>;
};

/**
 * What the store needs of a database: SQLite (`sqlite/engine.ts`) or PostgreSQL (`postgres/engine.ts`). Nothing outside
 * this folder knows which one runs. `read` and `slow` are the server's own and see every row.
 */
export type Engine = Reads & {
  dialect: SqlDialect;
  /** Reads that the database itself limits to a scope, where it can. */
  as(scope: Scope): Reads;
  /**
   * One transaction. It is durable when the promise resolves; a rejection leaves nothing behind. Nothing that others
   * wrote meanwhile goes unseen: a database that finds such a conflict has the work repeated.
   */
  write<T>(work: (tx: Db) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Whether something of the database was found that cannot be read, as far as this process looks after the files. */
  isDamaged(): boolean;
  /** The running transaction, its statements limited to a scope by the database itself, where it can. */
  within(tx: Db, scope: Scope): Db;
  /** Runs while no other process of this database runs the same. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Number that is another one after each acknowledged write to a resource, whichever process wrote. */
  version(resource: string): number | Promise<number>;
  /** Tells every process that a resource is not what it was, where no `write` of the store told it. */
  announce(resources: ReadonlySet<string>): Promise<void>;
  /** Told of changes that other processes announce; `undefined` says that some may have been missed. */
  onElsewhere(listener: (resources: ReadonlySet<string> | undefined) => void): void;
  close(): Promise<void>;
};

/** A read that was ended because it took longer than the cap. */
export class QueryTimeoutError extends Error {}
