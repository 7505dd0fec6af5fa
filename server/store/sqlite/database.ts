import { LRUCache } from 'lru-cache';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

const CACHED_STATEMENTS = 500;

/** What a statement gave. Rows of a read; of a write, how many rows it changed. */
type Result = { rows: unknown[]; changes?: number | bigint; lastId?: number | bigint };

/** WAL: readers never wait for the writer. FULL: an acknowledged write survives the machine. */
export function openSqlite(file: string, options: { readOnly?: true } = {}): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: 5000 });
  // what is deleted or replaced is overwritten where that costs nothing
  if (!options.readOnly) database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = FAST');
  // what is read again and again is few pages; the machine keeps the others of the file beside us
  database.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -2048; PRAGMA temp_store = MEMORY');
  return database;
}

type Prepared = { statement: StatementSync; reads: boolean };

/** The statements of one connection by their text; the longest unused goes first. */
export class StatementCache {
  readonly #database: DatabaseSync;
  readonly #prepared = new LRUCache<string, Prepared>({ max: CACHED_STATEMENTS });
  readonly #inCells = new LRUCache<string, StatementSync>({ max: CACHED_STATEMENTS });

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  rows(sql: string, parameters: readonly unknown[]): unknown[] {
    return this.#prepare(sql).statement.all(...inputs(parameters));
  }

  /** Rows as their columns in order: they are made in half the time that objects are. */
  cells(sql: string, parameters: readonly unknown[]): unknown {
    let statement = this.#inCells.get(sql);
    if (!statement) {
      statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      this.#inCells.set(sql, statement);
    }
    return statement.all(...inputs(parameters));
  }

  execute(sql: string, parameters: readonly unknown[]): Result {
    const { statement, reads } = this.#prepare(sql);
    if (reads) return { rows: statement.all(...inputs(parameters)) };
    const { changes, lastInsertRowid } = statement.run(...inputs(parameters));
    return { rows: [], changes, lastId: lastInsertRowid };
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, reads: statement.columns().length > 0 };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/** SQLite itself refuses what it cannot keep, by the number of the parameter. */
function inputs(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}
