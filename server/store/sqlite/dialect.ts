import type { DatabaseSync } from 'node:sqlite';

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

import { StatementCache } from '#server/store/sqlite/database.ts';

/** Kysely over one node:sqlite connection, with its statements prepared once; `failed` hears of each that fails. */
export function sqliteDialect(database: DatabaseSync, failed: (error: Error) => void = () => {}): Dialect {
  const connection = new SqliteConnection(database, failed);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync;
  readonly #statements: StatementCache;

  readonly #failed: (error: Error) => void;

  constructor(database: DatabaseSync, failed: (error: Error) => void) {
    this.database = database;
    this.#failed = failed;
    this.#statements = new StatementCache(database);
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, changes, lastId } = this.#statements.execute(query.sql, query.parameters);
      const counts = changes === undefined ? {} : { numAffectedRows: BigInt(changes), insertId: BigInt(lastId ?? 0) };
      return Promise.resolve({ rows: rows as R[], ...counts });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      this.#failed(error);
      return Promise.reject(error);
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  async beginTransaction(): Promise<void> {
    this.#connection.database.exec('begin immediate');
  }

  async commitTransaction(): Promise<void> {
    this.#connection.database.exec('commit');
  }

  async rollbackTransaction(): Promise<void> {
    this.#connection.database.exec('rollback');
  }

  async releaseConnection(): Promise<void> {}

  destroy(): Promise<void> {
    this.#connection.database.close();
    return Promise.resolve();
  }
}
