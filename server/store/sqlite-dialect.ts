import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

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

const CACHED_STATEMENTS = 500;

/** Kysely over one node:sqlite connection, with its statements prepared once. */
export function sqliteDialect(database: DatabaseSync): Dialect {
  const connection = new SqliteConnection(database);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** WAL: readers never wait for the writer. FULL: an acknowledged write survives the machine. */
export function openSqlite(file: string, options: { readOnly?: true } = {}): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: 5000 });
  if (!options.readOnly) database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY');
  return database;
}

type Prepared = { statement: StatementSync; reads: boolean };

/** The statements of one connection by their text; the longest unused goes first. */
export class StatementCache {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, Prepared>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  rows(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#prepare(sql).statement.all(...(parameters as SQLInputValue[]));
  }

  execute(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    const { statement, reads } = this.#prepare(sql);
    if (reads) return { rows: statement.all(...(parameters as SQLInputValue[])) };
    const { changes, lastInsertRowid } = statement.run(...(parameters as SQLInputValue[]));
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    if (this.#prepared.size >= CACHED_STATEMENTS) {
      const oldest = this.#prepared.keys().next();
      if (!oldest.done) this.#prepared.delete(oldest.value);
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync;
  readonly #statements: StatementCache;

  constructor(database: DatabaseSync) {
    this.database = database;
    this.#statements = new StatementCache(database);
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return Promise.resolve(this.#statements.execute(query.sql, query.parameters) as QueryResult<R>);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
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
