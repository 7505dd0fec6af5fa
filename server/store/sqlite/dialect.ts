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
import { ReadTurn } from '#server/store/sqlite/read-turn.ts';

/** Kysely over one node:sqlite connection. */
export function sqliteDialect(connection: SqliteConnection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Its statements are prepared once; `failed` hears of each that fails. */
export class SqliteConnection implements DatabaseConnection {
  readonly database: DatabaseSync;
  protected readonly statements: StatementCache;
  readonly #failed: (error: Error) => void;

  constructor(database: DatabaseSync, failed: (error: Error) => void = () => {}) {
    this.database = database;
    this.#failed = failed;
    this.statements = new StatementCache(database);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { rows, changes, lastId } = this.statements.execute(sql, parameters);
      const counts = changes === undefined ? {} : { numAffectedRows: BigInt(changes), insertId: BigInt(lastId ?? 0) };
      return { rows: rows as R[], ...counts };
    } catch (thrown) {
      throw this.heard(thrown);
    }
  }

  protected heard(thrown: unknown): Error {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    this.#failed(error);
    return error;
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/** One that only reads, by turns of the loop. */
export class SqliteReader extends SqliteConnection {
  readonly #turn: ReadTurn;

  constructor(database: DatabaseSync, failed?: (error: Error) => void) {
    super(database, failed);
    this.#turn = new ReadTurn(database);
  }

  rows(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#read(() => this.statements.rows(sql, parameters));
  }

  /** The same as columns in their order. */
  cells(sql: string, parameters: readonly unknown[]): unknown {
    return this.#read(() => this.statements.cells(sql, parameters));
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    this.#turn.begin();
    return super.executeQuery<R>(query);
  }

  /** From here on what is committed is read. */
  endTurn(): void {
    this.#turn.end();
  }

  #read<T>(work: () => T): T {
    try {
      this.#turn.begin();
      return work();
    } catch (thrown) {
      this.#turn.end();
      throw this.heard(thrown);
    }
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
