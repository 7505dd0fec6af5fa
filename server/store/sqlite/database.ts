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
  const kilobytes = options.readOnly ? 2048 : 8192;
  database.exec(`PRAGMA synchronous = FULL; PRAGMA cache_size = -${kilobytes}; PRAGMA temp_store = MEMORY`);
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
    return this.#prepare(sql).statement.all(...inputs(parameters));
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
    if (this.#prepared.size >= CACHED_STATEMENTS) {
      const oldest = this.#prepared.keys().next();
      if (!oldest.done) this.#prepared.delete(oldest.value);
    }
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

function inputs(parameters: readonly unknown[]): readonly SQLInputValue[] {
  if (!parameters.every(isInput)) throw new TypeError('SQLite keeps numbers, texts and bytes');
  return parameters;
}

function isInput(value: unknown): value is SQLInputValue {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return true;
  return typeof value === 'bigint' || value instanceof Uint8Array;
}
