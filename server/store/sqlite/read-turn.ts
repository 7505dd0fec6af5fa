import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * One transaction for all reads of a turn of the loop: to begin and to end one takes longer than most reads. It ends with the
 * turn, so that the log is not kept from being brought into the file, and before a commit: nobody reads what is older than an
 * acknowledged write.
 */
export class ReadTurn {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #open = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare('begin');
    this.#commit = database.prepare('commit');
  }

  begin(): void {
    if (this.#open) return;
    this.#begin.run();
    this.#open = true;
    setImmediate(() => this.end());
  }

  /** A read that failed may have ended it already. */
  end(): void {
    this.#open = false;
    if (this.#database.isOpen && this.#database.isTransaction) this.#commit.run();
  }
}
